import type { DatabaseSync } from 'node:sqlite';

/**
 * Collects the changes of one turn of the event loop into one transaction: lanes whose answers arrived together share
 * the cost of writing them down.
 */
export class GroupCommit {
  readonly #db: DatabaseSync;
  #waiting: { change: () => unknown; resolve: () => void; reject: (error: unknown) => void }[] = [];

  constructor(db: DatabaseSync) {
    this.#db = db;
  }

  /** Resolves once the change is committed. @throws what SQLite threw; then nothing of the transaction is kept */
  commit(change: () => unknown): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ change, resolve, reject });
      if (this.#waiting.length === 1) setImmediate(() => this.#flush());
    });
  }

  #flush(): void {
    const group = this.#waiting;
    this.#waiting = [];
    try {
      transaction(this.#db, () => {
        for (const { change } of group) change();
      });
    } catch (error) {
      for (const { reject } of group) reject(error);
      return;
    }
    for (const { resolve } of group) resolve();
  }
}

/** Does all of it or nothing. */
export function transaction<T>(db: DatabaseSync, work: () => T): T {
  db.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    db.exec('COMMIT');
    return result;
  } catch (error) {
    // A full disk makes SQLite roll back by itself.
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
}
