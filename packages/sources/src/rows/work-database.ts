import { rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { takeNameAway } from './without-name.ts';

/** A database that keeps rows of an export until they are read in order. No other process reads it: it has no journal and no name. */
export class WorkDatabase implements Disposable {
  readonly db: DatabaseSync;
  readonly #file: string;

  /** @param tables the statements that make its tables */
  constructor(file: string, tables: string) {
    this.#file = file;
    rmSync(file, { force: true });
    this.db = new DatabaseSync(file);
    this.db.exec(`PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN; ${tables}`);
    takeNameAway(file);
  }

  [Symbol.dispose](): void {
    this.db.close();
    rmSync(this.#file, { force: true });
  }
}
