/** Who works on a job. */
export interface JobHolder {
  readonly pid: number;
  readonly host: string;
  /** Milliseconds since 1970. */
  readonly since: number;
}

/** The right to work on a job. The system takes it back when the process ends, however it ends. */
export interface JobLock extends Disposable {
  readonly holder: JobHolder;
}

/** Another process works on the job. */
export class JobLockedError extends Error {
  override readonly name = 'JobLockedError';
  readonly code = 'locked';
  readonly holder: JobHolder;
  readonly fix: string;

  constructor(folder: string, holder: JobHolder) {
    super(`${folder} is in use by process ${holder.pid} on ${holder.host}.`);
    this.holder = holder;
    this.fix = 'Wait for it to end or stop it, or use another job folder.';
  }
}

/**
 * Takes a job folder for this process.
 * @param now milliseconds since 1970, kept for whoever comes second
 * @throws {JobLockedError} when another process has it
 * @throws {LedgerError} `read-only` or `disk-full` when the lock cannot be written
 */
export function lockJob(_folder: string, _now: number): JobLock {
  throw new Error('not yet');
}

/** Who works on a job at this moment; `undefined` when nobody does. */
export function jobHolder(_folder: string): JobHolder | undefined {
  throw new Error('not yet');
}
