import { DatabaseSync, type StatementSync } from 'node:sqlite';

/** Entries that are written in one transaction. */
const ENTRIES_PER_COMMIT = 50_000;

/** Number of keys kept in memory: consecutive rows often have the same key. */
const KEPT = 10_000;

/** Writes texts by key to a new file. Memory does not grow with the number of entries. */
export class LookupWriter implements Disposable {
  readonly #db: DatabaseSync;
  readonly #insert: StatementSync;
  readonly #append: StatementSync;
  #pending = 0;

  constructor(path: string) {
    this.#db = new DatabaseSync(path);
    this.#db.exec(`
      PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
      CREATE TABLE entries (
        key  TEXT PRIMARY KEY,
        text TEXT -- NULL for a key to which put has given several texts
      ) STRICT, WITHOUT ROWID;
      BEGIN`);
    this.#insert = this.#db.prepare(`
      INSERT INTO entries VALUES (?, ?)
      ON CONFLICT DO UPDATE SET text = NULL WHERE text <> excluded.text`);
    this.#append = this.#db.prepare(`
      INSERT INTO entries VALUES (?, ?)
      ON CONFLICT DO UPDATE SET text = concat(text, ',', excluded.text)`);
  }

  put(key: string, text: string): void {
    this.#insert.run(key, text);
    this.#commitSome();
  }

  /** Adds a text to the texts of a key; a comma separates the texts. */
  append(key: string, text: string): void {
    this.#append.run(key, text);
    this.#commitSome();
  }

  #commitSome(): void {
    if (++this.#pending % ENTRIES_PER_COMMIT === 0) this.#db.exec('COMMIT; BEGIN');
  }

  /** Commits the remaining entries. */
  finish(): void {
    this.#db.exec('COMMIT');
  }

  [Symbol.dispose](): void {
    this.#db.close();
  }
}

/** A table that was written with `LookupWriter`. */
export class LookupTable {
  readonly #find: StatementSync;
  readonly #kept = new Map<string, string | null | undefined>();

  constructor(path: string) {
    const db = new DatabaseSync(path, { readOnly: true });
    this.#find = db.prepare('SELECT text FROM entries WHERE key = ?');
  }

  /** @returns undefined for a key that the table does not have, and null for one with several texts */
  get(key: string): string | null | undefined {
    if (this.#kept.has(key)) return this.#kept.get(key);
    const found = this.#find.get(key) as { readonly text: string | null } | undefined;
    if (this.#kept.size >= KEPT) this.#kept.clear();
    this.#kept.set(key, found?.text);
    return found?.text;
  }
}
