import type { Pieces } from '../bytes/peek.ts';
import { archivePieces } from './archive-pieces.ts';
import { type ArchiveReadings, ArchiveWriter } from './archive-writer.ts';
import { ByteOutput } from './byte-output.ts';

/**
 * The documents of an archive of mongodump as one JSON document: `{"app":{"users":[…]},"app":{"messages":[…]}}`. Each segment repeats the keys of its
 * collection. Line numbers count the documents of the whole archive. Documents that only other readings need are left out.
 *
 * @param pieces decompressed
 * @throws {InputError} as `archivePieces`, and for an archive without the collection of the rows
 */
export async function* archiveText(
  pieces: Pieces,
  file: string,
  readings: ArchiveReadings,
): AsyncGenerator<Uint8Array> {
  const out = new ByteOutput();
  const writer = new ArchiveWriter(out, file, readings);
  for await (const _ of archivePieces(pieces, file, writer)) {
    if (out.length > 0) yield out.bytes;
    out.clear();
  }
  writer.end();
  yield out.bytes;
}
