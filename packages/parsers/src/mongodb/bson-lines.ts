import { peek, type Pieces } from '../bytes/peek.ts';
import { InputError } from '../terms/input-error.ts';
import { ARCHIVE_MARK_BYTES, beginsArchive } from './archive-mark.ts';
import { ByteOutput } from './byte-output.ts';
import { DocumentCutter } from './document-cutter.ts';
import { DocumentWriter } from './document-writer.ts';

const LF = 0x0a;

/**
 * The documents of a `.bson` file as lines of JSON, so that line numbers are document numbers. Memory use does not grow with the file.
 *
 * @param pieces decompressed
 * @throws {InputError} `broken-file` where the next document cannot be found
 */
export async function* bsonLines(pieces: Pieces, file: string): AsyncGenerator<Uint8Array> {
  const { head, all } = await peek(pieces, ARCHIVE_MARK_BYTES);
  if (beginsArchive(head))
    throw new InputError(
      'broken-file',
      'is an archive of mongodump, which holds several collections.',
      { file },
      {
        fix: 'Declare format: mongo-archive, and the collection of each kind, as in rows: app.messages[*].',
      },
    );
  const out = new ByteOutput();
  const writer = new DocumentWriter(out);
  const cutter = new DocumentCutter(file, {
    document: (bytes, from, to, offset) => {
      writer.write(bytes, from, to, offset);
      out.byte(LF);
    },
  });
  for await (const piece of all) {
    out.clear();
    cutter.take(piece);
    if (out.length > 0) yield out.bytes;
  }
  cutter.end();
}
