import { existsSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { lockErrorFrom, refuseOtherThanFile } from '../ledger/ledger-error.ts';

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
    const since = new Date(holder.since).toISOString();
    super(`${folder} is in use by process ${holder.pid} on ${holder.host} since ${since}.`);
    this.holder = holder;
    this.fix = 'Wait for it to end or stop it, or use another job folder.';
  }
}

/** In the job folder. */
export const LOCK_FILE = 'lock.sqlite';
const SQLITE_BUSY = 5;

/** `jobHolder` tries the lock for a moment; whoever takes it just then waits that moment out. */
const PATIENCE_MS = 500;

/**
 * Takes a job folder for this process.
 *
 * The lock is an open write transaction on a small SQLite file, which the operating system ends with the process;
 * others can still read from the file who holds it.
 *
 * @param now milliseconds since 1970, kept for whoever comes second
 * @throws {JobLockedError} when another process has it
 * @throws {LedgerError} when the folder cannot be written
 */
export function lockJob(folder: string, now: number): JobLock {
  const holder = { pid: process.pid, host: hostname(), since: now };
  const path = join(folder, LOCK_FILE);
  refuseOtherThanFile(path, 'broken-lock');
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(path, { timeout: PATIENCE_MS });
    take(db, holder);
  } catch (error) {
    const other = db !== undefined && isBusy(error) ? readHolder(db) : undefined;
    db?.close();
    throw other === undefined ? lockErrorFrom(error, path) : new JobLockedError(folder, other);
  }
  const held = db;
  return { holder, [Symbol.dispose]: () => held.isOpen && held.close() };
}

/** Who works on a job at this moment; `undefined` when nobody does. */
export function jobHolder(folder: string): JobHolder | undefined {
  const path = join(folder, LOCK_FILE);
  refuseOtherThanFile(path, 'broken-lock');
  if (!existsSync(path)) return undefined;
  const db = new DatabaseSync(path, { timeout: 0 });
  try {
    db.exec('BEGIN IMMEDIATE; ROLLBACK');
    return undefined;
  } catch (error) {
    if (!isBusy(error)) throw lockErrorFrom(error, path);
    return readHolder(db);
  } finally {
    db.close();
  }
}

/** A name has to be committed to be seen, and the lock comes after that: who finds another's name there tries again. */
function take(db: DatabaseSync, holder: JobHolder): void {
  for (;;) {
    db.exec(
      'BEGIN IMMEDIATE; CREATE TABLE IF NOT EXISTS holder (pid INTEGER, host TEXT, since INTEGER) STRICT',
    );
    db.exec('DELETE FROM holder');
    db.prepare('INSERT INTO holder VALUES (?, ?, ?)').run(holder.pid, holder.host, holder.since);
    db.exec('COMMIT; BEGIN IMMEDIATE');
    const named = readHolder(db);
    if (named?.pid === holder.pid && named.host === holder.host) return;
    db.exec('ROLLBACK');
  }
}

function readHolder(db: DatabaseSync): JobHolder | undefined {
  return db.prepare('SELECT pid, host, since FROM holder').get() as JobHolder | undefined;
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;
}
