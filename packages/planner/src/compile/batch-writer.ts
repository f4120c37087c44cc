import { createHash } from 'node:crypto';
import { closeSync, openSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { Kind } from '@chatferry/contract';
import { checksumOf } from '../batch-checksum.ts';
import { SCHEMA } from '../plan-schema.ts';
import type { BatchSink, FullBatch, KindWritten, Written } from './batch-sink.ts';

/**
 * Writes batches into a new plan file. No journal is kept, as a plan that is not finished is thrown away whole. Pages
 * of 8 KB took batches of 15 KB fastest.
 */
export class BatchWriter implements BatchSink {
  readonly #db: DatabaseSync;
  readonly #insert: StatementSync;
  readonly #hash = createHash('sha256');
  readonly #kinds: Record<Kind, KindWritten> = {
    users: { batches: 0, records: 0, bytes: 0 },
    groups: { batches: 0, records: 0, bytes: 0 },
    members: { batches: 0, records: 0, bytes: 0 },
    messages: { batches: 0, records: 0, bytes: 0 },
  };
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
    this.#hash.update(`${kind} ${lane} ${body.length}\n`).update(body);
    const seq = ++this.#seq;
    const ends = `[${numbers.ends.join(',')}]`;
    const origins = `[${numbers.origins.join(',')}]`;
    const checksum = checksumOf({ seq, kind, lane, records, ends, origins, body });
    this.#insert.run(seq, kind, lane, records, ends, origins, checksum, body);
    const written = this.#kinds[kind];
    written.batches++;
    written.records += records;
    written.bytes += body.length;
  }

  finish(): Written {
    this.#db.exec('COMMIT');
    this.#db.close();
    return { kinds: this.#kinds, contentHash: this.#hash.digest('hex') };
  }

  [Symbol.dispose](): void {
    if (this.#db.isOpen) this.#db.close();
  }
}
