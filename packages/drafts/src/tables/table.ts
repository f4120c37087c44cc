import type { Column } from '../columns/column.ts';

/** Rows of one form: a CSV file, lines of NDJSON, or a list in a JSON document. */
export interface Table {
  readonly file: string;
  /** The name of the table in proposals, unique in the export. */
  readonly name: string;
  /** The name of the file without extensions, or the key of the list. */
  readonly label: string;
  /** The path to the rows in a JSON document; empty for a document that is a list; undefined for other formats. */
  readonly rows: string | undefined;
  /** The path in a tree of documents, as a pattern with names for the keys. */
  readonly pattern?: string | undefined;
  /** The field whose value, or values, separate the rows from others of the file. */
  readonly when: { readonly field: string; readonly value: string | readonly string[] } | undefined;
  readonly columns: readonly Column[];
  /** Number of rows in the sample. */
  readonly rowCount: number;
  /** Whether all rows are in the sample. */
  readonly isWhole: boolean;
  /** Whether the table is from a dump. It is named after its rows, like a file. */
  readonly isInDump?: true;
}

/** A table before it gets a unique name in the export. */
export type FoundTable = Omit<Table, 'name'>;

/** Whether the rows of a table are in lists inside the rows of another table. */
export function holdsRowsOf(outer: Table, inner: Table): boolean {
  if (outer.file !== inner.file || outer.rows === inner.rows || inner.rows === undefined)
    return false;
  // Each line of NDJSON is a document, so paths begin in the line.
  return outer.rows === undefined || inner.rows.startsWith(`${outer.rows || '[*]'}.`);
}

/** Whether a path leads into the value at another path, and not to a key that only begins with the same text. */
export function isInside(path: string, around: string): boolean {
  return path.startsWith(`${around}.`) || path.startsWith(`${around}[`);
}

/** Whether two tables have the same columns, so that they may be parts of one table. */
export function haveSameColumns(one: Table, other: Table): boolean {
  return namesIn(one) === namesIn(other);
}

function namesIn({ columns }: Table): string {
  return JSON.stringify(columns.map(({ name }) => name));
}
