import { peek, type Pieces } from '../bytes/peek.ts';
import { InputError } from '../terms/input-error.ts';
import { ARCHIVE_MARK_BYTES, beginsArchive } from './archive-mark.ts';
import { type ArchiveHandler, ArchiveParser } from './archive-parser.ts';
import { DocumentCutter } from './document-cutter.ts';

/**
 * Passes the parts of an archive of mongodump to a handler, piece by piece.
 *
 * @param pieces decompressed @returns yields after each piece
 * @throws {InputError} `broken-file` for a file that is not an archive, or that is damaged or cut off
 */
export async function* archivePieces(
  pieces: Pieces,
  file: string,
  handler: ArchiveHandler,
): AsyncGenerator<void> {
  const { head, all } = await peek(pieces, ARCHIVE_MARK_BYTES);
  if (!beginsArchive(head))
    throw new InputError(
      'broken-file',
      'is no archive of mongodump: it does not begin like one.',
      { file },
      { fix: 'Declare its format, such as bson for a file with one collection.' },
    );
  const parser = new ArchiveParser(file, handler);
  const cutter = new DocumentCutter(file, parser, ARCHIVE_MARK_BYTES);
  let skip = ARCHIVE_MARK_BYTES;
  for await (const piece of all) {
    cutter.take(piece.subarray(skip));
    skip = 0;
    yield;
  }
  cutter.end();
  parser.end();
}
