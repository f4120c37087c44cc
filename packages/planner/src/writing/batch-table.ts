import { closeSync, openSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { checksumOf } from '../plan/batch-checksum.ts';
import { SCHEMA } from '../plan/plan-schema.ts';
import type { FullBatch } from '../batching/batch-sink.ts';

/**
 * The batches in a new plan file. The file has no journal, because an unfinished plan is deleted as a whole. Pages of 8 KB were the
 * fastest for batches of 15 KB.
 */
export class BatchTable implements Disposable {
  readonly #db: DatabaseSync;
  readonly #insert: StatementSync;
  #seq = 0;

  constructor(file: string) {
    closeSync(openSync(file, 'wx', 0o600));
    this.#db = new DatabaseSync(file);
    this.#db.exec(`
      PRAGMA page_size = 8192;
      PRAGMA journal_mode = OFF;
      PRAGMA synchronous = OFF;
      PRAGMA locking_mode = EXCLUSIVE;
      PRAGMA cache_size = -8000;
      ${SCHEMA};
      BEGIN`);
    this.#insert = this.#db.prepare('INSERT INTO batches VALUES (?, ?, ?, ?, ?, ?, ?, ?)');
  }

  add({ kind, lane, records, body, ...numbers }: FullBatch): void {
    const seq = ++this.#seq;
    const ends = `[${numbers.ends.join(',')}]`;
    const origins = `[${numbers.origins.join(',')}]`;
    const checksum = checksumOf({ seq, kind, lane, records, ends, origins, body });
    this.#insert.run(seq, kind, lane, records, ends, origins, checksum, body);
  }

  /** Commits all batches and closes the file. */
  finish(): void {
    this.#db.exec('COMMIT');
    this.#db.close();
  }

  [Symbol.dispose](): void {
    if (this.#db.isOpen) this.#db.close();
  }
}
