import { existsSync } from 'node:fs';
import { hostname } from 'node:os';
import { DatabaseSync } from 'node:sqlite';
import { sqliteCode, sqliteCodes } from './sqlite.ts';

// A lock is an open write transaction on a small SQLite file. The operating system ends it with the process.

/** The process that has a lock. */
export interface LockHolder {
  readonly pid: number;
  readonly host: string;
  /** Milliseconds since 1970. */
  readonly since: number;
}

/** A lock that this process has. Disposing of it releases it. */
export interface FileLock extends Disposable {
  readonly holder: LockHolder;
}

/** `lockHolder` takes the lock for a moment to test it. A process that takes the lock waits until that moment ends. */
const TIMEOUT_MS = 500;

/**
 * Takes a lock whose holder other processes can read.
 *
 * @param now milliseconds since 1970
 * @returns the lock, or the process that has it
 * @throws the error of SQLite
 */
export function takeLock(file: string, now: number): FileLock | { readonly takenBy: LockHolder } {
  const holder = { pid: process.pid, host: hostname(), since: now };
  const db = new DatabaseSync(file, { timeout: TIMEOUT_MS });
  try {
    writeHolder(db, holder);
  } catch (error) {
    try {
      const takenBy = isBusy(error) ? readHolder(db) : undefined;
      if (takenBy === undefined) throw error;
      return { takenBy };
    } finally {
      db.close();
    }
  }
  return { holder, [Symbol.dispose]: () => db.isOpen && db.close() };
}

/** The process that has a lock at this moment; undefined when the lock is free. @throws the error of SQLite */
export function lockHolder(file: string): LockHolder | undefined {
  if (!existsSync(file)) return undefined;
  using db = new DatabaseSync(file, { timeout: 0 });
  try {
    db.exec('BEGIN IMMEDIATE; ROLLBACK');
    return undefined;
  } catch (error) {
    if (!isBusy(error)) throw error;
    return readHolder(db);
  }
}

/**
 * Takes a lock that writes nothing.
 *
 * @returns undefined when another process has it
 * @throws the error of SQLite
 */
export function takeQuietLock(file: string): Disposable | undefined {
  const db = new DatabaseSync(file, { timeout: 0 });
  try {
    db.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    db.close();
    if (isBusy(error)) return undefined;
    throw error;
  }
  return { [Symbol.dispose]: () => db.isOpen && db.close() };
}

/**
 * Commits the holder first, because other processes see it only then, and takes the lock afterwards. Tries again when another process has
 * committed its own name in between.
 */
function writeHolder(db: DatabaseSync, holder: LockHolder): void {
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

function readHolder(db: DatabaseSync): LockHolder | undefined {
  return db.prepare('SELECT pid, host, since FROM holder').get() as LockHolder | undefined;
}

function isBusy(error: unknown): boolean {
  return sqliteCode(error) === sqliteCodes.busy;
}
