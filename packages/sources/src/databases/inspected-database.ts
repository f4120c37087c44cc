import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import type { RecordBlock } from '@chatferry/contract';
import type { KindMapping, ReadRules } from '@chatferry/parsers';
import type { LoadedTable } from '../dumps/loaded-tables.ts';
import { openWholeDump } from '../dumps/open-dump.ts';
import { openDatabase } from './database.ts';
import { databaseError } from './database-error.ts';
import type { DatabaseSource, Driver } from './database-options.ts';
import { queriesOf } from './kinds-of.ts';
import { openSnapshot } from './open-snapshot.ts';
import { sampleServer } from './sample-server.ts';
import type { OtherSchema, Server } from './server-tables.ts';
import { openFile, snapshotOf } from './sqlite.ts';
import { tablesOfFile } from './tables-of-file.ts';
import { answered, waitLimits } from './waiting.ts';

/** A sampled value: numbers with all their digits, bytes in hexadecimal. */
export interface SampledValue {
  readonly text: string;
  readonly is: 'number' | 'text' | 'bytes';
}

/** A column of a table. */
export interface ColumnOfDump {
  readonly table: string;
  readonly column: string;
}

interface Opened {
  readonly db: DatabaseSync;
  readonly text: string;
  readonly tables: readonly LoadedTable[];
  readonly others?: readonly OtherSchema[];
}

const openers: Readonly<Record<Driver, (address: string) => Promise<Opened>>> = {
  dump: async (address) => {
    const { writer, ...dump } = await openWholeDump(address, new AbortController().signal);
    return { ...dump, text: `a dump of ${writer}` };
  },
  sqlite: async (address) => {
    const db = openFile(address);
    return { db, text: 'a database of SQLite', tables: tablesOfFile(db) };
  },
  postgres: async (address) => ({
    ...(await sampleOfServer('postgres', address)),
    text: 'a database of PostgreSQL',
  }),
  mysql: async (address) => ({
    ...(await sampleOfServer('mysql', address)),
    text: 'a database of MySQL',
  }),
};

async function sampleOfServer(server: Server, address: string): Promise<Omit<Opened, 'text'>> {
  const opening = new AbortController();
  await using snapshot = await answered(openSnapshot(server, address, [], opening.signal), {
    limitMs: waitLimits.openMs,
    interrupt: () => opening.abort(),
  });
  return await sampleServer(snapshot, server);
}

/** The most characters of a text in a sample. */
const MOST_CHARACTERS = 2000;

/** A database, and its name in a configuration. */
export interface DatabasePlace {
  readonly driver: Driver;
  /** The address of a server with its password: no text contains it. */
  readonly address: string;
  /** The path, or the reference to the environment. */
  readonly file: string;
}

/**
 * A database that is inspected before its queries are known: a file of SQLite, a dump, or the first rows of each table of a server. A
 * dump and the rows of a server are in a temporary database meanwhile.
 */
export class InspectedDatabase implements Disposable {
  readonly driver: Driver;
  readonly address: string;
  readonly file: string;
  /** The sort of the database, as in a sentence: `a dump of pg_dump`. */
  readonly text: string;
  readonly tables: readonly LoadedTable[];
  /** Schemas of PostgreSQL whose tables are not in `tables`. */
  readonly others: readonly OtherSchema[];
  readonly #db: DatabaseSync;

  private constructor(place: DatabasePlace, { db, text, tables, others = [] }: Opened) {
    this.driver = place.driver;
    this.address = place.address;
    this.file = place.file;
    this.text = text;
    this.tables = tables;
    this.others = others;
    this.#db = db;
  }

  /** @throws {SourceError} */
  static async open(place: DatabasePlace): Promise<InspectedDatabase> {
    try {
      return new InspectedDatabase(place, await openers[place.driver](place.address));
    } catch (error) {
      throw databaseError(error, { ...place, name: place.file });
    }
  }

  /** The number of rows that can be inspected: for a table of a server, it may be a sample. */
  rowsIn({ rows, sampled }: LoadedTable): number {
    return sampled ?? rows;
  }

