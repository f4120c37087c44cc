import type { FieldDef } from 'pg';
import { asTable } from './snapshot.ts';

/** The query in another one, and one of its rows as it is read: names that no column has. */
export const ROWS = 'chatferry_rows';
const ROW = 'chatferry_row';

/** Of `char(n)` and lists of it: their values end in blanks up to n characters, which mean nothing. As texts they have none. */
const paddedTypes: ReadonlyMap<number, string> = new Map([
  [1042, 'text'],
  [1014, 'text[]'],
]);

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

/** The columns of a row without the blanks at their ends that mean nothing; undefined where no column has any. */
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
