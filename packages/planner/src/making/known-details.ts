import type { DatabaseSync, StatementSync } from 'node:sqlite';
import {
  column,
  COLUMNS,
  eachDetails,
  kinds,
  type RecordBlock,
  type ReferredKind,
  type Row,
} from '@chatferry/contract';
import { fieldsOf } from '../spool/wire.ts';

/** The end of every field that contains users or groups: `senderUserDetails`, `mentionedUserDetails`, `groupDetails`. */
const detailsEnd = 'Details":{';

/** Maximum number of ids kept in memory; other ids are written again, which has no effect. */
const REMEMBERED = 10_000;

/**
 * The users and groups inside records, used for ids without a row. A work table keeps the first details of each id. Records without
 * details are only searched as bytes.
 */
export class KnownDetails {
  readonly #insert: StatementSync;
  readonly #select: StatementSync;
  readonly #seen = new Set<string>();
  readonly #wanted: (kind: ReferredKind) => boolean;
  #largest = 0;

  /** @param wanted whether details of a kind are needed */
  constructor(work: DatabaseSync, wanted: (kind: ReferredKind) => boolean) {
    work.exec(`
      CREATE TABLE known_details (
        kind TEXT, id TEXT, details TEXT, PRIMARY KEY (kind, id)
      ) STRICT, WITHOUT ROWID`);
    this.#insert = work.prepare('INSERT OR IGNORE INTO known_details VALUES (?, ?, ?)');
    this.#select = work.prepare('SELECT details FROM known_details WHERE kind = ? AND id = ?');
    this.#wanted = wanted;
  }

  /** Bytes of the largest details. */
  get largest(): number {
    return this.#largest;
  }

  note({ kind, wire, columns }: RecordBlock): void {
    const bytes = Buffer.from(wire.buffer, wire.byteOffset, wire.byteLength);
    let index = 0;
    for (let at = bytes.indexOf(detailsEnd); at >= 0;) {
      while (columns[index * COLUMNS + column.end]! <= at) index++;
      const start = index === 0 ? 0 : columns[(index - 1) * COLUMNS + column.end]!;
      const end = columns[index * COLUMNS + column.end]!;
      eachDetails(kind, fieldsOf(wire.subarray(start, end)), (details, of) => {
        if (this.#wanted(of)) this.#add(of, details);
      });
      at = bytes.indexOf(detailsEnd, end);
    }
  }

  of(kind: ReferredKind, id: string): Row | undefined {
    const found = this.#select.get(kind, id) as { details: string } | undefined;
    return found === undefined ? undefined : (JSON.parse(found.details) as Row);
  }

  #add(kind: ReferredKind, details: Row): void {
    const id = details[kinds[kind].key] as string;
    const key = `${kind} ${id}`;
    if (this.#seen.has(key)) return;
    if (this.#seen.size === REMEMBERED) this.#seen.clear();
    this.#seen.add(key);
    const text = JSON.stringify(details);
    this.#largest = Math.max(this.#largest, Buffer.byteLength(text));
    this.#insert.run(kind, id, text);
  }
}
