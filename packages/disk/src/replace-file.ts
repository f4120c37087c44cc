import {
  closeSync,
  constants,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { createNewFile } from './new-file.ts';

/**
 * Replaces a small file atomically: another process reads the old text or the new one. Only the owner can read it.
 * A power cut may lose the new text.
 */
export function replaceFile(file: string, text: string): void {
  const temporary = temporaryName(file);
  const descriptor = createNewFile(temporary);
  try {
    writeFileSync(descriptor, text);
  } finally {
    closeSync(descriptor);
  }
  renameSync(temporary, file);
}

/** Windows has no such flag: the constant is undefined there, which changes no bit. */
const NO_FOLLOW = constants.O_RDONLY | constants.O_NOFOLLOW;

/** Reads a file that is not a link. @throws the system's error */
export function readFileOnly(file: string): string {
  return readFileSync(file, { encoding: 'utf8', flag: NO_FOLLOW });
}

/** The temporary path of a file, before it gets its name. */
export function temporaryName(file: string): string {
  return `${file}.new`;
}

/** Renames a finished file. Its name and content survive a power cut. */
export function publishFile(finished: string, file: string): void {
  syncToDisk(finished);
  renameSync(finished, file);
  syncToDisk(path.dirname(file));
}

/** Waits until the content of a file, or the names in a folder, are on the disk. */
function syncToDisk(name: string): void {
  const descriptor = openSync(name, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
