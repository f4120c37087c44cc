import type { DatabaseSync, StatementSync } from 'node:sqlite';

/** The statements of a connection, each compiled once. Only for statements whose rows are read in one step. */
export class Statements {
  readonly #db: DatabaseSync;
  readonly #bySql = new Map<string, StatementSync>();

  constructor(db: DatabaseSync) {
    this.#db = db;
  }

  /** @throws what SQLite throws */
  of(sql: string): StatementSync {
    let statement = this.#bySql.get(sql);
    if (statement === undefined) {
      statement = this.#db.prepare(sql);
      this.#bySql.set(sql, statement);
    }
    return statement;
  }
}
