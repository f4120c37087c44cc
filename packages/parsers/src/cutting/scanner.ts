import type { ProblemCode } from '@chatferry/contract';

/** Where a scanner found a row. One object is used again for each row. */
export interface FoundRow {
  /** Offset of the first byte; -1 when there was nothing but blank lines. */
  start: number;
  /** Offset behind the last byte. */
  end: number;
  /** Line breaks that were passed before the row. */
  breaksBefore: number;
  /** Line breaks from the row's beginning to where the next row is looked for. */
  breaksWithin: number;
  /** Why the row is not whole. */
  fault: ProblemCode | undefined;
  /** Why nothing can be read from here on, as the end of a sentence about the file. */
  broken: string | undefined;
  /** What to do about it; undefined where the table of problems says it. */
  brokenFix: string | undefined;
}

/** What lies behind the bytes that a scanner was given. */
export type Beyond =
  /** More of the file, which may be needed to complete the row. */
  | 'more'
  /** More of the file, but the row has reached the largest size a row may have. */
  | 'too-much'
  /** Nothing: the file ends here. */
  | 'nothing';

/** Finds the rows of one format in bytes. Knows where rows begin and end, and little of what is in them. */
export interface Scanner {
  /** The byte that ends a line. */
  readonly newline: number;

  /**
   * Finds the first row between `from` and `to`; either a row or blank space begins at `from`.
   * @param found is filled in, `start` and `breaksBefore` also when the row does not end before `to`
   * @returns the offset at which to look for the next row; -1 when the row does not end before `to`
   */
  scan(bytes: Uint8Array, from: number, to: number, beyond: Beyond, found: FoundRow): number;

  /**
   * Finds where rows can be read again, from within a row that is too large.
   * @returns the offset; -1 when it lies beyond `to`, where the search goes on with the next call
   */
  resume(bytes: Uint8Array, from: number, to: number): number;

  /** What is wrong with a file that ends here, as the end of a sentence about it. */
  complaint?(): string | undefined;
}

/** The scanner for a file, from a look at its first bytes. */
export type OpenScanner = (head: Uint8Array) => Scanner;

export const LF = 0x0a;
export const CR = 0x0d;
export const TAB = 0x09;
export const SPACE = 0x20;
export const QUOTE = 0x22;

export function countBreaks(bytes: Uint8Array, newline: number, from: number, to: number): number {
  let breaks = 0;
  for (let at = bytes.indexOf(newline, from); at !== -1 && at < to; breaks++)
    at = bytes.indexOf(newline, at + 1);
  return breaks;
}
