import { closeSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import nodePath from 'node:path';
import { constants, gunzipSync } from 'node:zlib';
import type { Archive } from './archive.ts';
import { isUtf16 } from './as-utf8.ts';
import { openFolder } from './folder-archive.ts';
import { isAdded } from './listing.ts';
import { openSingleFile } from './single-file.ts';

/** The signature of the first entry, and of the end of an archive without entries. */
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

const GZIP = 0x8b1f;

/** The text in the first header of a tar archive, and its offset. */
const TAR = { text: 'ustar', offset: 257 };

/** Whether a file is a tar archive, with or without gzip. */
export function isTar(file: string): boolean {
  const head = headOf(file, 64 * 1024);
  const isPacked = head.length > 18 && head.readUInt16LE(0) === GZIP;
  const bytes = isPacked ? unpackedHead(head) : head;
  const found = bytes.subarray(TAR.offset, TAR.offset + TAR.text.length);
  return found.toString('latin1') === TAR.text;
}

function unpackedHead(head: Buffer): Buffer {
  try {
    const finishFlush = constants.Z_SYNC_FLUSH; // The head ends somewhere in the compressed bytes.
    return gunzipSync(head, { finishFlush, maxOutputLength: 64 * 1024 * 1024 });
  } catch {
    return Buffer.alloc(0);
  }
}

/** The beginning of a file, as text. The byte order mark shows UTF-16. */
export function beginningOf(file: string): string {
  const head = headOf(file, 1024);
  if (!isUtf16(head)) return head.toString();
  return new TextDecoder(head[0] === 0xff ? 'utf-16le' : 'utf-16be').decode(head);
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
 * Opens a folder, a ZIP archive, a tar archive, or a single file.
 *
 * @param except a folder in the folder that is not part of the export
 * @throws {SourceError} when the archive is damaged, hostile or encrypted
 */
export async function openArchive(path: string, except?: string): Promise<Archive> {
  if (statSync(path).isDirectory()) return openFolder(path, except);
  if (isZip(path)) return (await import('./zip-archive.ts')).openZip(path);
  return isTar(path) ? (await import('./tar-archive.ts')).openTar(path) : openSingleFile(path);
}

/** The names in a folder, or in its only subfolder: enough to see that most folders are not exports. */
export function rootNames(folder: string): readonly string[] {
  const entries = readdirSync(folder, { withFileTypes: true }).filter(({ name }) => !isAdded(name));
  const [only] = entries;
  if (entries.length === 1 && only!.isDirectory())
    return readdirSync(nodePath.join(folder, only!.name));
  return entries.map(({ name }) => name);
}
