import { closeSync, openSync, readSync } from 'node:fs';
import path from 'node:path';
import { JobError } from '../errors/job-error.ts';
import type { IgnoredFile } from './ignored-file.ts';

/** The fix for names that show no kind. */
export const namesToUse =
  'Name the files after what they hold, such as users.csv, groups.json, members.ndjson.gz or messages-2024.csv.';

/** Files and folders that an error names. */
const MOST_NAMED = 5;

/** The error for a folder, or for files, from which nothing is read. */
export function nothingRecognised(given: string, ignored: readonly IgnoredFile[]): JobError {
  const areSkipped = areAllSkipped(ignored);
  const left = areSkipped ? ignored.filter(({ skipped }) => skipped !== undefined) : ignored;
  const names = left
    .slice(0, MOST_NAMED)
    .map(({ file, skipped = encodingOf(file) }) =>
      skipped === '' ? file : `${file} (${skipped})`,
    );
  const more = left.length > MOST_NAMED ? ', …' : '';
  const areFolders = ignored.length > 0 && ignored.every(isFolder);
  return new JobError(
    'nothing-recognised',
    `Nothing in '${given}' is ${areSkipped ? 'to be read' : 'recognised'}: ${names.join(', ')}${more}.`,
    areSkipped
      ? 'Declare the kind of one of them in place of skip.'
      : areFolders
        ? `Only the files of a folder itself are read. Name the folders: ${names.join(' ')}`
        : namesToUse,
    areSkipped ? {} : { path: given },
  );
}

/** Whether the configuration leaves out every file, except the configuration itself and folders. */
export function areAllSkipped(ignored: readonly IgnoredFile[]): boolean {
  const files = ignored.filter((each) => !isFolder(each) && !isConfiguration(each));
  return files.length > 0 && files.every(({ skipped }) => skipped !== undefined);
}

function isFolder({ file }: IgnoredFile): boolean {
  return file.endsWith(path.sep);
}

function isConfiguration({ file }: IgnoredFile): boolean {
  return /^chatferry\.[\w.]+$/.test(path.basename(file));
}

/** A sentence about a file in UTF-16, which is recognised as an export only after it is converted to UTF-8; empty for other files. */
function encodingOf(file: string): string {
  if (file.endsWith(path.sep)) return '';
  const bytes = Buffer.alloc(2);
  try {
    const opened = openSync(file, 'r');
    try {
      readSync(opened, bytes, 0, 2, 0);
    } finally {
      closeSync(opened);
    }
  } catch {
    return '';
  }
  const mark = bytes.toString('hex');
  return mark === 'fffe' || mark === 'feff'
    ? 'it is UTF-16, and exports of chat systems are read as UTF-8: convert it'
    : '';
}
