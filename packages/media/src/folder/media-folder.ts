import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { takeLock } from '@chatferry/disk';
import { MediaError } from '../terms/media-error.ts';

/** The files of a folder with copies; docs/media.md describes each. */
export interface MediaFolder {
  readonly path: string;
  /** Every address and its outcome, without anything that gives access to the files. */
  readonly ledger: string;
  /** The copies, named after their content. */
  readonly files: string;
  /** Files that are not complete. */
  readonly partial: string;
  /** Maps old addresses to new addresses. */
  readonly map: string;
  readonly lock: string;
}

function mediaFolder(folder: string): MediaFolder {
  const inside = (name: string): string => path.join(folder, name);
  return {
    path: folder,
    ledger: inside('media.sqlite'),
    files: inside('files'),
    partial: inside('partial'),
    map: inside('map.ndjson'),
    lock: inside('lock.sqlite'),
  };
}

const own =
  /^(?:media\.sqlite(?:-wal|-shm|-journal)?|lock\.sqlite(?:-wal|-shm|-journal)?|files|partial|map\.ndjson(?:\.new)?)$/;

/** Creates a folder for copies, or continues one. @throws {MediaError} when the folder has other content */
export function makeMediaFolder(at: string): MediaFolder {
  const folder = mediaFolder(at);
  mkdirSync(at, { recursive: true, mode: 0o700 });
  refuseOthers(folder);
  for (const each of [folder.files, folder.partial])
    mkdirSync(each, { mode: 0o700, recursive: true });
  return folder;
}

/** @throws {MediaError} when nothing was copied into the folder */
export function existingMediaFolder(at: string): MediaFolder {
  const folder = mediaFolder(at);
  if (statSync(folder.ledger, { throwIfNoEntry: false }) === undefined)
    throw new MediaError(
      'no-media-folder',
      `${at} is not a folder with copies of media.`,
      'Copy the media into it first.',
    );
  return folder;
}

function refuseOthers(folder: MediaFolder): void {
  const names = readdirSync(folder.path);
  const other = names.find((name) => !own.test(name));
  // The lock is written first, the ledger second.
  const isOurs =
    names.length === 0 || names.includes('media.sqlite') || names.includes('lock.sqlite');
  if (other === undefined && isOurs) return;
  throw new MediaError(
    'not-a-media-folder',
    `${folder.path} holds ${other === undefined ? 'files without their ledger' : `'${other}'`}, which is not of a copy of media. Nothing was written.`,
    'Name a new folder, or an empty one.',
  );
}

/** Only one process copies into a folder. @throws {MediaError} when another process does */
export function lockMediaFolder(folder: MediaFolder): Disposable {
  const lock = takeLock(folder.lock, Date.now());
  chmodSync(folder.lock, 0o600);
  if (!('takenBy' in lock)) return lock;
  const { pid, host } = lock.takenBy;
  throw new MediaError(
    'media-folder-in-use',
    `Another process copies into ${folder.path}: process ${pid} on ${host}.`,
    'Wait until it has ended.',
  );
}
