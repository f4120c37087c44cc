import { closeSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import nodePath from 'node:path';
import type { Archive } from './archive.ts';
import { openFolder } from './folder-archive.ts';
import { isAdded } from './listing.ts';
import { openSingleFile } from './single-file.ts';
import { openZip } from './zip-archive.ts';

/** Begins the first entry, or ends an archive without one. */
const signatures = [0x04034b50, 0x06054b50];

/** Whether a file begins as ZIP archives do. */
export function isZip(file: string): boolean {
  const head = headOf(file, 4);
  return head.length === 4 && signatures.includes(head.readUInt32LE(0));
}

const SQLITE = 'SQLite format 3';

/** Whether a file is a database of SQLite. */
export function isSqlite(file: string): boolean {
  return headOf(file, SQLITE.length).toString('latin1') === SQLITE;
}

/** The beginning of a file, as text. */
export function beginningOf(file: string): string {
  return headOf(file, 1024).toString();
}

function headOf(file: string, bytes: number): Buffer {
  const descriptor = openSync(file, 'r');
  try {
    const head = Buffer.alloc(bytes);
    return head.subarray(0, readSync(descriptor, head, 0, bytes, 0));
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Opens a folder, a ZIP archive, or a single file.
 *
 * @param except a folder in the folder that is not part of the export
 * @throws {SourceError} when it is damaged, hostile or encrypted
 */
export async function openArchive(path: string, except?: string): Promise<Archive> {
  if (statSync(path).isDirectory()) return openFolder(path, except);
  return isZip(path) ? openZip(path) : openSingleFile(path);
}

/** The names in a folder, or in the only folder in it: enough to see that most folders are not exports. */
export function rootNames(folder: string): readonly string[] {
  const entries = readdirSync(folder, { withFileTypes: true }).filter(({ name }) => !isAdded(name));
  const [only] = entries;
  if (entries.length === 1 && only!.isDirectory())
    return readdirSync(nodePath.join(folder, only!.name));
  return entries.map(({ name }) => name);
}
