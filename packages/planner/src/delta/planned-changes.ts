import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Kind, Row } from '@chatferry/contract';

const encoder = new TextEncoder();

/** A record that changes a landed record. */
export interface StoredChange {
  readonly wire: Uint8Array;
  /** The place of the row in the export, see `packOrigin`. */
  readonly origin: number;
}

/** The changes of landed records, in a work table until their kinds are cut into batches. */
export class PlannedChanges {
  readonly #db: DatabaseSync;
  readonly #insert: StatementSync;
  readonly #counts = new Map<Kind, number>();
  #largest = 0;

  constructor(work: DatabaseSync) {
    work.exec(`
      CREATE TABLE changes (
        no     INTEGER PRIMARY KEY,
        kind   TEXT    NOT NULL,
        wire   BLOB    NOT NULL,
        origin INTEGER NOT NULL
      ) STRICT`);
    this.#db = work;
    this.#insert = work.prepare('INSERT INTO changes VALUES (NULL, ?, ?, ?)');
  }

  add(kind: Kind, wire: Uint8Array, origin: number): void {
    this.#insert.run(kind, wire, origin);
    this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + 1);
    this.#largest = Math.max(this.#largest, wire.length);
  }

  /** The number of changes of each kind that has any. */
  get counts(): ReadonlyMap<Kind, number> {
    return this.#counts;
  }

  /** Bytes of the largest change. */
  get largest(): number {
    return this.#largest;
  }

  /** The changes of a kind, in the order in which they were added. */
  of(kind: Kind): Iterable<StoredChange> {
    const sql = 'SELECT wire, origin FROM changes WHERE kind = ? ORDER BY no';
    return this.#db.prepare(sql).iterate(kind) as unknown as Iterable<StoredChange>;
  }
}

/** A record in wire form. */
export function changeWire(id: string, row: Row): Uint8Array {
  return encoder.encode(`${JSON.stringify(id)}:${JSON.stringify(row)}`);
}
