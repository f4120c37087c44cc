import type { CsvDialect } from './csv-dialect.ts';
import { type Beyond, countBreaks, CR, type FoundRow, LF, QUOTE, type Scanner } from './scanner.ts';

/**
 * Finds the rows of a CSV file (RFC 4180), in exactly the places where csv-parse sees them.
 *
 * A row with a misplaced quote costs itself and nothing else. It ends
 * - with its line, when the quote stands inside an unquoted cell or spoils a cell of one line;
 * - with the first line of the cell, when a cell over several lines is spoilt: the quote that began it was most likely
 *   never closed, and the lines below are rows of their own.
 */
export class CsvScanner implements Scanner {
  readonly newline: number;
  readonly #delimiter: number;

  constructor({ delimiter, newline }: CsvDialect) {
    this.#delimiter = delimiter;
    this.newline = newline;
  }

  scan(bytes: Uint8Array, from: number, to: number, beyond: Beyond, found: FoundRow): number {
    const { newline } = this;
    const start = this.#skipBlankLines(bytes, from, to, found);
    found.fault = undefined;
    found.breaksWithin = 0;
    if (start >= to) {
      found.start = -1;
      return to;
    }
    found.start = start;

    let at = start;
    for (;;) {
      let byte = -1;
      while (at < to && (byte = bytes[at]!) !== QUOTE && byte !== newline) at++;
      if (at >= to) {
        if (beyond !== 'nothing') return -1;
        found.end = to;
        return to;
      }
      if (byte === newline) return this.#endAt(at, bytes, found);
      if (at === start || bytes[at - 1] === this.#delimiter) {
        const close = this.#closingQuote(bytes, at, to, beyond, found);
        if (close === -1) return -1;
        if (found.fault === 'bad-quotes') return this.#spoilt(bytes, at, close, to, beyond, found);
        at = close + 1;
      } else {
        found.fault = 'bad-quotes';
        at = bytes.indexOf(newline, at);
        if (at === -1 || at >= to) {
          if (beyond !== 'nothing') return -1;
          found.end = to;
          return to;
        }
      }
    }
  }

  resume(bytes: Uint8Array, from: number, to: number): number {
    const at = bytes.indexOf(this.newline, from);
    return at === -1 || at >= to ? -1 : at + 1;
  }

  #skipBlankLines(bytes: Uint8Array, from: number, to: number, found: FoundRow): number {
    let at = from;
    found.breaksBefore = 0;
    while (at < to) {
      const crlf = bytes[at] === CR && this.newline === LF && at + 1 < to && bytes[at + 1] === LF;
      if (bytes[at] !== this.newline && !crlf) break;
      at += crlf ? 2 : 1;
      found.breaksBefore++;
    }
    return at;
  }

  /** Ends a row at its line break. */
  #endAt(at: number, bytes: Uint8Array, found: FoundRow): number {
    found.breaksWithin++;
    found.end = this.newline === LF && at > found.start && bytes[at - 1] === CR ? at - 1 : at;
    return at + 1;
  }

  /**
   * Finds the quote that closes the cell opened at `open`, counting the line breaks in it.
   * @returns its offset; -1 when more bytes are needed; with `found.fault` the place where the cell is spoilt
   */
  #closingQuote(
    bytes: Uint8Array,
    open: number,
    to: number,
    beyond: Beyond,
    found: FoundRow,
  ): number {
    const { newline } = this;
    for (let at = open + 1; ; at += 2) {
      let byte = -1;
      while (at < to && (byte = bytes[at]!) !== QUOTE) {
        if (byte === newline) found.breaksWithin++;
        at++;
      }
      if (at + 2 >= to && beyond === 'more') return -1; // what follows a quote decides what it is
      if (at >= to) {
        found.fault = 'bad-quotes';
        return at;
      }
      if (bytes[at + 1] === QUOTE && at + 1 < to) continue;
      if (!this.#endsCell(bytes, at + 1, to)) found.fault = 'bad-quotes';
      return at;
    }
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

  /** Ends a row in which the cell opened at `open` is spoilt at `at`. */
  #spoilt(
    bytes: Uint8Array,
    open: number,
    at: number,
    to: number,
    beyond: Beyond,
    found: FoundRow,
  ): number {
    const firstBreak = bytes.indexOf(this.newline, open);
    const end = firstBreak !== -1 && firstBreak < at ? firstBreak : bytes.indexOf(this.newline, at);
    if (end === -1 || end >= to) {
      if (beyond !== 'nothing') return -1;
      found.end = to;
      return to;
    }
    found.breaksWithin = countBreaks(bytes, this.newline, found.start, end);
    return this.#endAt(end, bytes, found);
  }
}
