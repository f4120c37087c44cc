import { type FileRow, readRows } from '@chatferry/parsers';
import type { Archive, Entry } from '../archive/archive.ts';

/** An element of a JSON array. */
export interface Element {
  /** Its number in the array, from 1. */
  readonly line: number;
  /** Undefined when the element is not JSON. */
  readonly value: unknown;
  /** The text of the element, when it is not JSON. */
  readonly broken?: string;
}

/** Arrays up to this size are parsed in one step, which is twice as fast as element by element. */
const WHOLE_BYTES = 4 * 1024 * 1024;

const ELEMENTS_PER_BATCH = 500;

/**
 * The elements of a JSON array, in batches. Memory use does not grow with the file. A broken element affects only itself.
 *
 * @throws {InputError} for a file without an array
 */
export async function* elementsOf(
  archive: Archive,
  entry: Entry,
): AsyncGenerator<readonly Element[]> {
  if (entry.bytes <= WHOLE_BYTES) {
    const values = parsedOr(await archive.bytesOf(entry));
    if (values === null) return; // Some programs write an empty list as null.
    if (Array.isArray(values)) {
      yield values.map((value: unknown, index) => ({ line: index + 1, value }));
      return;
    }
  }
  let line = 0;
  let batch: Element[] = [];
  const bytes = archive.piecesOf(entry);
  const file = archive.placeOf(entry);
  for await (const found of readRows({ file, kind: 'messages', format: 'json', bytes })) {
    batch.push({ line: ++line, ...elementIn(found) });
    if (batch.length < ELEMENTS_PER_BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Bytes that are not UTF-8 become U+FFFD in the text, and the row gets a warning. */
function elementIn(found: FileRow): Omit<Element, 'line'> {
  if ('row' in found) return { value: found.row };
  const isText = found.problem.code !== 'broken-encoding';
  const value = isText ? undefined : parsedOr(Buffer.from(found.text));
  return value === undefined ? { value, broken: found.text } : { value };
}

/** The value of a JSON document; undefined for anything else. Bytes that are not UTF-8 become U+FFFD. */
export function parsedOr(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}
