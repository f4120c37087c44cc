import { counted } from '@chatferry/contract';
import { deserialize } from 'bson';
import { cutOff } from '../../archive/refuse.ts';
import type { Document } from './document.ts';

/** The least bytes of a document: its length, and the zero at its end. */
const LEAST_BYTES = 5;

/** MongoDB stores documents of at most 16 MiB; the program that dumps them allows 16 KiB more. */
const MOST_BYTES = 16 * 1024 * 1024 + 16 * 1024;

const LENGTH_BYTES = 4;

/**
 * The documents of a BSON file. A batch has the documents that end in one piece. A broken document affects only itself, unless
 * its length is broken.
 *
 * @param file for the error @throws {SourceError} for a length that no document has, and for a file that is cut off
 */
export async function* bsonDocuments(
  pieces: AsyncIterable<Uint8Array>,
  file: string,
): AsyncGenerator<readonly Document[]> {
  let rest: Uint8Array[] = [];
  let waiting = 0;
  let needed = LENGTH_BYTES;
  let line = 0;
  let offset = 0;
  for await (const piece of pieces) {
    rest.push(piece);
    waiting += piece.length;
    if (waiting < needed) {
      rest[rest.length - 1] = Uint8Array.from(piece); // A piece may be reused.
      continue;
    }
    const bytes = rest.length === 1 ? asBuffer(piece) : Buffer.concat(rest);
    const batch: Document[] = [];
    let at = 0;
    for (needed = LENGTH_BYTES; bytes.length - at >= needed; needed = LENGTH_BYTES) {
      const length = bytes.readInt32LE(at);
      if (length < LEAST_BYTES || length > MOST_BYTES)
        throw cutOff(
          file,
          `document ${line + 1}, at byte ${offset}, claims a length of ${counted(length, 'byte')}`,
        );
      needed = length;
      if (bytes.length - at < needed) break;
      batch.push(documentIn(bytes.subarray(at, at + length), ++line));
      at += length;
      offset += length;
    }
    rest = at < bytes.length ? [Uint8Array.from(bytes.subarray(at))] : [];
    waiting = bytes.length - at;
    if (batch.length > 0) yield batch;
  }
  if (waiting > 0)
    throw cutOff(file, `it ends inside document ${line + 1}, which begins at byte ${offset}`);
}

function documentIn(bytes: Uint8Array, line: number): Document {
  try {
    return { line, value: deserialize(bytes, { validation: { utf8: false } }) };
  } catch (error) {
    const why = (error as Error).message;
    return {
      line,
      value: undefined,
      broken: `a BSON document of ${counted(bytes.length, 'byte')} that cannot be read: ${why}`,
    };
  }
}

function asBuffer({ buffer, byteOffset, length }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, length);
}
