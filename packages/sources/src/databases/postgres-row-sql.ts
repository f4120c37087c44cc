import type { FieldDef } from 'pg';
import { keyValues } from './key-text.ts';
import { asTable } from './snapshot.ts';

/** The names of the query inside another query, and of its row: no column has these names. */
export const ROWS = 'chatferry_rows';
const ROW = 'chatferry_row';

/** The types `char(n)` and lists of it. Their values are padded with meaningless blanks up to n characters; texts are not padded. */
const paddedTypes: ReadonlyMap<number, string> = new Map([
  [1042, 'text'],
  [1014, 'text[]'],
]);

/**
 * The types `bigint`, `smallint`, `integer`, `date`, `timestamp`, `timestamptz` and `uuid`: values that compare as equal are identical.
 * Values of other types, such as `citext` and `numeric`, are also ordered by their bytes as text.
 */
const exactTypes: readonly number[] = [20, 21, 23, 1082, 1114, 1184, 2950];

/** The parts of a statement that reads rows of a query. */
interface RowSql {
  /** The row as a text of JSON. */
  readonly row: string;
  readonly from: string;
  /** The columns of the key. */
  readonly columns: readonly string[];
}

export function rowSql(query: string, key: readonly string[], fields: readonly FieldDef[]): RowSql {
  const values = unpadded(fields);
  const lateral = values === undefined ? '' : ` CROSS JOIN LATERAL (SELECT ${values}) AS ${ROW}`;
  return {
    row: `row_to_json(${values === undefined ? ROWS : ROW})::text`,
    from: `${asTable(query)} AS ${ROWS}${lateral}`,
    columns: key.map((name) => `${ROWS}.${quoted(name)}`),
  };
}

/** The statement that reads the rows of a query in the order of their keys. @param types of the key; absent: all rows are read */
export function selectionSql(
  query: string,
  key: readonly string[],
  fields: readonly FieldDef[],
  types: readonly string[] | undefined,
): string {
  const { row, from, columns } = rowSql(query, key, fields);
  const order = columns.flatMap((column, index) => {
    const { dataTypeID } = fields.find(({ name }) => name === key[index])!;
    return exactTypes.includes(dataTypeID) ? [column] : [column, `${column}::text COLLATE "C"`];
  });
  const where = types === undefined ? '' : ` WHERE ${isOneOf(columns, types)}`;
  return `SELECT ${row}, ${columns.map((column) => `${column}::text`).join(', ')} FROM ${from}${where} ORDER BY ${order.join(', ')}`;
}

/** The condition that the columns of a key have the values of one of the keys. Each column has one parameter. */
function isOneOf(columns: readonly string[], types: readonly string[]): string {
  const lists = types.map((_, index) => `$${index + 1}::text[]`);
  if (columns.length === 1) return `${columns[0]} = ANY (${lists[0]}::${types[0]}[])`;
  const names = types.map((_, index) => `k${index}`);
  const values = names.map((name, index) => `${name}::${types[index]}`);
  return `(${columns.join(', ')}) IN (SELECT ${values.join(', ')} FROM unnest(${lists.join(', ')}) AS k (${names.join(', ')}))`;
}

/** The values of keys, column by column. */
export function columnsOfKeys(keys: readonly string[], columns: number): (string | null)[][] {
  const values = keys.map((each) => keyValues(each, columns));
  return Array.from({ length: columns }, (_, index) => values.map((each) => each[index]!));
}

/** The columns of a row without meaningless blanks at their ends; undefined when no column has such blanks. */
function unpadded(fields: readonly FieldDef[]): string | undefined {
  if (!fields.some(({ dataTypeID }) => paddedTypes.has(dataTypeID))) return undefined;
  return fields
    .map(({ name, dataTypeID }) => {
      const column = `${ROWS}.${quoted(name)}`;
      const type = paddedTypes.get(dataTypeID);
      return type === undefined ? column : `${column}::${type} AS ${quoted(name)}`;
    })
    .join(', ');
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
