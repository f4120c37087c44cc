import { mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { systemCode } from './system-code.ts';

/**
 * Creates a folder and its missing parents, which only this user can read. An existing folder stays unchanged.
 *
 * Node's own recursive creation never ends in folders of the kernel such as `/proc`, which exist and take no folders.
 *
 * @throws {NodeJS.ErrnoException} the error of the system about the first folder that cannot be created
 */
export function makeFolder(folder: string): void {
  const missing: string[] = [];
  for (let at = path.resolve(folder); !exists(at); at = path.dirname(at)) missing.push(at);
  for (const each of missing.toReversed()) makeOne(each);
}

function makeOne(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process may have created the folder in the meantime.
    if (systemCode(error) !== 'EEXIST') throw error;
  }
}

function exists(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false }) !== undefined;
}
