import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';

/** Names, sizes and times of the files in a job folder, without its index: equal as long as nothing is written. Reading a database changes the file of its shared memory only. */
export function folderStamps(folder: string): unknown[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => !name.endsWith('-shm') && !name.startsWith('view.sqlite'))
    .toSorted()
    .map((name) => {
      const stat = statSync(path.join(folder, name), { bigint: true, throwIfNoEntry: false });
      return [name, String(stat?.size), String(stat?.mtimeNs), String(stat?.ino)];
    });
}
