import type { ProblemCode } from '@chatferry/contract';

/** Some hundred whole rows of a file, as bytes of UTF-8, with the position of each. */
export interface Chunk {
  readonly bytes: Uint8Array;
  readonly rows: number;
  /** Offset of each row's first byte. */
  readonly starts: Uint32Array;
  /** Offset one past each row's last byte; the line break is not part of the row. */
  readonly ends: Uint32Array;
  /** 1-based line on which each row begins. */
  readonly lines: Uint32Array;
  /** Number of rows of the file before this chunk; absent where lines are enough. */
  readonly before?: number;
  /** Rows that are not whole, in order. Of a row that is too large, the chunk contains only the beginning. */
  readonly faults: readonly Fault[];
  /** Rows of CSV with a quote in an unquoted cell, in order. */
  readonly strayQuotes?: readonly number[];
  /** The objects around the rows, if the mapping reads them. */
  readonly parents?: readonly ParentsOfRows[];
  /** The file of the rows, if it is not the file of the reading job. */
  readonly file?: string;
}

/** The objects around the rows that begin at one row of a chunk. */
export interface ParentsOfRows {
  /** Index of the first of these rows in the chunk. */
  readonly row: number;
  /** JSON, innermost object first; undefined for an object that is not read or cannot be read. */
  readonly texts: readonly (string | undefined)[];
}

export interface Fault {
  /** Index of the row in the chunk. */
  readonly row: number;
  readonly code: ProblemCode;
  /** For a row that nothing reads: where the row is in its document. */
  readonly place?: string | undefined;
}

/** The chunk's buffers, if they came from a store. */
export function buffersOf({ bytes, starts, ends, lines }: Chunk): SharedArrayBuffer[] {
  return sharedAmong([bytes.buffer, starts.buffer, ends.buffer, lines.buffer]);
}

export function sharedAmong(buffers: readonly ArrayBufferLike[]): SharedArrayBuffer[] {
  return buffers.filter((buffer) => buffer instanceof SharedArrayBuffer);
}
