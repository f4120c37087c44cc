import { createHash } from 'node:crypto';
import { closeSync, openSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { type Kind, kindsInOrder } from '@chatferry/contract';
import { SCHEMA } from '../plan-schema.ts';
import type { PlanInput } from '../provenance.ts';

/** What was written of one kind. */
export interface Written {
  batches: number;
  records: number;
  bytes: number;
}

/**
 * Writes the plan's database. No journal is kept, as a plan that is not finished is thrown away whole. Pages of 8 KB
 * took batches of 15 KB fastest.
 */
export class PlanWriter implements Disposable {
  readonly db: DatabaseSync;
  readonly written: Readonly<Record<Kind, Written>>;
  readonly #insert: StatementSync;
  readonly #hash = createHash('sha256');
  #seq = 0;

  /** @param workFile for tables that are not part of the plan */
  constructor(file: string, workFile: string) {
    closeSync(openSync(file, 'wx', 0o600));
    this.db = new DatabaseSync(file);
    this.db.exec(`
      PRAGMA page_size = 8192;
      PRAGMA journal_mode = OFF;
      PRAGMA synchronous = OFF;
      PRAGMA locking_mode = EXCLUSIVE;
      PRAGMA cache_size = -8000`);
    this.db.prepare('ATTACH ? AS work').run(workFile);
    this.db.exec('PRAGMA work.journal_mode = OFF; PRAGMA work.synchronous = OFF');
    this.db.exec(`${SCHEMA}; BEGIN`);
    this.#insert = this.db.prepare('INSERT INTO batches VALUES (?, ?, ?, ?, ?, ?, ?)');
    this.written = Object.fromEntries(
      kindsInOrder.map((kind) => [kind, { batches: 0, records: 0, bytes: 0 }]),
    ) as Record<Kind, Written>;
  }

  /**
   * @param ends JSON without brackets, as in the table
   * @param origins likewise
   */
  addBatch(
    kind: Kind,
    lane: number,
    records: number,
    ends: string,
    origins: string,
    body: Uint8Array,
  ): void {
    this.#hash.update(`${kind} ${lane} ${body.length}\n`).update(body);
    this.#insert.run(++this.#seq, kind, lane, records, `[${ends}]`, `[${origins}]`, body);
    const written = this.written[kind];
    written.batches++;
    written.records += records;
    written.bytes += body.length;
  }

  addInput(no: number, { file, kind }: { file: string; kind: Kind }, input?: PlanInput): void {
    this.db
      .prepare('INSERT INTO inputs VALUES (?, ?, ?, ?, ?, ?, ?)')
      .run(
        no,
        file,
        kind,
        input?.format ?? null,
        input?.bytes ?? null,
        input?.modifiedMs ?? null,
        input?.sha256 ?? null,
      );
  }

  set(key: string, value: string): void {
    this.db.prepare('INSERT INTO plan VALUES (?, ?)').run(key, value);
  }

  /** SHA-256 over all batches in their order. */
  contentHash(): string {
    return this.#hash.digest('hex');
  }

  /** Completes the file; it is not on disk before it is synced. */
  finish(): void {
    this.db.exec('COMMIT');
    this.db.close();
  }

  [Symbol.dispose](): void {
    if (this.db.isOpen) this.db.close();
  }
}
