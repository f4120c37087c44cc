import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { Cursor } from './cursor.ts';
import type { DumpColumn } from './create-table.ts';
import { type Dialect, dialectOf } from './dialect.ts';
import { DumpError } from './dump-error.ts';
import { textOf } from './read-dump.ts';
import { type DumpPiece, DumpScanner } from './scan-dump.ts';
import { storedValue } from './stored-value.ts';
import type { WantedNames } from './wanted-names.ts';

/** A statement that is longer is not one of a dump: a server refuses it. */
const LONGEST = 1 << 30;

/** A table of the dump, of which the wanted columns are stored. */
interface Table {
  readonly columns: readonly DumpColumn[];
  readonly stored: readonly string[];
  /** By the names of a statement. */
  readonly inserts: Map<string, Insert>;
}

/** What puts a row, and where its values are in the row of the dump. */
interface Insert {
  readonly statement: StatementSync;
  readonly places: readonly number[];
  readonly types: readonly string[];
}

/**
 * Puts the tables of a dump into a database, as far as queries name them. Runs nothing of the dump.
 *
 * @throws {DumpError} @throws the signal's reason
 */
export async function loadDump(
  path: string,
  db: DatabaseSync,
  wanted: WantedNames,
  signal: AbortSignal,
): Promise<void> {
  const tables = new Map<string, Table>();
  const cursor = new Cursor();
  let scanner: DumpScanner | undefined;
  let dialect: Dialect | undefined;
  let tail = '';
  const take = (): void => {
    dialect ??= dialectOf(cursor.text.slice(0, 1 << 16));
    scanner ??= new DumpScanner(dialect, (table) => wanted.hasTable(table));
    const decode = decoderOf(dialect);
    for (const piece of scanner.pieces(cursor)) store(db, tables, piece, wanted, decode, cursor);
    if (cursor.text.length - cursor.at > LONGEST)
      throw new DumpError(
        `Line ${cursor.line}: a statement is longer than 1 GiB.`,
        'Make the dump with shorter statements.',
      );
  };
  for await (const text of textOf(path)) {
    signal.throwIfAborted();
    cursor.add(text);
    tail = (tail + text).slice(-1000);
    take();
  }
  cursor.isLast = true;
  take();
  refuseCut(dialect!, tail);
}

/** What has no last line was cut off, and what would have come after that is not known. */
function refuseCut({ writer, lastLine }: Dialect, tail: string): void {
  if (lastLine === undefined || tail.includes(lastLine)) return;
  throw new DumpError(
    `It does not end with '${lastLine}', which ${writer} writes last: it was cut off.`,
    'Make the dump again. If it is known to be complete, add this line at its end.',
  );
}

function decoderOf({ encoding }: Dialect): (text: string) => string {
  const decoder = new TextDecoder(encoding);
  return (text) =>
    /[\u0080-\u00FF]/.test(text) ? decoder.decode(Buffer.from(text, 'latin1')) : text;
}

function store(
  db: DatabaseSync,
  tables: Map<string, Table>,
  piece: DumpPiece,
  wanted: WantedNames,
  decode: (text: string) => string,
  cursor: Cursor,
): void {
  if (!wanted.hasTable(piece.table)) return;
  if (piece.is === 'other rows')
    throw new DumpError(
      `Line ${cursor.line}: the rows that a statement puts into ${piece.table} are not in the dump.`,
      'Make the dump with a program that writes the rows, such as mysqldump or pg_dump.',
    );
  const key = piece.table.toLowerCase();
  if (piece.is === 'table') {
    if (!tables.has(key)) tables.set(key, made(db, piece.table, piece.columns, wanted));
    return;
  }
  let table = tables.get(key);
  if (table === undefined) {
    if (piece.columns === undefined)
      throw new DumpError(
        `Line ${cursor.line}: the dump does not name the columns of ${piece.table}.`,
        'Make it with the structure of the tables, or with the names of columns in each statement (--complete-insert, --column-inserts).',
      );
    table = made(
      db,
      piece.table,
      piece.columns.map((name) => ({ name, type: '' })),
      wanted,
    );
    tables.set(key, table);
  }
  const names = piece.columns ?? table.columns.map(({ name }) => name);
  if (names.length !== piece.values.length)
    throw new DumpError(
      `Line ${cursor.line}: a row of ${piece.table} has ${piece.values.length} values for ${names.length} columns.`,
      'Correct the row in the dump, or make the dump again.',
    );
  const { statement, places, types } = insertOf(db, piece.table, table, names);
  statement.run(
    ...places.map((place, index) => storedValue(piece.values[place]!, types[index]!, decode)),
  );
}

function made(
  db: DatabaseSync,
  name: string,
  columns: readonly DumpColumn[],
  wanted: WantedNames,
): Table {
  const stored = columns.map((column) => column.name).filter((column) => wanted.hasColumn(column));
  // Without types, values stay as they are put. A table needs a column.
  const list = stored.length === 0 ? '"chatferry_none"' : stored.map(quoted).join(', ');
  db.exec(`CREATE TABLE ${quoted(name)} (${list})`);
  return { columns, stored, inserts: new Map() };
}

function insertOf(db: DatabaseSync, name: string, table: Table, names: readonly string[]): Insert {
  const key = names.join('\n');
  const known = table.inserts.get(key);
  if (known !== undefined) return known;
  const stored = new Set(table.stored.map((column) => column.toLowerCase()));
  const places = names.flatMap((column, place) =>
    stored.has(column.toLowerCase()) ? [place] : [],
  );
  const list = places.map((place) => quoted(names[place]!));
  const sql =
    places.length === 0
      ? `INSERT INTO ${quoted(name)} DEFAULT VALUES`
      : `INSERT INTO ${quoted(name)} (${list.join(', ')}) VALUES (${list.map(() => '?').join(', ')})`;
  const typeOf = new Map(table.columns.map((column) => [column.name.toLowerCase(), column.type]));
  const types = places.map((place) => typeOf.get(names[place]!.toLowerCase()) ?? '');
  const insert = { statement: db.prepare(sql), places, types };
  table.inserts.set(key, insert);
  return insert;
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
