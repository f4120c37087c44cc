import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/** Adds a file to an archive. @param pieces generates the text when the file is written */
export type AddFile = (name: string, pieces: () => Iterable<string>) => void;

/** Writes an archive of the added files. Memory use does not grow with their size. @param now the time of the files in UNIX seconds */
export async function writeArchive(
  path: string,
  now: number,
  addAll: (add: AddFile) => void,
): Promise<void> {
  const zip = new ZipFile();
  const mtime = new Date(now * 1000);
  addAll((name, pieces) =>
    zip.addReadStreamLazy(name, { mtime }, (take) => {
      take(null, Readable.from(pieces(), { objectMode: false }));
    }),
  );
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(path));
}
