import type { Row } from '@chatferry/contract';
import type { ChunkText } from '../cutting/chunk-text.ts';
import { type CsvDialect, NONE } from '../cutting/csv-dialect.ts';
import { copyText } from './copy-text.ts';

const escaped = /\\([^])/g;

/**
 * The cells of the rows of a chunk, as csv-parse reads them.
 *
 * The scanner has marked rows with a misplaced quote. In all others a quote that closes a cell comes before a delimiter or the end.
 */
export class CsvCells {
  readonly #chunk: ChunkText;
  readonly #delimiter: string;
  /** Empty where the file has no quotes. */
  readonly #quote: string;
  readonly #isDoubled: boolean;
  readonly #nulls: ReadonlySet<string> | undefined;
  readonly #isCopy: boolean;
  readonly #strayQuotes: ReadonlySet<number>;

  constructor(chunk: ChunkText, { delimiter, quote, escape, isCopy, nulls }: CsvDialect) {
    this.#chunk = chunk;
    this.#delimiter = String.fromCharCode(delimiter);
    this.#quote = quote === NONE ? '' : String.fromCharCode(quote);
    this.#isDoubled = escape === quote;
    this.#strayQuotes = new Set(chunk.chunk.strayQuotes);
    this.#isCopy = isCopy;
    this.#nulls = nulls.length === 0 ? undefined : new Set(nulls);
  }

  /** The cells of a row without a fault; those that count as empty are empty. */
  of(row: number): readonly string[] {
    const text = this.#chunk.text(row);
    const hasQuote = this.#quote !== '' && text.includes(this.#quote);
    const cells = hasQuote ? this.#split(text) : text.split(this.#delimiter);
    const nulls = this.#nulls;
    if (nulls === undefined && !this.#isCopy) return cells;
    return cells.map((cell) =>
      nulls?.has(cell) === true ? '' : this.#isCopy ? copyText(cell) : cell,
    );
  }

  /** Whether an unquoted cell of the row contains a quote. */
  hasStrayQuote(row: number): boolean {
    return this.#strayQuotes.size > 0 && this.#strayQuotes.has(row);
  }

  #split(text: string): string[] {
    const cells: string[] = [];
    for (let at = 0; ;) {
      const isQuoted = text[at] === this.#quote;
      const found = isQuoted ? this.#closingQuote(text, at) + 1 : text.indexOf(this.#delimiter, at);
      const end = found === -1 ? text.length : found;
      cells.push(isQuoted ? this.#unescaped(text.slice(at + 1, end - 1)) : text.slice(at, end));
      if (end >= text.length) return cells;
      at = end + 1;
    }
  }

  /** The index of the quote that closes the cell opened at `open`, or the last index of the text. */
  #closingQuote(text: string, open: number): number {
    const quote = this.#quote;
    const last = text.length - 1;
    let at = open + 1;
    if (this.#isDoubled) {
      for (at = text.indexOf(quote, at); at !== -1; at = text.indexOf(quote, at + 2))
        if (text[at + 1] !== quote) return at;
      return last;
    }
    while (at < last && text[at] !== quote) at += text[at] === '\\' ? 2 : 1;
    return at;
  }

  #unescaped(cell: string): string {
    const quote = this.#quote;
    return this.#isDoubled ? cell.replaceAll(quote + quote, quote) : cell.replaceAll(escaped, '$1');
  }
}

/** The cells of a row under the names of their columns. */
export function namedCells(header: readonly string[], cells: readonly string[]): Row {
  return Object.fromEntries(header.map((name, index) => [name, cells[index]]));
}

/** Whether the cells are the names of the columns in any order. @param names of the columns */
export function isHeaderInAnyOrder(cells: readonly string[], names: ReadonlySet<string>): boolean {
  const found = new Set(cells.map((cell) => cell.trim()));
  return names.size > 1 && found.size === names.size && [...found].every((name) => names.has(name));
}

/** Whether the cells are the names of the columns, in capital or small letters: several files were put together. */
export function isHeader(cells: readonly string[], header: readonly string[]): boolean {
  if (!isCalled(cells[0]!, header[0]!)) return false;
  return cells.every((cell, index) => isCalled(cell, header[index] ?? ''));
}

/** Whether a cell is the name of a column, in capital or small letters. */
export function isCalled(cell: string, name: string): boolean {
  const own = cell.trim();
  return own === name || (own.length === name.length && own.toLowerCase() === name.toLowerCase());
}
