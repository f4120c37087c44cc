import { copiedRow } from './copied-row.ts';
import { type Cursor, needsMore } from './cursor.ts';
import { decoderOf, type Dialect } from './dialect.ts';
import { DumpError } from './dump-error.ts';
import { type Literal, literalAt } from './literal.ts';
import { nameAt, namesAt, skipSpace, tableNameAt } from './names.ts';
import { skipRow, skipStatement } from './skip-statement.ts';
import { alteredAt, createdAt, skipRoutine, type Structure } from './structure.ts';
import { TableNames } from './table-names.ts';

/** A part of a dump about tables. */
export type DumpPiece =
  | Structure
  | {
      readonly is: 'row';
      readonly table: string;
      /** Absent when the statement names none: all columns of the table, in their order. */
      readonly columns: readonly string[] | undefined;
      readonly values: readonly Literal[];
    }
  /** A statement that puts rows into a table, when the rows are not in the dump itself. */
  | { readonly is: 'other rows'; readonly table: string };

interface Open {
  readonly table: string;
  readonly isWanted: boolean;
  readonly columns: readonly string[] | undefined;
}

const modifiers = new Set([
  'low_priority',
  'delayed',
  'high_priority',
  'ignore',
  'or',
  'replace',
  'abort',
  'rollback',
  'fail',
]);

/** Reads the rows out of the statements of a dump. Runs none of them, and computes nothing. */
export class DumpScanner {
  readonly #dialect: Dialect;
  readonly #isWanted: (table: string) => boolean;
  readonly #decode: (text: string) => string;
  readonly #names: TableNames;
  readonly #skipped = new Map<string, number>();
  #insert: Open | undefined;
  #copy: Open | undefined;

  /** @param isWanted whether the rows of a table are read; rows of other tables are skipped, whatever their values */
  constructor(dialect: Dialect, isWanted: (table: string) => boolean) {
    this.#dialect = dialect;
    this.#isWanted = isWanted;
    this.#decode = decoderOf(dialect);
    this.#names = new TableNames(dialect, this.#decode);
  }

  /** The rows so far of each unwanted table. */
  get skipped(): ReadonlyMap<string, number> {
    return this.#skipped;
  }

  /** The pieces of the text so far. The position is then after the last whole piece. @throws {DumpError} */
  *pieces(cursor: Cursor): Generator<DumpPiece> {
    for (;;) {
      const start = cursor.at;
      let piece: DumpPiece | 'nothing' | 'end';
      try {
        piece = this.#next(cursor);
      } catch (error) {
        if (error !== needsMore) throw error;
        cursor.at = start;
        return;
      }
      if (piece === 'end') return;
      if (piece !== 'nothing') yield piece;
    }
  }

  #next(cursor: Cursor): DumpPiece | 'nothing' | 'end' {
    if (this.#copy !== undefined) return this.#copied(cursor, this.#copy);
    if (this.#insert !== undefined) return this.#inserted(cursor, this.#insert);
    skipSpace(cursor, this.#dialect.hasHashComments);
    const next = cursor.peek();
    if (next === '') return 'end';
    if (next === '\\') return this.#command(cursor);
    const word = nameAt(cursor)?.toLowerCase();
    if (word === 'insert' || word === 'replace') return this.#beginInsert(cursor);
    if (word === 'copy') return this.#beginCopy(cursor);
    if (word === 'create') return createdAt(cursor, this.#dialect, this.#names) ?? 'nothing';
    if (word === 'alter') return alteredAt(cursor, this.#dialect, this.#names) ?? 'nothing';
    if (word === 'delimiter') return skipDelimited(cursor);
    if (word === 'use') {
      skipSpace(cursor, false);
      const name = nameAt(cursor);
      skipStatement(cursor, this.#dialect);
      if (name !== undefined) this.#names.enter(name);
      return 'nothing';
    }
    const from = cursor.at;
    const end = skipStatement(cursor, this.#dialect);
    if (word === 'set') this.#set(cursor.text.slice(from, end));
    return 'nothing';
  }

  /** Older versions of pg_dump name a schema once for all following tables. */
  #set(statement: string): void {
    const [, schema] = /^\s+search_path\s*=\s*"?([^\s",]+)/i.exec(statement) ?? [];
    if (schema !== undefined && /\w/.test(schema)) this.#names.enterSchema(schema);
  }

  /** A command of psql, such as `\restrict` or `\connect`. */
  #command(cursor: Cursor): 'nothing' {
    const from = cursor.at;
    cursor.skipPast('\n');
    const [, name] =
      /^\\connect (?:-reuse-previous=\w+ )?"?([^\s"]+)/.exec(cursor.text.slice(from, cursor.at)) ??
      [];
    if (name !== undefined) this.#names.enter(name);
    return 'nothing';
  }

