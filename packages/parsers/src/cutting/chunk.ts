import type { ProblemCode } from '@chatferry/contract';

/** Some hundred whole rows of a file, as bytes of UTF-8, with the places where they stand. */
export interface Chunk {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly rows: number;
  /** Offset of each row's first byte. */
  readonly starts: Uint32Array<ArrayBuffer>;
  /** Offset behind each row's last byte, its line break not included. */
  readonly ends: Uint32Array<ArrayBuffer>;
  /** 1-based line on which each row begins. */
  readonly lines: Uint32Array<ArrayBuffer>;
  /** Rows that are not whole, in order: of a row that was too large only the beginning is here. */
  readonly faults: readonly Fault[];
}

export interface Fault {
  /** Index of the row in the chunk. */
  readonly row: number;
  readonly code: ProblemCode;
}

/** Buffers that can be handed over to another thread. */
export function buffersOf({ bytes, starts, ends, lines }: Chunk): ArrayBuffer[] {
  return [bytes.buffer, starts.buffer, ends.buffer, lines.buffer];
}
