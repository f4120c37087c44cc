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
  /** Its key as a text, see `keyText`. Equal texts for equal keys. */
  readonly key: string;
  /** The digest as the server has computed it; absent: the digest of the JSON. */
  readonly digest?: number;
}

/** Rows of a query whose keys are in one range, as one number: the sum of their digests, modulo `DIGESTS`. */
export interface RangeDigest {
  readonly range: number;
  readonly digest: number;
  readonly rows: number;
}

/** A key, with the sum of the digests of its rows modulo `DIGESTS`: of most keys that of one row. */
export interface KeyDigest {
  readonly key: string;
  readonly digest: number;
}

/** A transaction that has written something and has not ended: nobody else sees yet what it has written. */
export interface OpenWriter {
  /** No other transaction has it, until the server is started again. */
  readonly id: string;
  readonly tables: readonly string[];
  /** For how long it is open; absent where the user may not know that. */
  readonly ageMs?: number;
}

/** What a server computes about the rows of a query, so that they need not be read. Rows whose key is NULL have no part in it. */
export interface RowDigests {
  /** Whether ranges are those of numbers: see `rangeOfKey`. */
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
 * for the server without end.
 */
export interface Snapshot extends AsyncDisposable {
  /** The columns of a query. Reads no rows. */
  readonly columnsOf: (query: string) => Promise<readonly Column[]>;
  /** The rows of a query in the order of the key, in batches that are read when they are requested. */
  readonly rowsOf: (query: string, key: readonly string[]) => AsyncIterable<readonly DatabaseRow[]>;
  /** The same for the rows that have one of these keys, or all, with the digests of the server. Absent: only all rows can be read, without. */
  readonly rowsWith?: (
    query: string,
    key: readonly string[],
    keys: readonly string[] | undefined,
  ) => AsyncIterable<readonly DatabaseRow[]>;
  /** Absent: the rows have to be read. */
  readonly digests?: RowDigests;
  /** The open transactions that have written something, whatever this snapshot shows. Absent: the server does not tell. */
  readonly openWriters?: () => Promise<readonly OpenWriter[]>;
  /** Makes what waits for the server fail, and ends the query there. */
  readonly interrupt: () => void;
  /** The tables and columns of a dump that no query names. */
  readonly unread?: readonly UnreadPart[];
}

/** A query as a table in another one. A comment at its end ends before the parenthesis. */
export function asTable(query: string): string {
  return `(${query.trim().replace(/;+$/, '')}\n)`;
}
