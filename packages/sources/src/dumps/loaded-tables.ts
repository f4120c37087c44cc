import { counted } from '@chatferry/contract';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { DumpColumn } from './create-table.ts';
import { DumpError } from './dump-error.ts';
import type { Literal } from './literal.ts';
import type { DumpPiece } from './scan-dump.ts';
import { storedValue, type ValueForm } from './stored-value.ts';
import type { DumpForeignKey, Structure } from './structure.ts';
import type { WantedNames } from './wanted-names.ts';

/** A table of a dump. */
export interface LoadedTable {
  readonly name: string;
  readonly rows: number;
  /** The number of copied rows, if the server has more rows. */
  readonly sampled?: number;
  /** Empty for a table that is not stored. */
  readonly columns: readonly LoadedColumn[];
  readonly primaryKey: readonly string[];
  readonly foreignKeys: readonly DumpForeignKey[];
}

interface LoadedColumn extends DumpColumn {
  /** The number of values; absent for a column that is stored. */
  readonly skipped?: number;
}

/** A table whose wanted columns are stored. */
interface Table {
  readonly name: string;
  readonly columns: readonly DumpColumn[];
  readonly stored: ReadonlySet<string>;
  /** The number of values of each column that is not stored. */
  readonly skipped: Map<string, number>;
  readonly primaryKey: string[];
  readonly foreignKeys: DumpForeignKey[];
  /** The inserts by the column names of their statements. */
  readonly inserts: Map<string, Insert>;
  rows: number;
}

/** The statement that inserts a row, and the positions of its values in the row of the dump. */
interface Insert {
  readonly statement: StatementSync;
  readonly places: readonly number[];
  readonly types: readonly string[];
  /** The positions of values that are only counted, with their columns. */
  readonly others: readonly (readonly [number, string])[];
}

/** Puts the wanted rows of a dump into a database. */
export class LoadedTables {
  readonly #db: DatabaseSync;
  readonly #wanted: WantedNames;
  readonly #tables = new Map<string, Table>();

  constructor(db: DatabaseSync, wanted: WantedNames) {
    this.#db = db;
    this.#wanted = wanted;
  }

