import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import type { LoadedTable } from '../dumps/loaded-tables.ts';
import {
  type OtherSchema,
  otherSchemas,
  type Server,
  type ServerTable,
  tablesOfServer,
} from './server-tables.ts';
import type { Snapshot } from './snapshot.ts';

/** The most rows of a table that are copied. */
const MOST_ROWS = 100_000;

/** The syntax of a server for names and bytes. */
const sqlOf: Readonly<
  Record<Server, { readonly quote: string; readonly hex: (name: string) => string }>
> = {
  postgres: { quote: '"', hex: (name) => `encode(${name}, 'hex')` },
  mysql: { quote: '`', hex: (name) => `hex(${name})` },
};

/** SQLite keeps a database without a name in a file that it removes immediately. */
const WITHOUT_NAME = '';

interface SampledServer {
  readonly db: DatabaseSync;
  readonly tables: readonly LoadedTable[];
  readonly others: readonly OtherSchema[];
}

/** Copies the first rows of each table of a server into a temporary database, in one snapshot. */
export async function sampleServer(snapshot: Snapshot, server: Server): Promise<SampledServer> {
  const db = new DatabaseSync(WITHOUT_NAME);
  try {
    db.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN');
    // Drafted queries also run on the copy.
    db.function('encode', { deterministic: true }, (bytes, _format) =>
      bytes instanceof Uint8Array ? Buffer.from(bytes).toString('hex') : null,
    );
    const tables: LoadedTable[] = [];
    for (const table of await tablesOfServer(snapshot, server))
      tables.push(await copied(db, snapshot, server, table));
    const others = await otherSchemas(snapshot, server);
    db.exec('COMMIT');
    return { db, tables, others };
  } catch (error) {
    db.close();
    throw error;
  }
}

async function copied(
  db: DatabaseSync,
  snapshot: Snapshot,
  server: Server,
  table: ServerTable,
): Promise<LoadedTable> {
  const { quote, hex } = sqlOf[server];
  const named = (name: string): string =>
    `${quote}${name.replaceAll(quote, `${quote}${quote}`)}${quote}`;
  const from = `FROM ${named(table.name)}`;
  const rows = await countedRows(snapshot, from);
  const found = await snapshot.columnsOf(`SELECT * ${from}`);
  const kinds = found.map(({ name, unreadable }) => {
    if (unreadable === undefined) return { name, is: 'value' as const };
    const isBytes = /bytea|BLOB|BINARY/.test(unreadable.type);
    return { name, is: isBytes ? ('bytes' as const) : ('other' as const) };
  });
  const own = kinds.filter(({ is }) => is !== 'other');
  db.exec(
    `CREATE TABLE ${inSqlite(table.name)} (${kinds.map(({ name }) => inSqlite(name)).join(', ')})`,
  );
  const key = table.primaryKey.filter((name) => own.some((each) => each.name === name));
  const order = key.length > 0 ? key : own.slice(0, 1).map(({ name }) => name);
  if (order.length > 0 && rows > 0) {
    const list = own.map(({ name, is }) =>
      is === 'bytes' ? `${hex(named(name))} AS ${named(name)}` : named(name),
    );
    const insert = db.prepare(
      `INSERT INTO ${inSqlite(table.name)} (${own.map(({ name }) => inSqlite(name)).join(', ')}) VALUES (${own.map(() => '?').join(', ')})`,
    );
    const query = `SELECT ${list.join(', ')} ${from} LIMIT ${MOST_ROWS}`;
    for await (const batch of snapshot.rowsOf(query, order))
      for (const { json } of batch) {
        const row = JSON.parse(json, exactNumbers) as Record<string, unknown>;
        insert.run(...own.map(({ name, is }) => stored(row[name], is === 'bytes')));
      }
  }
  const columns = kinds.map(({ name }) => ({
    name,
    type: table.columns.find((column) => column.name === name)?.type ?? '',
  }));
  return { ...table, columns, rows, ...(rows > MOST_ROWS ? { sampled: MOST_ROWS } : {}) };
}

async function countedRows(snapshot: Snapshot, from: string): Promise<number> {
  let rows = 0;
  // Leaving the loop would end the connection.
  for await (const batch of snapshot.rowsOf(`SELECT count(*) AS n ${from}`, ['n']))
    for (const { json } of batch) rows = (JSON.parse(json) as { n: number }).n;
  return rows;
}

/** Whole numbers that are too large for JavaScript become texts with all digits. */
function exactNumbers(
  this: unknown,
  _: string,
  value: unknown,
  context?: { source: string },
): unknown {
  if (typeof value !== 'number' || !Number.isInteger(value)) return value;
  return Number.isSafeInteger(value) ? value : (context?.source ?? value);
}

function stored(value: unknown, isBytes: boolean): SQLInputValue {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number') return Number.isInteger(value) ? BigInt(value) : value;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return isBytes ? Buffer.from(text, 'hex') : text;
}

function inSqlite(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
