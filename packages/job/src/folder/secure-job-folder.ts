import { chmodSync, type Dirent, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { otherOwner } from '@chatferry/disk';
import { JobError } from '../errors/job-error.ts';
import type { JobFolder } from './job-folder.ts';

/**
 * Makes a job folder safe to write: it belongs to this user, no other user can write to it, and none of its files is a link.
 * Afterwards no other user can create a link in it.
 *
 * @param warn called with a line when other users can write the folder and its mode cannot be changed
 * @throws {JobError} when the folder belongs to another user, and as `checkJobFiles`
 */
export function secureJobFolder(job: JobFolder, warn: (line: string) => void = () => {}): void {
  const owner = otherOwner(job.path);
  if (owner !== undefined)
    throw new JobError(
      'foreign-folder',
      `The job folder ${job.path} belongs to another user (uid ${owner}).`,
      'Choose another job folder, or have the ownership of this one changed.',
    );
  if (!closeToOthers(job.path))
    warn(
      `Other users can write the job folder ${job.path}, and its mode cannot be changed; they can change what is sent.`,
    );
  checkJobFiles(job);
}

/** Removes the write permission of other users. @returns false when they keep it: some volumes have no file modes */
function closeToOthers(folder: string): boolean {
  const isOpen = (): boolean => (statSync(folder).mode & 0o022) !== 0;
  if (!isOpen()) return true;
  try {
    chmodSync(folder, 0o700);
  } catch {
    return false;
  }
  return !isOpen();
}

/**
 * Refuses links, which SQLite follows, pipes, whose opening never returns, and folders in place of files, before any
 * file is opened. Files with other names are not checked.
 *
 * @throws {JobError} naming the file
 */
export function checkJobFiles(job: JobFolder): void {
  const names = [
    ...Object.values(job)
      .slice(1)
      .map((file: string) => path.basename(file)),
    ...others,
  ];
  // A plan that is rebuilt next to the first plan has its own building folder, which remains after a kill.
  const building = [`${job.plan}.building`, `${job.plan}.again.building`];
  const folders = [job.failed, job.exportRows, ...building].map((folder) => path.basename(folder));
  for (const entry of entriesOf(job.path)) {
    if (!names.some((name) => isNameOrBeside(entry.name, name))) continue;
    const file = path.join(job.path, entry.name);
    // The folder of an undo is checked as a job folder of its own.
    if (file === job.undo) check(entry, file, entry.isDirectory());
    else if (!folders.includes(entry.name)) check(entry, file, entry.isFile());
    else {
      check(entry, file, entry.isDirectory());
      for (const inside of entriesOf(file))
        check(inside, path.join(file, inside.name), inside.isFile());
    }
  }
}

/** Files of a job folder that the runner names. */
const others = ['lock.sqlite', 'control.json'];

/** Whether an entry is the named file or derived from it, such as `ledger.sqlite-wal` and `plan.sqlite.building`. */
function isNameOrBeside(entry: string, name: string): boolean {
  return entry.startsWith(name) && ['', '-', '.'].includes(entry.charAt(name.length));
}

function entriesOf(folder: string): Dirent[] {
  return readdirSync(folder, { withFileTypes: true });
}

function check(entry: Dirent, file: string, isExpected: boolean): void {
  if (isExpected) return;
  const what = entry.isSymbolicLink()
    ? 'a link'
    : entry.isDirectory()
      ? 'a folder'
      : entry.isFile()
        ? 'a file'
        : 'a pipe, device or socket';
  throw new JobError(
    'foreign-file',
    `${file} is ${what}, which chatferry does not create there.`,
    'Remove it if you know where it comes from, or choose another job folder.',
  );
}
