import { lstatSync, realpathSync } from 'node:fs';
import path from 'node:path';

/** Whether a file in an input folder is a link to a target outside the folder. */
export function leadsOutside(folder: string, file: string): boolean {
  if (!lstatSync(file).isSymbolicLink()) return false;
  const inside = `${realpathSync(folder)}${path.sep}`;
  return !realpathSync(file).startsWith(inside);
}
