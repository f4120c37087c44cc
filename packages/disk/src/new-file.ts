import { openSync, rmSync } from 'node:fs';

/**
 * Creates a file that only its owner can read (mode 0600), and removes an older file first. Creation is exclusive: it follows no link and
 * takes no file of another user, even if such a file appears at this moment.
 *
 * @returns a descriptor for writing and reading
 */
export function createNewFile(file: string): number {
  rmSync(file, { force: true });
  return openSync(file, 'wx+', 0o600);
}
