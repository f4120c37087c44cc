import { isObject, type Row } from '@chatferry/contract';
import type { Archive, Entry } from '../archive/archive.ts';
import { objects } from '../reading/values.ts';
import type { Place } from '../rows/export-rows.ts';
import { SourceError } from '../source-error.ts';

/** A row of a table, with its place: the table, and its number there from 1. */
export interface TableRow {
  readonly row: Row;
  readonly place: Place;
}

/** The tables of `realm.json`. It is the only file that is kept in memory as a whole. */
export class Realm {
  readonly #tables: Row;
  readonly #file: string;

  constructor(tables: Row, file: string) {
    this.#tables = tables;
    this.#file = file;
  }

  *rows(table: string): Generator<TableRow> {
    const file = this.#fileOf(table);
    for (const [index, row] of objects(this.#tables[table]).entries())
      yield { row, place: { file, line: index + 1 } };
  }

  /** Names and sizes of the tables that are not among `read`. */
  *others(read: ReadonlySet<string>): Generator<{ readonly table: string; readonly rows: number }> {
    for (const [table, rows] of Object.entries(this.#tables))
      if (!read.has(table) && Array.isArray(rows) && rows.length > 0)
        yield { table, rows: rows.length };
  }

  /** Rows by their places, as JSON without secrets. */
  find(file: string, lines: ReadonlySet<number>): ReadonlyMap<number, string> {
    const found = new Map<number, string>();
    const table = Object.keys(this.#tables).find((name) => this.#fileOf(name) === file);
    const rows = table === undefined ? [] : objects(this.#tables[table]);
    for (const line of lines)
      found.set(
        line,
        JSON.stringify({ ...rows[line - 1], password: undefined, api_key: undefined }),
      );
    return found;
  }

  #fileOf(table: string): string {
    return `${this.#file}/${table}`;
  }
}

/** @throws {SourceError} */
export async function readRealm(archive: Archive, entry: Entry): Promise<Realm> {
  const file = archive.placeOf(entry);
  try {
    const tables: unknown = JSON.parse(Buffer.from(await archive.bytesOf(entry)).toString());
    if (isObject(tables)) return new Realm(tables, file);
    throw new Error('it is not an object');
  } catch (error) {
    if (error instanceof SourceError) throw error;
    throw new SourceError(
      'bad-archive',
      `${file} cannot be read: ${(error as Error).message}.`,
      'Export again, or copy the export again.',
      { cause: error },
    );
  }
}
