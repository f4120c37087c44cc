import { type DumpTable, partsOf, tableIn } from './create-table.ts';
import type { Cursor } from './cursor.ts';
import { DumpError } from './dump-error.ts';
import { decoderOf, type Dialect } from './dialect.ts';
import { skipSpace, tableNameAt } from './names.ts';
import { skipStatement } from './skip-statement.ts';
import { type ForeignKey, keysIn } from './table-keys.ts';
import type { TableNames } from './table-names.ts';

/** A foreign key, with the name of the other table in the form of the dump's table names. */
export type DumpForeignKey = Omit<ForeignKey, 'table'> & { readonly table: string };

/** The structure of a table, or keys that a later statement adds. */
export type Structure = (
  | ({ readonly is: 'table' } & Pick<DumpTable, 'columns'>)
  | { readonly is: 'keys' }
) & {
  readonly table: string;
  readonly primaryKey: readonly string[];
  readonly foreignKeys: readonly DumpForeignKey[];
};

const routine =
  /^\s*(?:OR\s+REPLACE\s+)?(?:DEFINER\s*=\s*\S+\s+)?(?:TEMP(?:ORARY)?\s+)?(?:TRIGGER|FUNCTION|PROCEDURE|EVENT)\b/i;
const tableHead =
  /^\s*(?:TEMP(?:ORARY)?\s+|UNLOGGED\s+|GLOBAL\s+|LOCAL\s+)*TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?/i;
const alteredHead = /^\s*(?:IGNORE\s+)?TABLE\s+(?:IF\s+EXISTS\s+)?(?:ONLY\s+)?/i;

/** Reads the text after `CREATE`; undefined for anything but a table. */
export function createdAt(
  cursor: Cursor,
  dialect: Dialect,
  names: TableNames,
): Structure | undefined {
  const from = cursor.at;
  const end = skipStatement(cursor, dialect);
  const statement = cursor.text.slice(from, end);
  if (routine.test(statement)) {
    if (/\bBEGIN\b/i.test(withoutTexts(statement))) skipRoutine(cursor, /\bEND\s*;/gi);
    return undefined;
  }
  const head = tableHead.exec(statement);
  if (head === null) return undefined;
  cursor.at = from + head[0].length;
  const table = names.nameOf(tableNameAt(cursor, dialect.hasHashComments));
  skipSpace(cursor, dialect.hasHashComments);
  const body = cursor.peek() === '(' ? cursor.text.slice(cursor.at + 1, end) : '';
  cursor.at = end;
  const { columns: all, primaryKey, foreignKeys } = tableIn(decoderOf(dialect)(body));
  const columns = dialect.hasTypes ? all : all.map(({ name }) => ({ name, type: '' }));
  return { is: 'table', table, columns, primaryKey, foreignKeys: named(foreignKeys, names) };
}

/**
 * Moves past the end of a routine. If it has no end, the rest of the dump must have no rows, because they would be lost.
 *
 * @throws {DumpError}
 */
export function skipRoutine(cursor: Cursor, end: RegExp): void {
  const { at: from, line } = cursor;
  if (cursor.skipPastMatch(end)) return;
  if (!/\b(?:INSERT|REPLACE|COPY)\s/i.test(cursor.text.slice(from))) return;
  throw new DumpError(
    `Line ${line}: a function or trigger has no end, and rows follow it.`,
    'Make the dump without functions and triggers, or correct the end of this one.',
  );
}

/** A statement without its texts. The body of a function may be a text, and is then complete. */
function withoutTexts(statement: string): string {
  return statement.replaceAll(/\$(\w*)\$[\s\S]*?\$\1\$|'(?:[^']|'')*'/g, '');
}

/** Reads the text after `ALTER`; undefined unless it adds a key to a table. */
export function alteredAt(
  cursor: Cursor,
  dialect: Dialect,
  names: TableNames,
): Structure | undefined {
  const from = cursor.at;
  const end = skipStatement(cursor, dialect);
  const head = alteredHead.exec(cursor.text.slice(from, end));
  if (head === null) return undefined;
  cursor.at = from + head[0].length;
  const table = names.nameOf(tableNameAt(cursor, dialect.hasHashComments));
  const body = cursor.text.slice(cursor.at, end);
  cursor.at = end;
  const { primaryKey, foreignKeys } = keysIn(partsOf(decoderOf(dialect)(body)));
  if (primaryKey.length === 0 && foreignKeys.length === 0) return undefined;
  return { is: 'keys', table, primaryKey, foreignKeys: named(foreignKeys, names) };
}

function named(keys: readonly ForeignKey[], names: TableNames): DumpForeignKey[] {
  return keys.map((key) => ({ ...key, table: names.nameOf(key.table) }));
}
