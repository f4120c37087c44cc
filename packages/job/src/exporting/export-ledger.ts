import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { notADatabaseFile } from '@chatferry/disk';
import { JobError } from '../errors/job-error.ts';
import { type ExportedKind, exportedKinds } from '../folder/export-files.ts';

/** A record that was written. */
export interface KnownRecord {
  /** For a message, its id in the app; otherwise a number in the order of reading. */
  readonly seq: number;
  readonly id: string;
  readonly digest: string;
  /** The latest reading of the app that contained the record. */
  readonly pass: number;
}

/** The progress of reading lists. */
export interface StepState {
  /** Where the step continues; each step has its own format. */
  readonly position: string | null;
  readonly startedAt: number;
  readonly endedAt: number | null;
  /** Entries of lists that were read. */
  readonly read: number;
}

const tables = `
  CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS files (name TEXT PRIMARY KEY, bytes INTEGER NOT NULL, lines INTEGER NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS steps (
    pass INTEGER NOT NULL, name TEXT NOT NULL, position TEXT,
    started_at INTEGER NOT NULL, ended_at INTEGER, read INTEGER NOT NULL,
    PRIMARY KEY (pass, name)
  ) STRICT, WITHOUT ROWID;
  -- What is in not-exported.jsonl, each once.
  CREATE TABLE IF NOT EXISTS left_out (key TEXT PRIMARY KEY, cause TEXT NOT NULL) STRICT, WITHOUT ROWID;
  -- Messages whose reactions are to be read, and how many the messages show.
  CREATE TABLE IF NOT EXISTS reacted (seq INTEGER PRIMARY KEY, shown INTEGER NOT NULL, muid TEXT NOT NULL) STRICT;
  -- Messages that were deleted since the moment of a way back. Without a muid: the service does not say which one it was.
  CREATE TABLE IF NOT EXISTS deleted (seq INTEGER PRIMARY KEY, muid TEXT, at INTEGER, is_own INTEGER NOT NULL) STRICT;
  CREATE INDEX IF NOT EXISTS deleted_by_muid ON deleted (muid);
  -- Of a way back: the keys that plans have for records between two others.
  CREATE TABLE IF NOT EXISTS pairs (kind TEXT, key TEXT, id TEXT NOT NULL, PRIMARY KEY (kind, key)) STRICT, WITHOUT ROWID;
  -- Users and groups that records name and that no list has shown.
  CREATE TABLE IF NOT EXISTS named (kind TEXT, id TEXT, PRIMARY KEY (kind, id)) STRICT, WITHOUT ROWID;
  -- Lists that the app does not show, such as the friends of a deactivated user.
  CREATE TABLE IF NOT EXISTS closed (list TEXT, of TEXT, PRIMARY KEY (list, of)) STRICT, WITHOUT ROWID;
  -- Lines that are to replace others; without a line, the other is removed.
  CREATE TABLE IF NOT EXISTS replacements (kind TEXT, id TEXT, line TEXT, PRIMARY KEY (kind, id)) STRICT, WITHOUT ROWID;
  ${exportedKinds
    .map(
      (kind) => `CREATE TABLE IF NOT EXISTS ${kind} (
    seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, digest TEXT NOT NULL, pass INTEGER NOT NULL
  ) STRICT;`,
    )
    .join('\n')}
`;

/**
 * What an export has read and written: `export.sqlite`. A kill loses all changes since the last commit, including lines that were
 * appended to the files.
 */
export class ExportLedger implements Disposable {
  readonly #db: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  /** @throws {JobError} `foreign-file` when the path is a link or not a file */
  constructor(path: string) {
    const foreign = notADatabaseFile(path);
    if (foreign !== undefined)
      throw new JobError(
        'foreign-file',
        `${foreign.path} is ${foreign.what}, which chatferry does not create there.`,
        'Remove it if you know where it comes from, or choose another folder.',
      );
    this.#db = new DatabaseSync(path);
    this.#db
      .exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -65536;
      ${tables} BEGIN IMMEDIATE`);
  }

  commit(): void {
    this.#db.exec('COMMIT; BEGIN IMMEDIATE');
  }

  setting(name: string): string | undefined {
    const row = this.#get('SELECT value FROM settings WHERE name = ?', name);
    return row?.['value'] as string | undefined;
  }

  set(name: string, value: string | number): void {
    this.run('INSERT OR REPLACE INTO settings VALUES (?, ?)', name, String(value));
  }

  /** Whether nothing of an app was read yet. */
  get isUnread(): boolean {
    const found = this.#get('SELECT 1 FROM steps WHERE read > 0 OR position IS NOT NULL');
    return found === undefined && this.setting('state') !== 'complete';
  }

  /** Forgets an export that has read nothing yet. */
  reset(): void {
    this.run('DELETE FROM steps');
    this.run('DELETE FROM settings');
  }

  step(pass: number, name: string): StepState | undefined {
    return this.#get(
      `SELECT position, started_at AS startedAt, ended_at AS endedAt, read FROM steps
       WHERE pass = ? AND name = ?`,
      pass,
      name,
    ) as StepState | undefined;
  }

  keepStep(pass: number, name: string, state: StepState): void {
    const { position, startedAt, endedAt, read } = state;
    this.run(
      'INSERT OR REPLACE INTO steps VALUES (?, ?, ?, ?, ?, ?)',
      pass,
      name,
      position,
      startedAt,
      endedAt,
      read,
    );
  }

  /** @returns whether neither the id nor the number was known */
  add(
    kind: ExportedKind,
    { seq, id, digest }: Pick<KnownRecord, 'id' | 'digest'> & { readonly seq?: number },
    pass: number,
  ): boolean {
    return (
      this.run(`INSERT OR IGNORE INTO ${kind} VALUES (?, ?, ?, ?)`, seq ?? null, id, digest, pass) >
      0
    );
  }

  known(kind: ExportedKind, id: string): KnownRecord | undefined {
    return this.#get(`SELECT seq, id, digest, pass FROM ${kind} WHERE id = ?`, id) as
      | KnownRecord
      | undefined;
  }

  knownAs(kind: ExportedKind, seq: number): KnownRecord | undefined {
    return this.#get(`SELECT seq, id, digest, pass FROM ${kind} WHERE seq = ?`, seq) as
      | KnownRecord
      | undefined;
  }

  /** The records of a kind in the order of reading: a page that begins after a number. */
  after(kind: ExportedKind, seq: number, limit: number): readonly KnownRecord[] {
    return this.all(
      `SELECT seq, id, digest, pass FROM ${kind} WHERE seq > ? ORDER BY seq LIMIT ?`,
      seq,
      limit,
    ) as unknown as KnownRecord[];
  }

  count(table: string): number {
    return this.#get(`SELECT count(*) AS n FROM ${table}`)!['n'] as number;
  }

  /** @returns how many rows were changed */
  run(sql: string, ...values: readonly (string | number | null)[]): number {
    return Number(this.#statement(sql).run(...values).changes);
  }

  all(sql: string, ...values: readonly (string | number)[]): Record<string, unknown>[] {
    return this.#statement(sql).all(...values);
  }

  [Symbol.dispose](): void {
    this.#db.close();
  }

  #get(sql: string, ...values: readonly (string | number)[]): Record<string, unknown> | undefined {
    return this.#statement(sql).get(...values);
  }

  #statement(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.#db.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }
}