  /** Rows from all parts of a table, in the order of the dump; empty values are undefined. */
  sampleOf(table: LoadedTable, most: number): readonly (SampledValue | undefined)[][] {
    const step = Math.max(1, Math.floor(this.rowsIn(table) / most));
    // Not every table of a file of SQLite has row numbers.
    const part = step === 1 ? '' : ` WHERE rn % ${step} = 1`;
    const names = table.columns.map((column) => quoted(column.name)).join(', ');
    const from = `SELECT *, row_number() OVER () AS rn FROM ${quoted(table.name)}`;
    const sql = `SELECT ${names} FROM (${from})${part} LIMIT ${most}`;
    const statement = this.#db.prepare(sql);
    statement.setReadBigInts(true);
    statement.setReturnArrays(true);
    const found: (SampledValue | undefined)[][] = [];
    for (const row of statement.iterate() as Iterable<unknown> as Iterable<SQLOutputValue[]>)
      found.push(row.map(sampledValue));
    return found;
  }

  /** Each value of a column once. */
  valuesOf({ table, column }: ColumnOfDump, most: number): readonly string[] {
    const [name, of] = [quoted(column), quoted(table)];
    const statement = this.#db.prepare(
      `SELECT DISTINCT ${name} FROM ${of} WHERE ${name} <> '' LIMIT ${most}`,
    );
    statement.setReadBigInts(true);
    statement.setReturnArrays(true);
    const found: string[] = [];
    for (const [value] of statement.iterate() as Iterable<unknown> as Iterable<SQLOutputValue[]>)
      found.push(sampledValue(value!)?.text ?? '');
    return found;
  }

  /** The number of rows that a column has a value in. */
  filledIn({ table, column }: ColumnOfDump): number {
    return this.#countOf(`FROM ${quoted(table)} WHERE ${quoted(column)} <> ''`);
  }

  /** The number of rows whose value of a column is not in another column. */
  missingIn({ table, column }: ColumnOfDump, of: ColumnOfDump): number {
    const own = `${quoted(table)}.${quoted(column)}`;
    // Numbers and texts of the same digits are equal, as in the records.
    return this.#countOf(
      `FROM ${quoted(table)} WHERE ${own} <> '' AND CAST(${own} AS text) NOT IN (SELECT CAST(${quoted(of.column)} AS text) FROM ${quoted(of.table)} WHERE ${quoted(of.column)} IS NOT NULL)`,
    );
  }

  /** Counts the rows of a query with a condition. @param from begins with `FROM` */
  countRows(from: string): number {
    return this.#countOf(from);
  }

  /** The rows of one query, judged. @param index of the query @throws {SourceError} */
  async *blocks(
    source: DatabaseSource,
    index: number,
    mapping: KindMapping,
    rules: ReadRules,
  ): AsyncGenerator<RecordBlock> {
    const { kind, declared } = queriesOf(source)[index]!;
    const snapshot = { ...snapshotOf(this.#db), [Symbol.asyncDispose]: async () => {} };
    const only = { ...source, preset: undefined, kinds: { [kind]: declared } };
    const database = await openDatabase(only, undefined, waitLimits, snapshot);
    yield* database.queries[0]!.blocks(mapping, rules);
  }

  [Symbol.dispose](): void {
    this.#db.close();
  }

  #countOf(from: string): number {
    return this.#db.prepare(`SELECT count(*) AS n ${from}`).get()!['n'] as number;
  }
}

function sampledValue(value: SQLOutputValue): SampledValue | undefined {
  if (value === null || value === '') return undefined;
  if (typeof value === 'string') return { text: value.slice(0, MOST_CHARACTERS), is: 'text' };
  if (value instanceof Uint8Array)
    return {
      text: Buffer.from(value.subarray(0, MOST_CHARACTERS / 2))
        .toString('hex')
        .toUpperCase(),
      is: 'bytes',
    };
  return { text: String(value), is: 'number' };
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
