import { statSync } from 'node:fs';
import { DatabaseSync, type SQLOutputValue, type StatementSync } from 'node:sqlite';
import { setImmediate as turn } from 'node:timers/promises';
import { BlobError } from './blob-error.ts';
import { keyText } from './key-text.ts';
import { unreadParts } from '../dumps/unread-parts.ts';
import { AddressError } from './server-address.ts';
import { asTable, type DatabaseRow, type Snapshot } from './snapshot.ts';

const ROWS_PER_BATCH = 1000;

/** Milliseconds to wait for a process that writes. */
const TIMEOUT_MS = 10_000;

/** Opens a file of SQLite for reading. */
export async function openSqlite(path: string): Promise<Snapshot> {
  return snapshotOf(openFile(path));
}

/** Opens a file of SQLite, and begins a snapshot. */
export function openFile(path: string): DatabaseSync {
  // SQLite gives no reason why it cannot open a file, and waits for the writer of a pipe.
  if (!statSync(path).isFile()) throw new AddressError('the path is not that of a file');
  const db = new DatabaseSync(path, { readOnly: true, timeout: TIMEOUT_MS });
  try {
    db.exec('BEGIN');
    db.prepare('SELECT count(*) FROM sqlite_schema').get(); // The snapshot begins with the first read.
  } catch (error) {
    db.close();
    throw error;
  }
  return db;
}

/** Reads a dump, and then its tables, which are in a file of SQLite. */
export async function openDumped(
  path: string,
  queries: readonly string[],
  signal: AbortSignal,
): Promise<Snapshot> {
  const { openDump } = await import('../dumps/open-dump.ts');
  const { db, tables } = await openDump(path, queries, signal);
  return { ...snapshotOf(db), unread: unreadParts(db, tables, queries) };
}

export function snapshotOf(db: DatabaseSync): Snapshot {
  return {
    columnsOf: async (query) => columnsOf(db, query).map((name) => ({ name })),
    rowsOf: (query, key) => rowsOf(db, query, key),
    interrupt: () => {}, // A dump is read in steps.
    [Symbol.asyncDispose]: async () => db.close(),
  };
}

/** Inside another query, SQLite numbers columns of the same name, as in `id:1`. If the query has such columns, its own names are used. */
function columnsOf(db: DatabaseSync, query: string): string[] {
  const [inside, given] = [`SELECT * FROM ${asTable(query)} LIMIT 0`, query].map((sql) =>
    only(db, sql)
      .columns()
      .map(({ name }) => name),
  );
  return new Set(given).size < given!.length ? given! : inside!;
}

async function* rowsOf(
  db: DatabaseSync,
  query: string,
  key: readonly string[],
): AsyncGenerator<readonly DatabaseRow[]> {
  // Texts that the collation of a column considers as equal are ordered by their bytes.
  const order = key
    .map(quoted)
    .flatMap((name) => [name, `${name} COLLATE BINARY`])
    .join(', ');
  const statement = only(db, `SELECT * FROM ${asTable(query)} ORDER BY ${order}`);
  statement.setReadBigInts(true);
  statement.setReturnArrays(true);
  const names = statement.columns().map(({ name }) => name);
  const heads = names.map((name) => `${JSON.stringify(name)}:`);
  const keyAt = key.map((name) => names.indexOf(name));
  let batch: DatabaseRow[] = [];
  for (const row of statement.iterate() as Iterable<unknown> as Iterable<SQLOutputValue[]>) {
    let json = '';
    for (const [index, value] of row.entries())
      json += `${index === 0 ? '{' : ','}${heads[index]!}${toJson(value, names[index]!)}`;
    batch.push({ json: `${json}}`, key: keyText(keyAt.map((at) => valueText(row[at]!))) });
    if (batch.length < ROWS_PER_BATCH) continue;
    await turn(); // Lets the signal be aborted.
    yield batch;
    batch = [];
  }
  yield batch;
}

function valueText(value: SQLOutputValue): string | null {
  return value === null ? null : String(value);
}

/** SQLite would prepare the first statement of several, and ignore the others. @throws {Error} */
function only(db: DatabaseSync, sql: string): StatementSync {
  const statement = db.prepare(sql);
  if (statement.sourceSQL.trim().length < sql.trim().replace(/[;\s]+$/, '').length)
    throw new Error('it is more than one statement');
  return statement;
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function toJson(value: SQLOutputValue, column: string): string {
  if (value instanceof Uint8Array) throw new BlobError(column);
  if (typeof value === 'bigint') return String(value);
  // JSON has no such number. PostgreSQL writes it as this text.
  return JSON.stringify(
    typeof value === 'number' && !Number.isFinite(value) ? String(value) : value,
  );
}
