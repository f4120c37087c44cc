import { type KindReading, MessageShape } from './account/message-shape.ts';
import { addKeys, keyNames } from './cutting/add-keys.ts';
import type { Pieces } from './bytes/peek.ts';
import type { BufferStore } from './cutting/buffer-store.ts';
import type { Chunk } from './cutting/chunk.ts';
import { cutChunks } from './cutting/cut-chunks.ts';
import { LineScanner } from './cutting/line-scanner.ts';
import type { DocumentPlaces } from './cutting/document-places.ts';
import {
  objectsAround,
  parentLevels,
  type ParentLevel,
  ParentReader,
  withParents,
} from './cutting/parents.ts';
import { PathScanner } from './cutting/path-scanner.ts';
import { trimDocuments, trimObjects } from './cutting/trim-objects.ts';
import { InnerCollections } from './cutting/inner-collections.ts';
import { UnreadPlaces } from './cutting/unread-places.ts';
import { fromRest } from './from-rest.ts';
import { keyInBytes } from './documents/document-row.ts';
import type { Input } from './input.ts';
import type { KindMapping } from './mapping/kind-mapping.ts';
import { sourceNames } from './mapping/read-columns.ts';
import { inTree, isPattern, rowsPath } from './mapping/rows-path.ts';
import { EACH, KEY, parsePath, type Step } from './mapping/source-path.ts';
import { OWN_VALUE } from './mapping/source-row.ts';
import { usedNames } from './mapping/used-names.ts';
import { isTreeOf, nestedLayout, type NestedLayout, rowsIn } from './nested-layout.ts';

/** Rows inside of JSON documents, and the content beside the rows. */
export interface NestedRows {
  readonly chunks: AsyncGenerator<Chunk>;
  /** Absent when rows are whole documents. Complete when the chunks have ended. */
  readonly unread?: UnreadPlaces;
}

/**
 * The rows inside of JSON documents, in memory that does not grow with them:
 *
 * - lists in a row that are rows of other kinds are left out of it
 * - the objects around the rows are read at the same time in a further pass over the file for each level of `^.`, always just far
 *   enough, so that fields that come after the rows are known as well
 *
 * @param textOf converts the bytes of a file to UTF-8 @param findsUnread see `openChunks`
 * @returns undefined for a file whose rows are not nested
 */
export function nestedRows(
  input: Input,
  textOf: (bytes: Input['bytes']) => Pieces,
  store: BufferStore,
  findsUnread: boolean,
): NestedRows | undefined {
  const layout = nestedLayout(input);
  if (layout === undefined) return undefined;
  const { areLines, isTree, rows, read } = layout;
  const { file } = input;
  const treeOf = (bytes: Input['bytes']): Pieces =>
    isTree ? fromRest(textOf(bytes), file) : textOf(bytes);
  const collections = { areFound: false };
  const pieces = withKeys(
    withoutUnread(treeOf(input.bytes), layout, input, collections),
    layout,
    input,
  );
  if (rows === undefined)
    return { chunks: cutChunks(pieces, file, () => new LineScanner(), undefined, store) };

  const levels = parentLevels(rows.steps, read);
  const unread = findsUnread ? new UnreadPlaces(documentPlaces(input)) : undefined;
  const depths = levels.map(({ object }) => object.length);
  const scanner = new PathScanner(rows, { areLines, isTree, unread, levels: depths });
  const chunks = cutChunks(pieces, file, () => scanner, undefined, store);
  const withAround =
    levels.length === 0
      ? chunks
      : withParents(
          chunks,
          levels,
          levels.map((level) => parentReader(level, treeOf(bytesAgain(input)), file, layout)),
          () => scanner.takeParents(),
        );
  if (unread === undefined) return { chunks: withAround };
  const inner = (): AsyncGenerator<Chunk> => {
    const beside = new InnerCollections(documentPlaces(input));
    const whole = { steps: [], text: '' };
    const documents = new PathScanner(whole, { areLines, isTree, unread: beside });
    return cutChunks(treeOf(bytesAgain(input)), file, () => documents, undefined, store);
  };
  return {
    chunks: followed(withAround, () => (collections.areFound ? inner() : undefined)),
    unread,
  };
}

