import { createReadStream, readdirSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Archive, Entry } from './archive.ts';

/** An export that is one file, with further files of its folder. @param belongs whether the file with a name is part of the export */
export function withFilesBeside(single: Archive, belongs: (name: string) => boolean): Archive {
  const [own] = single.entries;
  const file = own === undefined ? undefined : single.fileOf(own);
  if (file === undefined || single.entries.length !== 1) return single;
  const folder = path.dirname(file);
  const beside = readdirSync(folder, { withFileTypes: true })
    .filter((found) => found.isFile() && found.name !== own!.name && belongs(found.name))
    .map(({ name }): Entry => ({ name, bytes: statSync(path.join(folder, name)).size }));
  if (beside.length === 0) return single;
  const others = new Set(beside);
  const fileOf = ({ name }: Entry): string => path.join(folder, name);
  return {
    ...single,
    entries: [own!, ...beside],
    placeOf: (entry) => (others.has(entry) ? fileOf(entry) : single.placeOf(entry)),
    fileOf: (entry) => (others.has(entry) ? fileOf(entry) : single.fileOf(entry)),
    bytesOf: (entry) => (others.has(entry) ? readFile(fileOf(entry)) : single.bytesOf(entry)),
    piecesOf: (entry) =>
      others.has(entry) ? createReadStream(fileOf(entry)) : single.piecesOf(entry),
  };
}
