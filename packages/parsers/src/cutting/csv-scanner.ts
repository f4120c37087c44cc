import { BACKSLASH, type CsvDialect, NONE } from './csv-dialect.ts';
import {
  type ScanLimit,
  CR,
  type FoundRow,
  isMark,
  LF,
  MARK_BYTES,
  type Scanner,
} from './scanner.ts';

/**
 * Finds the rows of a CSV file (RFC 4180), at exactly the same positions as csv-parse.
 *
 * A misplaced quote spoils only the line that its row begins on: after an unclosed quote, the following lines are
 * rows of their own. The same holds for a row over several lines whose number of cells differs from the header.
 */
export class CsvScanner implements Scanner {
  readonly newline: number;
  readonly #delimiter: number;
  readonly #quote: number;
  /** The byte before quotes in quoted cells; `NONE` where quotes are doubled. Always a number, because each byte is compared with it. */
  readonly #escape: number;
  readonly #isCopy: boolean;
  readonly #comment: number;
  #linesToSkip: number;
  /** Whether the bytes begin in a line that is not read. */
  #isInSkipped = false;
  /** The number of cells of the header; 0 before the header was seen. */
  #columns: number;

  constructor(dialect: CsvDialect) {
    this.#columns = dialect.fields?.length ?? 0;
    this.#delimiter = dialect.delimiter;
    this.#quote = dialect.quote;
    this.#escape = dialect.escape === dialect.quote ? NONE : dialect.escape;
    this.#isCopy = dialect.isCopy;
    this.#comment = dialect.comment;
    this.#linesToSkip = dialect.skipLines;
    this.newline = dialect.newline;
  }

  scan(bytes: Uint8Array, from: number, to: number, limit: ScanLimit, found: FoundRow): number {
    if (this.#linesToSkip > 0 || this.#isInSkipped) {
      found.breaksBefore = 0;
      return this.#skipLine(bytes, from, to, found);
    }
    const start = this.#skipBlankLines(bytes, from, to, found);
    if (start < to && bytes[start] === this.#comment)
      return this.#skipLine(bytes, start, to, found);
    found.fault = undefined;
    found.hasStrayQuote = false;
    found.breaksWithin = 0;
    found.start = start < to ? start : -1;
    if (start >= to) return to;

    const end = this.#rowEnd(bytes, start, to, limit, found);
    if (end === -1) return -1;
    if (found.fault === undefined && this.#hasOtherColumns(bytes, start, end, found))
      found.fault = 'bad-quotes';
    return found.fault === undefined
      ? this.#endAt(end, to, bytes, found)
      : this.#endWithFirstLine(bytes, to, limit, found);
  }

  resume(bytes: Uint8Array, from: number, to: number): number {
    const at = bytes.indexOf(this.newline, from);
    return at === -1 || at >= to ? -1 : at + 1;
  }

  /** Passes over a line that is not read, or over the available part of it. */
  #skipLine(bytes: Uint8Array, from: number, to: number, found: FoundRow): number {
    found.start = -1;
    found.fault = undefined;
    const at = bytes.indexOf(this.newline, from);
    this.#isInSkipped = at === -1 || at >= to;
    found.breaksWithin = this.#isInSkipped ? 0 : 1;
    if (this.#isInSkipped) return to;
    if (this.#linesToSkip > 0) this.#linesToSkip--;
    return at + 1;
  }

  #skipBlankLines(bytes: Uint8Array, from: number, to: number, found: FoundRow): number {
    let at = from;
    found.breaksBefore = 0;
    while (at < to) {
      if (isMark(bytes, at)) {
        at += MARK_BYTES;
        continue;
      }
      const crlf = bytes[at] === CR && this.newline === LF && at + 1 < to && bytes[at + 1] === LF;
      if (bytes[at] !== this.newline && !crlf) break;
      at += crlf ? 2 : 1;
      found.breaksBefore++;
    }
    return at;
  }

  /**
   * The offset of the line break that ends the row, or of the end of the file. Counts the breaks within its cells.
   * A quote inside an unquoted cell is text, as in csv-parse, Python and pandas.
   * @returns -1 when more bytes are needed; any offset, with `found.fault`, when a quote is misplaced
   */
  #rowEnd(bytes: Uint8Array, start: number, to: number, limit: ScanLimit, found: FoundRow): number {
    const { newline } = this;
    const quote = this.#quote;
    let at = start;
    for (;;) {
      let byte = -1;
      while (at < to && (byte = bytes[at]!) !== quote && byte !== newline) at++;
      if (at >= to) return limit === 'end-of-file' ? to : -1;
      if (byte === newline) {
        if (!this.#isCopy || !isEscaped(bytes, start, at)) return at;
        found.breaksWithin++;
        at++;
        continue;
      }
      const opensCell = at === start || bytes[at - 1] === this.#delimiter;
      if (!opensCell) found.hasStrayQuote = true;
      at = opensCell ? this.#closingQuote(bytes, at, to, limit, found) + 1 : at + 1;
      if (at === 0 || found.fault !== undefined) return at - 1;
    }
  }

  /** The offset of the quote that closes the cell opened at `open`. Returns the same values as `#rowEnd` otherwise. */
  #closingQuote(
    bytes: Uint8Array,
    open: number,
    to: number,
    limit: ScanLimit,
    found: FoundRow,
  ): number {
    const quote = this.#quote;
    const doubles = this.#escape === NONE;
    for (let at = open + 1; ; at += 2) {
      at = doubles ? this.#quoteFrom(at, bytes, to, found) : this.#bareQuote(at, bytes, to, found);
      if (at + 2 >= to && limit === 'more') return -1; // the next byte decides whether the quote closes the cell
      const isDoubled = doubles && at + 1 < to && bytes[at + 1] === quote;
      if (isDoubled) continue;
      if (at >= to || !this.#endsCell(bytes, at + 1, to)) found.fault = 'bad-quotes';
      return at;
    }
  }

  /** The offset of the next quote, or `to`. Counts the breaks before it. Most bytes of a file are compared in this loop. */
  #quoteFrom(from: number, bytes: Uint8Array, to: number, found: FoundRow): number {
    const { newline } = this;
    const quote = this.#quote;
    let at = from;
    for (let byte = -1; at < to && (byte = bytes[at]!) !== quote; at++)
      if (byte === newline) found.breaksWithin++;
    return at;
  }

  /** As `#quoteFrom`, for the next quote that is not escaped. */
  #bareQuote(from: number, bytes: Uint8Array, to: number, found: FoundRow): number {
    const { newline } = this;
    let at = from;
    for (let byte = -1; at < to && (byte = bytes[at]!) !== this.#quote; at++) {
      if (byte === newline) found.breaksWithin++;
      else if (byte === this.#escape && ++at < to && bytes[at] === newline) found.breaksWithin++;
    }
    return at;
  }

  #endsCell(bytes: Uint8Array, at: number, to: number): boolean {
    if (at >= to) return true;
    const byte = bytes[at];
    return (
      byte === this.#delimiter ||
      byte === this.newline ||
      (byte === CR && this.newline === LF && at + 1 < to && bytes[at + 1] === LF)
    );
  }

