import { openSync, rmSync } from 'node:fs';

/**
 * Creates a file that only its owner can read (mode 0600), in place of one that was left there. Exclusive: it follows
 * no link and takes no file of another user, even if one appears at this moment.
 *
 * @returns a descriptor to write and to read it
 */
export function createNewFile(file: string): number {
  rmSync(file, { force: true });
  return openSync(file, 'wx+', 0o600);
}
