import { isObject } from '@chatferry/contract';
import { readValues } from '@chatferry/parsers';
import type { Archive, Entry } from '../archive/archive.ts';
import { type Element, parsedOr } from './elements.ts';
import { beginningIn, HEAD_BYTES, type JsonBeginning } from './json-beginning.ts';
import { type Line, linesOf } from './lines.ts';

/** A value inside a JSON document. */
export interface JsonPart extends Element {
  /** The path to the value, as in `channels[*].messages[*]`. */
  readonly path: string;
  /** Index of the outermost list element that contains the value; 0 for the element itself, and for a value in no list. */
  readonly within: number;
  /** The key that a `*` in the path matched. */
  readonly named?: string | undefined;
}

/** A file that is being read. Its content can be read once, either as parts of one document or as lines. */
export interface JsonFile {
  readonly entry: Entry;
  /** Its name in problems. */
  readonly file: string;
  /** Undefined when it is not JSON. */
  readonly beginning: JsonBeginning | undefined;
  /** The whole document, if it is small; undefined for several documents, and for a file that is not JSON. */
  readonly document?: unknown;
  /**
   * The values at some paths of the document, in batches. The line of a value is its number among the values of its
   * path, from 1. Memory use does not grow with the document. A broken value affects only itself.
   *
   * @param paths no path leads into the value of another path
   * @throws {InputError} for a document that is cut off
   */
  readonly parts: (paths: readonly string[]) => AsyncGenerator<readonly JsonPart[]>;
  readonly lines: () => AsyncGenerator<readonly Line[]>;
}

/** Documents up to this size are parsed in one step, which is several times as fast as part by part. */
const WHOLE_BYTES = 4 * 1024 * 1024;

/** Some files of an archive, each once, in the order that costs least. */
export async function* jsonFiles(
  archive: Archive,
  wanted: readonly Entry[],
): AsyncGenerator<JsonFile> {
  if (archive.inOneRead !== undefined)
    for await (const [entry, pieces] of archive.inOneRead(new Set(wanted)))
      yield isSmall(entry)
        ? wholeFile(archive, entry, Buffer.concat(await Array.fromAsync(pieces)))
        : await largeFile(archive, entry, pieces);
  else
    for (const entry of wanted)
      yield isSmall(entry)
        ? wholeFile(archive, entry, await archive.bytesOf(entry))
        : await largeFile(archive, entry, archive.piecesOf(entry));
}

/** The beginning of a file; undefined for a file that is not JSON. */
export async function jsonBeginning(
  archive: Archive,
  entry: Entry,
): Promise<JsonBeginning | undefined> {
  const { head } = await headOf(archive.piecesOf(entry));
  return beginningIn(head.toString('utf8', 0, HEAD_BYTES));
}

function isSmall({ bytes }: Entry): boolean {
  return bytes <= WHOLE_BYTES;
}

function wholeFile(archive: Archive, entry: Entry, bytes: Uint8Array): JsonFile {
  const file = archive.placeOf(entry);
  const pieces = async function* pieces(): AsyncGenerator<Uint8Array> {
    yield bytes;
  };
  const document = parsedOr(bytes);
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, HEAD_BYTES));
  return {
    entry,
    file,
    document,
    beginning:
      typeof document === 'object' && document !== null
        ? { isLines: false, value: document }
        : beginningIn(head.toString()),
    lines: () => linesOf(pieces(), file),
    parts: async function* parts(paths) {
      if (document === undefined) yield* partsIn(pieces(), file, paths);
      else for (const path of paths) yield partsAt(document, path);
    },
  };
}

async function largeFile(
  archive: Archive,
  entry: Entry,
  content: AsyncIterable<Uint8Array>,
): Promise<JsonFile> {
  const file = archive.placeOf(entry);
  const { head, rest } = await headOf(content);
  const pieces = async function* pieces(): AsyncGenerator<Uint8Array> {
    yield head;
    yield* rest;
  };
  return {
    entry,
    file,
    beginning: beginningIn(head.toString('utf8', 0, HEAD_BYTES)),
    lines: () => linesOf(pieces(), file),
    parts: (paths) => partsIn(pieces(), file, paths),
  };
}

/** The first pieces as one buffer, and all other pieces. */
async function headOf(content: AsyncIterable<Uint8Array>): Promise<{
  readonly head: Buffer;
  readonly rest: AsyncIterable<Uint8Array>;
}> {
  const reader = content[Symbol.asyncIterator]();
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  while (bytes < HEAD_BYTES) {
    const next = await reader.next();
    if (next.done === true) break;
    pieces.push(Uint8Array.from(next.value));
    bytes += next.value.length;
  }
  return { head: Buffer.concat(pieces), rest: { [Symbol.asyncIterator]: () => reader } };
}

async function* partsIn(
  bytes: AsyncIterable<Uint8Array>,
  file: string,
  paths: readonly string[],
): AsyncGenerator<readonly JsonPart[]> {
  const lines = paths.map(() => 0);
  const stars = paths.map((path) => stepsOf(path).indexOf('*'));
  for await (const found of readValues(bytes, file, paths))
    yield found.map(({ path, keys, text }) => {
      const place = {
        path: paths[path]!,
        line: ++lines[path]!,
        within: outerIndex(keys),
        named: keys[stars[path]!],
      };
      try {
        return { ...place, value: JSON.parse(text) as unknown };
      } catch {
        return { ...place, value: undefined, broken: text };
      }
    });
}

/** Keys may look like indexes, but not in the exports that are read in this way. */
function outerIndex(keys: readonly (string | undefined)[]): number {
  const index = keys.slice(0, -1).find((key) => key !== undefined && /^\d+$/.test(key));
  return Number(index ?? 0);
}

interface Reached {
  readonly value: unknown;
  readonly indexes: readonly number[];
  readonly named?: string | undefined;
}

function stepsOf(path: string): readonly string[] {
  return path.match(/[^.[\]*]+|\[\*\]|\*/g) ?? [];
}

function partsAt(document: unknown, path: string): JsonPart[] {
  const steps = stepsOf(path);
  let reached: readonly Reached[] = [{ value: document, indexes: [] }];
  for (const [depth, step] of steps.entries()) {
    const isLast = depth === steps.length - 1;
    reached = reached.flatMap(({ value, indexes, named }): readonly Reached[] => {
      if (step === '*')
        return isObject(value)
          ? Object.entries(value).map(([key, each], index) => ({
              value: each,
              indexes: isLast ? indexes : [...indexes, index],
              named: key,
            }))
          : [];
      if (step !== '[*]') {
        const isHere = isObject(value) && Object.hasOwn(value, step);
        return isHere ? [{ value: value[step], indexes, named }] : [];
      }
      const elements: readonly unknown[] = Array.isArray(value) ? value : [];
      return elements.map((each, index) => ({
        value: each,
        indexes: isLast ? indexes : [...indexes, index],
        named,
      }));
    });
  }
  return reached.map(({ value, indexes, named }, index) => ({
    path,
    line: index + 1,
    within: indexes[0] ?? 0,
    named,
    value,
  }));
}
