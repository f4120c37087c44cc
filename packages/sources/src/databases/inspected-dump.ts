import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import type { RecordBlock } from '@chatferry/contract';
import type { KindMapping, ReadRules } from '@chatferry/parsers';
import type { LoadedTable } from '../dumps/loaded-tables.ts';
import { type OpenedDump, openWholeDump } from '../dumps/open-dump.ts';
import { openDatabase } from './database.ts';
import { databaseError } from './database-error.ts';
import type { DatabaseSource } from './database-options.ts';
import { queriesOf } from './kinds-of.ts';
import { snapshotOf } from './sqlite.ts';
import { waitLimits } from './waiting.ts';

/** A sampled value: numbers with all their digits, bytes in hexadecimal. */
export interface SampledValue {
  readonly text: string;
  readonly is: 'number' | 'text' | 'bytes';
}

/** A column of a dump whose values are those of another table. */
export interface ColumnOfDump {
  readonly table: string;
  readonly column: string;
}

/** Characters of a text that a sample has. */
const MOST_CHARACTERS = 2000;

/** A dump that is looked into before its queries are known. All of it is in a temporary database meanwhile. */
export class InspectedDump implements Disposable {
  readonly file: string;
  /** The program that wrote it, as in a sentence. */
  readonly writer: string;
  readonly tables: readonly LoadedTable[];
  readonly #db: DatabaseSync;

  private constructor(file: string, { db, writer, tables }: OpenedDump) {
    this.file = file;
    this.writer = writer;
    this.tables = tables;
    this.#db = db;
  }

  /** @throws {SourceError} */
  static async open(file: string): Promise<InspectedDump> {
    try {
      return new InspectedDump(file, await openWholeDump(file, new AbortController().signal));
    } catch (error) {
      throw databaseError(error, { name: file, driver: 'dump', address: file });
    }
  }

  /** Rows from all parts of a table, in the order of the dump; empty values are undefined. */
  sampleOf({ name, rows }: LoadedTable, most: number): readonly (SampledValue | undefined)[][] {
    const step = Math.max(1, Math.floor(rows / most));
    const sql = `SELECT * FROM ${quoted(name)} WHERE rowid % ${step} = ${step === 1 ? 0 : 1} LIMIT ${most}`;
    const statement = this.#db.prepare(sql);
    statement.setReadBigInts(true);
    statement.setReturnArrays(true);
    const found: (SampledValue | undefined)[][] = [];
    for (const row of statement.iterate() as Iterable<unknown> as Iterable<SQLOutputValue[]>)
      found.push(row.map(sampled));
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
      found.push(sampled(value!)?.text ?? '');
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

  /** Counts what a query with a condition finds. @param from begins with `FROM` */
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

function sampled(value: SQLOutputValue): SampledValue | undefined {
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
