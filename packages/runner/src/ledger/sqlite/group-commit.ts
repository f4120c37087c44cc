import type { DatabaseSync } from 'node:sqlite';
import { transaction } from '@chatferry/disk';

/**
 * Collects the changes of one turn of the event loop into one transaction: lanes whose answers arrived together share
 * the cost of a commit.
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
