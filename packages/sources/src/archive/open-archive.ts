import { closeSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import nodePath from 'node:path';
import type { Archive } from './archive.ts';
import { openFolder } from './folder-archive.ts';
import { isAdded } from './listing.ts';
import { openZip } from './zip-archive.ts';

/** Begins the first entry, or ends an archive without one. */
const signatures = [0x04034b50, 0x06054b50];

/** Whether a file begins as ZIP archives do. */
export function isZip(file: string): boolean {
  const descriptor = openSync(file, 'r');
  try {
    const head = Buffer.alloc(4);
    return readSync(descriptor, head, 0, 4, 0) === 4 && signatures.includes(head.readUInt32LE(0));
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Opens a folder or a ZIP archive.
 *
 * @param path of a folder, or of a file that `isZip`
 * @throws {SourceError} when it is damaged, hostile or encrypted
 */
export function openArchive(path: string): Promise<Archive> {
  return statSync(path).isDirectory() ? openFolder(path) : openZip(path);
}

/** The names in a folder, or in the only folder in it: enough to see that most folders are not exports. */
export function rootNames(folder: string): readonly string[] {
  const entries = readdirSync(folder, { withFileTypes: true }).filter(({ name }) => !isAdded(name));
  const [only] = entries;
  if (entries.length === 1 && only!.isDirectory())
    return readdirSync(nodePath.join(folder, only!.name));
  return entries.map(({ name }) => name);
}