  /** The tables that are stored, in the order of the dump. */
  get all(): LoadedTable[] {
    return Array.from(this.#tables.values(), ({ columns, skipped, stored, ...table }) => ({
      ...table,
      columns: columns.map((column) =>
        stored.has(column.name) ? column : { ...column, skipped: skipped.get(column.name) ?? 0 },
      ),
    }));
  }

  /**
   * @param form of the values
   * @param line of the dump, for errors
   * @throws {DumpError}
   */
  take(piece: DumpPiece, form: ValueForm, line: () => number): void {
    if (!this.#wanted.hasTable(piece.table)) return;
    if (piece.is === 'other rows')
      throw new DumpError(
        `Line ${line()}: the rows that a statement puts into ${piece.table} are not in the dump.`,
        'Make the dump with a program that writes the rows, such as mysqldump or pg_dump.',
      );
    if (piece.is === 'table' || piece.is === 'keys') return this.#build(piece, line);
    const { name, columns } =
      piece.columns === undefined
        ? this.#known(piece.table, line)
        : this.#named(piece.table, piece.columns);
    const table = this.#tables.get(name.toLowerCase())!;
    const names = piece.columns ?? columns.map((column) => column.name);
    if (names.length !== piece.values.length)
      throw new DumpError(
        `Line ${line()}: a row of ${piece.table} has ${counted(piece.values.length, 'value')} for ${counted(names.length, 'column')}.`,
        'Correct the row in the dump, or make the dump again.',
      );
    const { statement, places, types, others } = this.#insertOf(table, names);
    statement.run(
      ...places.map((place, index) => storedValue(piece.values[place]!, types[index]!, form)),
    );
    table.rows++;
    for (const [place, column] of others)
      if (isFilled(piece.values[place]!))
        table.skipped.set(column, (table.skipped.get(column) ?? 0) + 1);
  }

  /** @throws {DumpError} for a table that the dump has twice, with other columns: the columns of a row are then not known */
  #build(piece: Structure, line: () => number): void {
    const found = this.#tables.get(piece.table.toLowerCase());
    if (found !== undefined && piece.is === 'table' && !isAlike(found.columns, piece.columns))
      throw new DumpError(
        `Line ${line()}: the table ${piece.table} is in the dump twice, with other columns.`,
        'Several dumps are in one file: divide it into one file for each.',
      );
    const table =
      found ?? (piece.is === 'table' ? this.#made(piece.table, piece.columns) : undefined);
    if (table === undefined || (found !== undefined && piece.is === 'table')) return;
    table.primaryKey.push(...piece.primaryKey);
    table.foreignKeys.push(...piece.foreignKeys);
  }

  /** @throws {DumpError} for a table whose structure is not in the dump */
  #known(name: string, line: () => number): Table {
    const table = this.#tables.get(name.toLowerCase());
    if (table !== undefined) return table;
    throw new DumpError(
      `Line ${line()}: the dump does not name the columns of ${name}.`,
      'Make it with the structure of the tables, or with the names of columns in each statement (--complete-insert, --column-inserts).',
    );
  }

  #named(name: string, columns: readonly string[]): Table {
    return (
      this.#tables.get(name.toLowerCase()) ??
      this.#made(
        name,
        columns.map((column) => ({ name: column, type: '' })),
      )
    );
  }

  #made(name: string, columns: readonly DumpColumn[]): Table {
    const stored = columns.map((column) => column.name).filter(this.#wanted.hasColumn);
    // Without types, values stay as they are stored. A table needs at least one column.
    const list = stored.length === 0 ? '"chatferry_none"' : stored.map(quoted).join(', ');
    this.#db.exec(`CREATE TABLE ${quoted(name)} (${list})`);
    const table: Table = {
      name,
      columns,
      stored: new Set(stored),
      skipped: new Map(),
      primaryKey: [],
      foreignKeys: [],
      inserts: new Map(),
      rows: 0,
    };
    this.#tables.set(name.toLowerCase(), table);
    return table;
  }

  #insertOf(table: Table, names: readonly string[]): Insert {
    const key = names.join('\n');
    const known = table.inserts.get(key);
    if (known !== undefined) return known;
    const byName = new Map(table.columns.map((column) => [column.name.toLowerCase(), column]));
    const columns = names.map((name) => byName.get(name.toLowerCase()) ?? { name, type: '' });
    const at = columns.map((column, place) => ({ ...column, place }));
    const own = at.filter(({ name }) => table.stored.has(name));
    const list = own.map(({ name }) => quoted(name));
    const sql =
      own.length === 0
        ? `INSERT INTO ${quoted(table.name)} DEFAULT VALUES`
        : `INSERT INTO ${quoted(table.name)} (${list.join(', ')}) VALUES (${list.map(() => '?').join(', ')})`;
    const insert = {
      statement: this.#db.prepare(sql),
      places: own.map(({ place }) => place),
      types: own.map(({ type }) => type),
      others: at
        .filter(({ name }) => !table.stored.has(name))
        .map(({ place, name }) => [place, name] as const),
    };
    table.inserts.set(key, insert);
    return insert;
  }
}

/** Whether two structures of a table read rows in the same way. A statement may name columns before their types are known. */
function isAlike(one: readonly DumpColumn[], other: readonly DumpColumn[]): boolean {
  return (
    one.length === other.length &&
    one.every(
      ({ name, type }, at) =>
        name.toLowerCase() === other[at]!.name.toLowerCase() &&
        (type === '' || type === other[at]!.type),
    )
  );
}

function isFilled(literal: Literal): boolean {
  return literal.is !== 'null' && literal.text !== '';
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