  /** Whether a row over several lines, which is rare, has a different number of cells than the header. */
  #hasOtherColumns(bytes: Uint8Array, start: number, end: number, found: FoundRow): boolean {
    if (this.#columns === 0) this.#columns = this.#countCells(bytes, start, end);
    return found.breaksWithin > 0 && this.#countCells(bytes, start, end) !== this.#columns;
  }

  #countCells(bytes: Uint8Array, start: number, end: number): number {
    const [quote, delimiter] = [this.#quote, this.#delimiter];
    const escape = this.#isCopy ? BACKSLASH : this.#escape;
    let cells = 1;
    let isQuotedCell = false;
    let isInside = false;
    for (let at = start; at < end; at++) {
      const byte = bytes[at];
      if ((isInside || this.#isCopy) && byte === escape) at++;
      else if (byte === quote) {
        if (isQuotedCell) isInside = !isInside;
        else if (at === start || bytes[at - 1] === delimiter) isQuotedCell = isInside = true;
      } else if (byte === delimiter && !isInside) {
        cells++;
        isQuotedCell = false;
      }
    }
    return cells;
  }

  /** Ends a row at its line break, or at the end of the file. */
  #endAt(at: number, to: number, bytes: Uint8Array, found: FoundRow): number {
    found.end = at;
    if (at >= to) return to;
    found.breaksWithin++;
    if (this.newline === LF && at > found.start && bytes[at - 1] === CR) found.end--;
    return at + 1;
  }

  #endWithFirstLine(bytes: Uint8Array, to: number, limit: ScanLimit, found: FoundRow): number {
    const at = bytes.indexOf(this.newline, found.start);
    const isThere = at !== -1 && at < to;
    if (!isThere && limit !== 'end-of-file') return -1;
    found.breaksWithin = 0;
    return this.#endAt(isThere ? at : to, to, bytes, found);
  }
}

/** Whether a backslash before a line break makes it a part of a cell: MySQL writes line breaks of texts in this way. */
function isEscaped(bytes: Uint8Array, start: number, lineBreak: number): boolean {
  const end = bytes[lineBreak - 1] === CR ? lineBreak - 1 : lineBreak;
  let at = end;
  while (at > start && bytes[at - 1] === BACKSLASH) at--;
  return (end - at) % 2 === 1;
}
