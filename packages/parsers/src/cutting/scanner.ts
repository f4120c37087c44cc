import type { ProblemCode } from '@chatferry/contract';

/** The result of `Scanner.scan`. One object is reused for all rows of a file. */
export interface FoundRow {
  /** Offset of the row's first byte; -1 when the bytes up to the returned offset contain no row. */
  start: number;
  /** Offset one past the row's last byte. Valid only when `scan` returned an offset and `start` is not -1. */
  end: number;
  /** Line breaks before the row. */
  breaksBefore: number;
  /** Line breaks from `start` to the returned offset. */
  breaksWithin: number;
  /** Why the row cannot be parsed; undefined for a whole row. */
  fault: ProblemCode | undefined;
  /** For a row of CSV: whether an unquoted cell has a quote in it. */
  hasStrayQuote: boolean;
  /** For a row with the fault `not-read`: where the row is in its document. */
  place?: string | undefined;
  /** Why the file cannot be read further, as the end of a sentence about the file. */
  broken: string | undefined;
  /** What to do about `broken`; undefined where the fix of the table of problems applies. */
  brokenFix: string | undefined;
}

/** Why the bytes of a scanner end at `to`. */
export type ScanLimit =
  /** More of the file follows. It may be needed to complete the row. */
  | 'more'
  /** More of the file follows, but the bytes already have the largest size that a row may have. */
  | 'row-limit'
  /** The file ends. */
  | 'end-of-file';

/**
 * Finds the rows of one format in bytes. It knows where rows begin and end, and little about their content.
 *
 * The caller calls `scan` with `from` at the start of the file, then at each offset that `scan` returns, and acts on
 * the first line of this table that applies:
 *
 * | `scan` returns     | and               | meaning                                         | the caller                                      |
 * | ------------------ | ----------------- | ----------------------------------------------- | ----------------------------------------------- |
 * | -1                 | limit `more`      | the row does not end before `to`                | reads more bytes and scans from `from` again    |
 * | anything           | `broken` is set   | the file cannot be read further                 | throws                                          |
 * | -1                 | another limit     | the row is larger than a row may be             | keeps its beginning, and calls `resume`         |
 * | an offset          | `start` is -1     | blank space or brackets, but no row             | scans from the offset                           |
 * | an offset          | `fault` is set    | bytes from `start` to `end` are an invalid row  | adds the row with its fault, scans from the offset |
 * | an offset          |                   | bytes from `start` to `end` are a row           | adds the row, scans from the offset             |
 *
 * `resume` returns the offset of the next possible row, or -1 when there is none before `to`; the caller then calls `resume` again with the next
 * bytes. At the end of the file the caller calls `endProblem`.
 */
export interface Scanner {
  /** The byte that ends a line. */
  readonly newline: number;

  /**
   * Finds the first row between `from` and `to`. A row or blank space begins at `from`.
   *
   * @param found is filled in; `start` and `breaksBefore` also when the result is -1
   * @returns the offset to continue at, or -1 when the row does not end before `to`
   */
  scan(bytes: Uint8Array, from: number, to: number, limit: ScanLimit, found: FoundRow): number;

  /** Finds the next possible row from inside a row that is too large. @returns -1 when there is none before `to` */
  resume(bytes: Uint8Array, from: number, to: number): number;

  /** Why a file that ends here is incomplete, as the end of a sentence about the file; undefined for a complete file. */
  endProblem?(): string | undefined;

  /** What to do about `endProblem`; absent where the fix of the table of problems applies. */
  endFix?(): string | undefined;
}

/** Makes the scanner for a file whose first bytes are `head`. */
export type OpenScanner = (head: Uint8Array) => Scanner;

export const LF = 0x0a;
export const CR = 0x0d;
export const TAB = 0x09;
export const SPACE = 0x20;
export const QUOTE = 0x22;

/** Bytes of a byte order mark. Files that were put together may have one at the beginning of each. */
export const MARK_BYTES = 3;

/** Whether a byte order mark of UTF-8 begins at an offset. It is not part of a row. */
export function isMark(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === 0xef && bytes[at + 1] === 0xbb && bytes[at + 2] === 0xbf;
}

export function countBreaks(bytes: Uint8Array, newline: number, from: number, to: number): number {
  let breaks = 0;
  for (let at = bytes.indexOf(newline, from); at !== -1 && at < to; breaks++)
    at = bytes.indexOf(newline, at + 1);
  return breaks;
}
