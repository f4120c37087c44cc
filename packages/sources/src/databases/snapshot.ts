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
  /** The key of the row as a text, see `keyText`. Equal keys have equal texts. */
  readonly key: string;
  /** The digest that the server has computed; absent: the digest of the JSON. */
  readonly digest?: number;
}

/** A digest of all rows whose keys are in one range: the sum of their digests, modulo `DIGESTS`. */
export interface RangeDigest {
  readonly range: number;
  readonly digest: number;
  readonly rows: number;
}

/** A key, with the sum of the digests of its rows modulo `DIGESTS`. Most keys have one row. */
export interface KeyDigest {
  readonly key: string;
  readonly digest: number;
}

/** A transaction that has written something and has not ended. Its changes are still invisible to other transactions. */
export interface OpenWriter {
  /** Unique until the server is started again. */
  readonly id: string;
  readonly tables: readonly string[];
  /** How long the transaction has been open; absent if the user may not know that. */
  readonly ageMs?: number;
}

/** What a server computes about the rows of a query, so that the rows need not be read. Leaves out rows whose key is NULL. */
export interface RowDigests {
  /** Whether ranges are ranges of numbers: see `rangeOfKey`. */
  readonly isNumbered: (query: string, key: readonly string[]) => Promise<boolean>;
  /** Every range with rows, in any order. */
  readonly ranges: (query: string, key: readonly string[]) => Promise<readonly RangeDigest[]>;
  /** Every key in these ranges, in any order. */
  readonly keysIn: (
    query: string,
    key: readonly string[],
    ranges: readonly number[],
  ) => AsyncIterable<readonly KeyDigest[]>;
}

/**
 * A connection in a read-only transaction: all queries see the same rows. Its functions throw the errors of the driver. They may wait
 * for the server forever.
 */
export interface Snapshot extends AsyncDisposable {
  /** The columns of a query. Reads no rows. */
  readonly columnsOf: (query: string) => Promise<readonly Column[]>;
  /** The rows of a query in the order of the key, in batches that are read when they are requested. */
  readonly rowsOf: (query: string, key: readonly string[]) => AsyncIterable<readonly DatabaseRow[]>;
  /** Rows with one of these keys, or all rows, with the digests of the server. Absent: only all rows can be read, without digests. */
  readonly rowsWith?: (
    query: string,
    key: readonly string[],
    keys: readonly string[] | undefined,
  ) => AsyncIterable<readonly DatabaseRow[]>;
  /** Absent: the rows have to be read. */
  readonly digests?: RowDigests;
  /** The open transactions that have written something, whatever this snapshot shows. Absent: the server does not report them. */
  readonly openWriters?: () => Promise<readonly OpenWriter[]>;
  /** Makes calls that wait for the server fail, and ends the query in the server. */
  readonly interrupt: () => void;
  /** The tables and columns of a dump that no query names. */
  readonly unread?: readonly UnreadPart[];
}

/** A query as a table inside another query. A comment at its end ends before the parenthesis. */
export function asTable(query: string): string {
  return `(${query.trim().replace(/;+$/, '')}\n)`;
}