/** The text of the documents without the parts that are not read. @param collections notes whether documents have collections */
function withoutUnread(
  text: Pieces,
  { areLines, isTree, rows, without }: NestedLayout,
  { mapping, again }: Input,
  collections: { areFound: boolean },
): Pieces {
  const trim = { object: rows?.steps ?? [], without, isTree };
  if (isPattern(mapping?.rows) && again !== undefined)
    return trimDocuments(text, { ...trim, collections }, areLines);
  return without.length === 0 ? text : trimObjects(text, trim, areLines);
}

/** The text with each row's keys, which are outside of the row, added inside of it. */
function withKeys(
  text: Pieces,
  { areLines, isTree, rows, names, read }: NestedLayout,
  { mapping = {} }: Input,
): Pieces {
  const keys = new Map([
    ...keyNames(rowsPath(mapping.rows ?? '').steps, mapping.transform === undefined ? read : 'all'),
    ...Array.from(rows?.names ?? [], ([name, step]) => [keyInBytes(name), step] as const),
  ]);
  if (keys.size === 0) return text;
  const readsOwnValue = isPattern(mapping.rows) || names.includes(OWN_VALUE);
  return addKeys(text, { rows: rows?.steps ?? [], names: keys, readsOwnValue, isTree }, areLines);
}

function bytesAgain({ again }: Input): Input['bytes'] {
  if (again === undefined) throw new Error('What is around the rows needs the bytes once more.');
  return again();
}

/** Chunks, followed by further chunks if there are any. */
async function* followed(
  chunks: AsyncGenerator<Chunk>,
  further: () => AsyncGenerator<Chunk> | undefined,
): AsyncGenerator<Chunk> {
  yield* chunks;
  const others = further();
  if (others !== undefined) yield* others;
}

/** The places that the readings of a document read. */
function documentPlaces(input: Input): DocumentPlaces {
  const { kind, format, mapping = {}, inFile = [{ kind, mapping }] } = input;
  const isTree = isTreeOf(input);
  const readings = inFile.filter((each) => each.mapping.rows !== undefined);
  return {
    isTree,
    rows: readings.map((each) => rowsIn(each.mapping.rows!, isTree).steps),
    keys: readings.map((each) => new Set(usedNames(each.kind, each.mapping))),
    own: Math.max(
      0,
      readings.findIndex((each) => each.mapping === mapping),
    ),
    read: [
      ...readings.flatMap((each) => placesAround(each.mapping, isTree)),
      ...inFile.flatMap((each) => (each.mapping.rows === undefined ? wholeRows(each, format) : [])),
    ],
    shape: new MessageShape(inFile),
  };
}

/** The possible places of rows whose mapping names no place: lines, or the elements of a list, which may be under the name of the kind. */
function wholeRows({ kind }: KindReading, format: Input['format']): (readonly Step[])[] {
  return format === 'json' ? [[EACH], [kind, EACH]] : [[]];
}

/** The places that a mapping reads around its rows, and the places that it ignores. */
function placesAround(mapping: KindMapping, isTree: boolean): (readonly Step[])[] {
  const { steps: rows } = rowsIn(mapping.rows!, isTree);
  const around = objectsAround(rows);
  const read = sourceNames(mapping).map(parsePath);
  const ignored = (mapping.ignore ?? []).map(parsePath);
  return [...read, ...ignored].flatMap(({ up, steps, text }) => {
    if (up === 0)
      return ignored.some((each) => each.steps === steps) ? [isTree ? inTree(steps) : steps] : [];
    return text === KEY || around[up - 1] === undefined ? [] : [[...around[up - 1]!, ...steps]];
  });
}

function parentReader(
  { object, keep }: ParentLevel,
  text: Pieces,
  file: string,
  { areLines, isTree }: { readonly areLines: boolean; readonly isTree: boolean },
): ParentReader {
  const trimmed = trimObjects(text, { object, without: [], keep, isTree }, areLines);
  const scanner = new PathScanner(
    { steps: object, text: '' },
    { areLines, passesBrokenLines: true, isTree },
  );
  return new ParentReader(cutChunks(trimmed, file, () => scanner));
}
