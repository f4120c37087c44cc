import type { UnreadPart } from '../dumps/unread-parts.ts';

/** A column of a query. */
export interface Column {
  readonly name: string;
  /** For a type that no field can hold: its name, and an expression that makes it a text. */
  readonly unreadable?: { readonly type: string; readonly fix: string };
}

export interface DatabaseRow {
  /** The row as a JSON object. */
  readonly json: string;
  /** The values of its key. Equal texts for equal keys. */
  readonly key: string;
}

/**
 * A connection in a read-only transaction: all queries see the same rows. Its functions throw the errors of the driver. They may wait
 * for the server without end.
 */
export interface Snapshot extends AsyncDisposable {
  /** The columns of a query. Reads no rows. */
  readonly columnsOf: (query: string) => Promise<readonly Column[]>;
  /** The rows of a query in the order of the key, in batches that are read when they are requested. */
  readonly rowsOf: (query: string, key: readonly string[]) => AsyncIterable<readonly DatabaseRow[]>;
  /** Makes what waits for the server fail, and ends the query there. */
  readonly interrupt: () => void;
  /** The tables and columns of a dump that no query names. */
  readonly unread?: readonly UnreadPart[];
}

/** A query as a table in another one. A comment at its end ends before the parenthesis. */
export function asTable(query: string): string {
  return `(${query.trim().replace(/;+$/, '')}\n)`;
}