  #beginInsert(cursor: Cursor): DumpPiece | 'nothing' {
    const { hasHashComments } = this.#dialect;
    let word: string | undefined;
    do {
      skipSpace(cursor, hasHashComments);
      word = nameAt(cursor)?.toLowerCase();
    } while (word !== undefined && modifiers.has(word));
    const table = word === 'into' ? this.#names.nameOf(tableNameAt(cursor, hasHashComments)) : '';
    const columns = namesAt(cursor, hasHashComments)?.map(this.#decode);
    skipSpace(cursor, hasHashComments);
    word = nameAt(cursor)?.toLowerCase();
    if (word === 'overriding') {
      for (let skipped = 0; skipped < 3; skipped++) {
        skipSpace(cursor, hasHashComments);
        word = nameAt(cursor)?.toLowerCase();
      }
    }
    if (word === 'values' || word === 'value') {
      this.#insert = { table, columns, isWanted: this.#isWanted(table) };
      return 'nothing';
    }
    skipStatement(cursor, this.#dialect);
    return this.#isWanted(table) ? { is: 'other rows', table } : 'nothing';
  }

  #inserted(cursor: Cursor, { table, columns, isWanted }: Open): DumpPiece | 'nothing' {
    const { hasHashComments } = this.#dialect;
    skipSpace(cursor, hasHashComments);
    const next = cursor.peek();
    if (next === ',') {
      cursor.at++;
      skipSpace(cursor, hasHashComments);
    }
    // A statement may end with `ON DUPLICATE KEY UPDATE …`.
    if (cursor.peek() !== '(') return this.#endInsert(cursor);
    if (!isWanted) {
      skipRow(cursor, this.#dialect);
      return this.#skip(table);
    }
    cursor.at++;
    const values: Literal[] = [];
    for (;;) {
      skipSpace(cursor, hasHashComments);
      const from = cursor.at;
      const value = literalAt(cursor, this.#dialect);
      skipSpace(cursor, hasHashComments);
      const after = cursor.peek();
      if (value === undefined || (after !== ',' && after !== ')')) {
        cursor.at = from;
        throw notLiteral(cursor, table, after === '');
      }
      values.push(value);
      cursor.at++;
      if (after === ')') return { is: 'row', table, columns, values };
    }
  }

  #skip(table: string): 'nothing' {
    this.#skipped.set(table, (this.#skipped.get(table) ?? 0) + 1);
    return 'nothing';
  }

  #endInsert(cursor: Cursor): 'nothing' {
    skipStatement(cursor, this.#dialect);
    this.#insert = undefined;
    return 'nothing';
  }

  #beginCopy(cursor: Cursor): 'nothing' {
    const { hasHashComments } = this.#dialect;
    const table = this.#names.nameOf(tableNameAt(cursor, hasHashComments));
    const columns = namesAt(cursor, hasHashComments)?.map(this.#decode);
    const from = cursor.at;
    skipStatement(cursor, this.#dialect);
    if (!/^\s*from\s+stdin\b/i.test(cursor.text.slice(from, cursor.at))) return 'nothing';
    cursor.skipPast('\n');
    this.#copy = { table, columns, isWanted: this.#isWanted(table) };
    return 'nothing';
  }

  #copied(cursor: Cursor, { table, columns, isWanted }: Open): DumpPiece | 'nothing' {
    const from = cursor.at;
    if (!cursor.skipPast('\n'))
      throw new DumpError(
        `It ends inside of the rows of ${table}.`,
        'The dump was cut off: make it again.',
      );
    const line = cursor.text.slice(from, cursor.at - 1).replace(/\r$/, '');
    if (line === '\\.') {
      this.#copy = undefined;
      return 'nothing';
    }
    return isWanted ? { is: 'row', table, columns, values: copiedRow(line) } : this.#skip(table);
  }
}

/** Skips statements that do not end with `;`: functions and triggers. */
function skipDelimited(cursor: Cursor): 'nothing' {
  const from = cursor.at;
  cursor.skipPast('\n');
  if (cursor.text.slice(from, cursor.at).trim() !== ';') {
    skipRoutine(cursor, /\n\s*DELIMITER\s*;/gi);
  }
  return 'nothing';
}

/** @param isAtEnd whether the dump ends at this position */
function notLiteral(cursor: Cursor, table: string, isAtEnd: boolean): DumpError {
  const place = `Line ${cursor.line}: a row of ${table}`;
  if (isAtEnd)
    return new DumpError(`${place} is not complete.`, 'The dump was cut off: make it again.');
  return new DumpError(
    `${place} has a value that is not written out, and nothing in a dump is computed.`,
    'Write the value into the dump in its place, or leave the row out.',
  );
}
