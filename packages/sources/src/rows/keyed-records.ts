import type { StatementSync } from 'node:sqlite';
import type { Place } from '../reading/place.ts';
import { WorkDatabase } from './work-database.ts';

/** A record with its place. */
export interface KeyedRecord extends Place {
  readonly key: string;
  /** JSON. */
  readonly data: string;
}

interface Database {
  readonly work: WorkDatabase;
  readonly insert: StatementSync;
  readonly find: StatementSync;
  readonly remove: StatementSync;
}

/** Records that belong to other records, such as reactions, by the key of the other record. They are on disk until that record is read. */
export class KeyedRecords implements Disposable {
  readonly #file: string;
  #database: Database | undefined;

  constructor(file: string) {
    this.#file = file;
  }

  add({ key, file, line, data }: KeyedRecord): void {
    this.#database ??= openDatabase(this.#file);
    this.#database.insert.run(key, file, line, data);
  }

  /** Takes out the records of a key, in the order in which they were added. */
  take(key: string): readonly KeyedRecord[] {
    if (this.#database === undefined) return [];
    const found = this.#database.find.all(key) as unknown as readonly KeyedRecord[];
    if (found.length > 0) this.#database.remove.run(key);
    return found;
  }

  /** The first record of a key. It stays. */
  first(key: string): KeyedRecord | undefined {
    return this.#database?.find.get(key) as unknown as KeyedRecord | undefined;
  }

  /** All records that were not taken. */
  rest(): Iterable<KeyedRecord> {
    if (this.#database === undefined) return [];
    const all = this.#database.work.db.prepare(
      'SELECT key, file, line, data FROM records ORDER BY rowid',
    );
    return all.iterate() as Iterable<unknown> as Iterable<KeyedRecord>;
  }

  [Symbol.dispose](): void {
    this.#database?.work[Symbol.dispose]();
    this.#database = undefined;
  }
}

function openDatabase(file: string): Database {
  const work = new WorkDatabase(
    file,
    `CREATE TABLE records (
      key  TEXT    NOT NULL,
      file TEXT    NOT NULL,
      line INTEGER NOT NULL,
      data TEXT    NOT NULL
    ) STRICT;
    CREATE INDEX records_by_key ON records (key)`,
  );
  const { db } = work;
  return {
    work,
    insert: db.prepare('INSERT INTO records VALUES (?, ?, ?, ?)'),
    find: db.prepare('SELECT key, file, line, data FROM records WHERE key = ? ORDER BY rowid'),
    remove: db.prepare('DELETE FROM records WHERE key = ?'),
  };
}
