import { closeSync, openSync, readSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { transaction } from '@chatferry/disk';
import { LocalServiceError } from '../terms/local-service-error.ts';
import { APPLICATION_ID, SCHEMA, SCHEMA_VERSION } from './schema.ts';

/** The data of the service, and its clock. */
export class Store implements Disposable {
  readonly db: DatabaseSync;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly #statements = new Map<string, StatementSync>();

  /** @throws {LocalServiceError} `unusable-database` */
  constructor(file: string, now: () => number) {
    this.db = open(file);
    this.now = now;
  }

  /** The current time in whole UNIX seconds, for timestamps. */
  seconds(): number {
    return Math.floor(this.now() / 1000);
  }

  // The caller knows the columns that it selects.
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters
  get<Row>(sql: string, ...values: SQLInputValue[]): Row | undefined {
    return this.#prepared(sql).get(...values) as Row | undefined;
  }

  all<Row>(sql: string, ...values: SQLInputValue[]): Row[] {
    return this.#prepared(sql).all(...values) as Row[];
  }

  /** @returns the number of changed rows, and the number of the last inserted row */
  run(sql: string, ...values: SQLInputValue[]): { changes: number; lastId: number } {
    const { changes, lastInsertRowid } = this.#prepared(sql).run(...values);
    return { changes: Number(changes), lastId: Number(lastInsertRowid) };
  }

  /** Runs `work` in a transaction, which is rolled back if it throws. */
  transaction<T>(work: () => T): T {
    return transaction(this.db, work);
  }

  [Symbol.dispose](): void {
    this.db.close();
  }

  #prepared(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.db.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }
}

function open(file: string): DatabaseSync {
  let db: DatabaseSync | undefined;
  try {
    if (file !== ':memory:') checkOwner(file);
    db = new DatabaseSync(file, { timeout: 5000 });
    // Before write-ahead logging is switched on, so that the application id is in the file itself.
    prepareSchema(db);
    // A killed process loses no answered request: commits are in the log, which the next start replays. Only a power cut may lose the
    // last commits, because the log is not synced for each commit.
    db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 4000;
      PRAGMA cache_size = -32000;`);
    return db;
  } catch (cause) {
    db?.close();
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new LocalServiceError(
      'unusable-database',
      `${file} cannot be used as the local service's database: ${reason}.`,
      { cause },
    );
  }
}

/** The header of a SQLite file; see sqlite.org/fileformat.html. */
const HEADER_BYTES = 100;
const APPLICATION_ID_AT = 68;

/** Creates the file, readable only by its owner because it contains keys and messages, or checks the application id of an existing file. */
function checkOwner(file: string): void {
  const descriptor = openSync(file, 'a+', 0o600);
  try {
    const header = Buffer.alloc(HEADER_BYTES);
    if (readSync(descriptor, header, 0, HEADER_BYTES, 0) === 0) return;
    // Opening the file would change the database of another program: SQLite replays its log, or creates one.
    if (!header.toString('latin1').startsWith('SQLite format 3'))
      throw new Error('it is not a database');
    if (header.readUInt32BE(APPLICATION_ID_AT) !== APPLICATION_ID) throw foreign();
  } finally {
    closeSync(descriptor);
  }
}

function foreign(): Error {
  return new Error('it is the database of another program');
}

function prepareSchema(db: DatabaseSync): void {
  const { application_id: owner } = db.prepare('PRAGMA application_id').get() as {
    application_id: number;
  };
  const { user_version: version } = db.prepare('PRAGMA user_version').get() as {
    user_version: number;
  };
  const { tables } = db.prepare('SELECT count(*) AS tables FROM sqlite_schema').get() as {
    tables: number;
  };
  if (tables === 0) {
    db.exec(`BEGIN; ${SCHEMA}
      PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${SCHEMA_VERSION}; COMMIT;`);
  } else if (owner !== APPLICATION_ID) {
    throw foreign();
  } else if (version !== SCHEMA_VERSION) {
    throw new Error(`it was written by another version (form ${version}, not ${SCHEMA_VERSION})`);
  }
}
