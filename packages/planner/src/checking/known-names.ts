import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { column, COLUMNS, eachDetails, type RecordBlock } from '@chatferry/contract';
import { fieldsOf } from '../spool/wire.ts';

/** Every field that contains users ends so: `senderUserDetails`, `mentionedUserDetails`, `userDetails`. */
const detailsEnd = 'Details":{';

/** Names kept in memory; the others are written again, which has no effect. */
const REMEMBERED = 10_000;

/**
 * The names of users inside records, for placeholders. They are kept in a work table, the first name of each
 * user. For records without details only the bytes are searched.
 */
export class KnownNames {
  readonly #insert: StatementSync;
  readonly #select: StatementSync;
  readonly #seen = new Set<string>();

  constructor(work: DatabaseSync) {
    work.exec('CREATE TABLE known_names (uid TEXT PRIMARY KEY, name TEXT) STRICT, WITHOUT ROWID');
    this.#insert = work.prepare('INSERT OR IGNORE INTO known_names VALUES (?, ?)');
    this.#select = work.prepare('SELECT name FROM known_names WHERE uid = ?');
  }

  note({ kind, wire, columns }: RecordBlock): void {
    const bytes = Buffer.from(wire.buffer, wire.byteOffset, wire.byteLength);
    let index = 0;
    for (let at = bytes.indexOf(detailsEnd); at >= 0;) {
      while (columns[index * COLUMNS + column.end]! <= at) index++;
      const start = index === 0 ? 0 : columns[(index - 1) * COLUMNS + column.end]!;
      const end = columns[index * COLUMNS + column.end]!;
      eachDetails(kind, fieldsOf(wire.subarray(start, end)), ({ uid, name }, of) => {
        if (of === 'users') this.#add(uid as string, name as string);
      });
      at = bytes.indexOf(detailsEnd, end);
    }
  }

  nameOf(uid: string): string | undefined {
    return (this.#select.get(uid) as { name: string } | undefined)?.name;
  }

  #add(uid: string, name: string): void {
    if (this.#seen.has(uid)) return;
    if (this.#seen.size === REMEMBERED) this.#seen.clear();
    this.#seen.add(uid);
    this.#insert.run(uid, name);
  }
}
