import { createReadStream, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Archive } from './archive.ts';
import { digestOf } from './listing.ts';

/** An export that is one file, such as a database. */
export function openSingleFile(file: string): Archive {
  const { size, mtimeMs } = statSync(file);
  const entries = [{ name: path.basename(file), bytes: size, state: mtimeMs }];
  return {
    path: file,
    entries,
    digest: digestOf(entries),
    placeOf: () => file,
    fileOf: () => file,
    bytesOf: () => readFile(file),
    piecesOf: () => createReadStream(file),
    [Symbol.dispose]: () => {},
  };
}
