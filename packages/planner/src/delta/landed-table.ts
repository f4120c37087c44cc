import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Kind } from '@chatferry/contract';
import { type LandedPart, landedParts, type LandedRow, partFrom } from '../plan/landed-parts.ts';

/** The table `landed`: ids and digests of all records that landed before this job. */
export class LandedTable {
  readonly #db: DatabaseSync;
  readonly #insert: StatementSync;

  constructor(work: DatabaseSync) {
    this.#db = work;
    this.#insert = work.prepare('INSERT INTO landed VALUES (?, ?, ?, ?, ?, ?, ?)');
  }

  add({ kind, first, made, own, seq, ids, numbers }: LandedRow): void {
    this.#insert.run(kind, first, made, own, seq, ids, numbers);
  }

  parts(kind: Kind): Generator<LandedPart> {
    return landedParts(this.#db, kind);
  }

  /** The part that contains the landed record with this number. */
  partOf(kind: Kind, number: number): LandedPart {
    const row = this.#db
      .prepare('SELECT * FROM landed WHERE kind = ? AND first <= ? ORDER BY first DESC LIMIT 1')
      .get(kind, number);
    return partFrom(row as unknown as LandedRow);
  }
}
