import { readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { freeBytes } from '@chatferry/disk';

/**
 * Removes plans from the cache until one more plan fits: below the bound, and on the disk. The plans that have not been used for longest are
 * removed first. A process that has a removed plan open keeps it until it closes the plan.
 *
 * @param kept a file that stays
 */
export function makeSpace(folder: string, bytes: number, mostBytes: number, kept?: string): void {
  const files = readdirSync(folder)
    .filter((name) => /\.(sqlite|part)$/.test(name))
    .map((name) => path.join(folder, name))
    .filter((file) => file !== kept)
    .flatMap((file) => {
      const stat = statSync(file, { throwIfNoEntry: false });
      return stat === undefined ? [] : [{ file, size: stat.size, usedAt: stat.mtimeMs }];
    })
    .toSorted((one, other) => one.usedAt - other.usedAt);
  let total = files.reduce((sum, { size }) => sum + size, 0);
  for (const { file, size } of files) {
    if (total + bytes <= mostBytes && freeBytes(folder) >= bytes) return;
    rmSync(file, { force: true });
    total -= size;
  }
}
