import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { otherOwner } from '@chatferry/disk';
import { JobError } from '../errors/job-error.ts';
import {
  BACK,
  EXPORT_LEDGER,
  type ExportFile,
  exportFiles,
  isFileOfExport,
  LOCK,
  MANIFEST,
} from '../folder/export-files.ts';
import { makePrivate } from '../sending/job-ledger.ts';

/** The files of an export, by what they are for. */
export interface ExportFolder {
  readonly path: string;
  readonly ledger: string;
  readonly lock: string;
  readonly manifest: string;
  readonly edited: string;
  readonly deleted: string;
  readonly fileOf: (file: ExportFile) => string;
}

/**
 * Creates the folder of an export, or opens an existing folder. It must belong to this user and contain nothing but an export.
 *
 * @throws {JobError} `not-an-export`, `folder-is-file` or `foreign-folder`
 */
export function openExportFolder(folder: string): ExportFolder {
  const inside = (name: string): string => path.join(folder, name);
  if (existsSync(folder)) checkFolder(folder);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // SQLite would create these files readable for everybody.
  for (const name of [LOCK, EXPORT_LEDGER]) makePrivate(inside(name));
  return {
    path: folder,
    ledger: inside(EXPORT_LEDGER),
    lock: inside(LOCK),
    manifest: inside(MANIFEST),
    edited: inside(BACK[0]!),
    deleted: inside(BACK[1]!),
    fileOf: (file) => inside(exportFiles[file]),
  };
}

function checkFolder(folder: string): void {
  if (!statSync(folder).isDirectory())
    throw new JobError(
      'folder-is-file',
      `${folder} is a file.`,
      'Choose a folder that does not exist, or an empty one.',
    );
  const owner = otherOwner(folder);
  if (owner !== undefined)
    throw new JobError(
      'foreign-folder',
      `The folder ${folder} belongs to another user (uid ${owner}).`,
      'Choose another folder, or have the ownership of this one changed.',
    );
  const entries = readdirSync(folder, { withFileTypes: true });
  const foreign = entries.find((entry) => !isFileOfExport(entry.name) || !entry.isFile());
  // An earlier process may have been killed between taking the lock and creating the ledger.
  const isStarted = entries.some(({ name }) => name === EXPORT_LEDGER);
  if (foreign === undefined && (isStarted || entries.every(({ name }) => name.startsWith(LOCK))))
    return;
  const found = foreign ?? entries[0]!;
  throw new JobError(
    'not-an-export',
    `${path.join(folder, found.name)} is not a file of an export that was begun in ${folder}.`,
    'Choose a folder that does not exist, or an empty one: an export writes into no other.',
  );
}
