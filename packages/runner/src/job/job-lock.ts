import { join } from 'node:path';
import { type FixableErrorClass, fixableErrors } from '@chatferry/contract';
import { type FileLock, lockHolder, type LockHolder, takeLock } from '@chatferry/disk';
import { lockErrorFrom, refuseOtherThanFile } from '../ledger/ledger-error.ts';

/** The process that works on a job. */
export type JobHolder = LockHolder;

/** The right to work on a job. The operating system takes it back when the process ends. */
export type JobLock = FileLock;

const FixableErrors: FixableErrorClass<'locked'> = fixableErrors('JobLockedError');

/** Another process works on the job. */
export class JobLockedError extends FixableErrors {
  readonly holder: JobHolder;

  constructor(folder: string, holder: JobHolder) {
    const since = new Date(holder.since).toISOString();
    super(
      'locked',
      `${folder} is in use by process ${holder.pid} on ${holder.host} since ${since}.`,
      'Wait for it to end or stop it, or use another job folder.',
    );
    this.holder = holder;
  }
}

/** Name of the lock file in the job folder. */
export const LOCK_FILE = 'lock.sqlite';

/**
 * Takes a job folder for this process.
 *
 * @param now milliseconds since 1970, reported to a second process
 * @throws {JobLockedError} when another process has it
 * @throws {LedgerError} when the folder cannot be written
 */
export function lockJob(folder: string, now: number): JobLock {
  const lock = locking(folder, (file) => takeLock(file, now));
  if ('takenBy' in lock) throw new JobLockedError(folder, lock.takenBy);
  return lock;
}

/** The process that works on a job now; undefined when no process does. @throws {LedgerError} */
export function jobHolder(folder: string): JobHolder | undefined {
  return locking(folder, lockHolder);
}

function locking<T>(folder: string, work: (file: string) => T): T {
  const file = join(folder, LOCK_FILE);
  refuseOtherThanFile(file, 'broken-lock');
  try {
    return work(file);
  } catch (error) {
    throw lockErrorFrom(error, file);
  }
}
