import { closeSync, lstatSync, openSync, readSync, type Stats } from 'node:fs';

/** Suffixes of the files that make up a database. */
const SUFFIXES = ['', '-wal', '-shm', '-journal'];

/** Something other than a regular file at the path of a database file. */
export interface NotAFile {
  readonly path: string;
  readonly what: 'a link' | 'a folder' | 'a pipe, device or socket';
}

/**
 * Finds what must not be opened as a database: SQLite follows links, and opening a pipe never returns.
 *
 * @returns undefined when each file of the database is a regular file or absent
 * @throws the system's error when the disk does not answer
 */
export function notADatabaseFile(database: string): NotAFile | undefined {
  for (const suffix of SUFFIXES) {
    const path = `${database}${suffix}`;
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found !== undefined && !found.isFile()) return { path, what: whatIs(found) };
  }
  return undefined;
}

function whatIs(found: Stats): NotAFile['what'] {
  if (found.isSymbolicLink()) return 'a link';
  return found.isDirectory() ? 'a folder' : 'a pipe, device or socket';
}

const PIECE_BYTES = 1024 * 1024;

/** Whether every byte of a file can be read; true for an absent file. SQLite reports a read error of the disk as a damaged database. */
export function canBeRead(file: string): boolean {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(file, 'r');
    const piece = Buffer.alloc(PIECE_BYTES);
    while (readSync(descriptor, piece) > 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT';
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}
