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
import { inTree, isPattern, rowsPath, type RowsPath } from './mapping/rows-path.ts';
import { EACH, isEach, KEY, parsePath, type Step } from './mapping/source-path.ts';
import { OWN_VALUE } from './mapping/source-row.ts';
import { usedNames } from './mapping/used-names.ts';

/** Rows inside of JSON documents, and what is beside them. */
export interface NestedRows {
  readonly chunks: AsyncGenerator<Chunk>;
  /** Absent where rows are whole documents. Complete when the chunks have ended. */
  readonly unread?: UnreadPlaces;
}

/**
 * The rows inside of JSON documents, in memory that does not grow with them:
 *
 * - lists in a row that are rows of other kinds are left out of it
 * - what is around the rows is read at the same time from the file once more, for each level of `^.`, always just far
 *   enough: so fields that come after the rows are known as well
 *
 * @param textOf bytes of a file as UTF-8 @param findsUnread see `openChunks`
 * @returns undefined for a file whose rows are not nested
 */
export function nestedRows(
  input: Input,
  textOf: (bytes: Input['bytes']) => Pieces,
  store: BufferStore,
  findsUnread: boolean,
): NestedRows | undefined {
  const { file, format, bytes, again, mapping = {}, others = [], otherRows = [] } = input;
  const areLines = format === 'ndjson';
  const isTree = isTreeOf(input);
  const rows = mapping.rows === undefined ? undefined : rowsIn(mapping.rows, isTree);
  const steps = rows?.steps ?? [];
  const names = [...sourceNames(mapping), ...(others || []).flatMap((when) => Object.keys(when))];
  const read = names.map(parsePath);
  const inside = otherRows.map((path) => rowsIn(path, isTree).steps);
  const ignored = isTree ? ignoredPlaces(mapping) : [];
  const without = [...listsInside(steps, inside), ...placesInside(steps, ignored)].filter(
    (list) => {
      const key = list[steps.length];
      return key === undefined || !read.some(({ up, steps: [first] }) => up === 0 && first === key);
    },
  );
  const isNested = rows !== undefined || (areLines && without.length > 0);
  if (format === 'csv' || !isNested) return undefined;

  const treeOf = (raw: Input['bytes']): Pieces =>
    isTree ? fromRest(textOf(raw), file) : textOf(raw);
  const text = treeOf(bytes);
  const collections = { areFound: false };
  const trim = { object: steps, without, isTree };
  const trimmed =
    isPattern(mapping.rows) && again !== undefined
      ? trimDocuments(text, { ...trim, collections }, areLines)
      : without.length === 0
        ? text
        : trimObjects(text, trim, areLines);
  const keys = new Map([
    ...keyNames(rowsPath(mapping.rows ?? '').steps, mapping.transform === undefined ? read : 'all'),
    ...Array.from(rows?.names ?? [], ([name, step]) => [keyInBytes(name), step] as const),
  ]);
  const readsOwnValue = isPattern(mapping.rows) || names.includes(OWN_VALUE);
  const added = { rows: steps, names: keys, readsOwnValue, isTree };
  const pieces = keys.size === 0 ? trimmed : addKeys(trimmed, added, areLines);
  if (rows === undefined)
    return { chunks: cutChunks(pieces, file, () => new LineScanner(), undefined, store) };
  const levels = parentLevels(steps, read);
  const unread = findsUnread ? new UnreadPlaces(documentPlaces(input)) : undefined;
  const scanner = new PathScanner(rows, {
    areLines,
    isTree,
    unread,
    levels: levels.map(({ object }) => object.length),
  });
  const chunks = cutChunks(pieces, file, () => scanner, undefined, store);
  const withAround =
    levels.length === 0
      ? chunks
      : withParents(
          chunks,
          levels,
          levels.map((level) =>
            parentReader(level, treeOf(bytesAgain(input)), file, { areLines, isTree }),
          ),
          () => scanner.takeParents(),
        );
  if (unread === undefined) return { chunks: withAround };
  const inner = (): AsyncGenerator<Chunk> => {
    const beside = new InnerCollections(documentPlaces(input));
    const documents = new PathScanner(
      { steps: [], text: '' },
      { areLines, isTree, unread: beside },
    );
    return cutChunks(treeOf(bytesAgain(input)), file, () => documents, undefined, store);
  };
  return {
    chunks: followed(withAround, () => (collections.areFound ? inner() : undefined)),
    unread,
  };
}

function bytesAgain({ again }: Input): Input['bytes'] {
  if (again === undefined) throw new Error('What is around the rows needs the bytes once more.');
  return again();
}

/** Chunks, and then further ones, if there are any. */
async function* followed(
  chunks: AsyncGenerator<Chunk>,
  further: () => AsyncGenerator<Chunk> | undefined,
): AsyncGenerator<Chunk> {
  yield* chunks;
  const others = further();
  if (others !== undefined) yield* others;
}

/** Whether a document is a tree of documents: rows of one of its kinds are named by a pattern. */
function isTreeOf({ kind, mapping = {}, inFile = [{ kind, mapping }] }: Input): boolean {
  return inFile.some((each) => isPattern(each.mapping.rows));
}

function rowsIn(path: string, isTree: boolean): RowsPath {
  const rows = rowsPath(path);
  return isTree ? { ...rows, steps: inTree(rows.steps) } : rows;
}

/** Places that a mapping ignores, from the outside of the document. */
function ignoredPlaces({ ignore = [] }: KindMapping): (readonly Step[])[] {
  return ignore.map((name) => inTree(parsePath(name).steps));
}

function placesInside(
  rows: readonly Step[],
  places: readonly (readonly Step[])[],
): (readonly Step[])[] {
  return places.filter(
    (place) => place.length > rows.length && rows.every((step, at) => step === place[at]),
  );
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

/** Where the rows of a reading are whose mapping names no place: lines, the elements of a list, or those under the name of the kind. */
function wholeRows({ kind }: KindReading, format: Input['format']): (readonly Step[])[] {
  return format === 'json' ? [[EACH], [kind, EACH]] : [[]];
}

/** The places that a mapping reads around its rows, and those that it ignores. */
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

/** What is inside of rows that are rows of other kinds: lists, and where each value of a row or an object is one, these. */
function listsInside(
  rows: readonly Step[],
  otherRows: readonly (readonly Step[])[],
): (readonly Step[])[] {
  return placesInside(rows, otherRows).map((other) => {
    const isInList =
      other.at(-1) === EACH || (isEach(other.at(-1)!) && other.length > rows.length + 1);
    return isInList ? other.slice(0, -1) : other;
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
