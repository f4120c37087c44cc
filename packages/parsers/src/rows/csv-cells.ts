import type { Row } from '@chatferry/contract';
import { parse } from 'csv-parse/sync';
import type { ChunkText } from '../cutting/chunk-text.ts';
import { type CsvDialect, NONE } from '../cutting/csv-dialect.ts';
import { LF } from '../cutting/scanner.ts';
import { copyCells, copyText } from './copy-text.ts';

/** The cells of a row; undefined for a row that csv-parse refuses. */
type Cells = readonly string[] | undefined;

/** Rows that csv-parse receives in one call: few enough that their cells are garbage before the engine promotes them. */
const ROWS_AT_A_TIME = 128;

/**
 * The cells of the rows of a chunk.
 *
 * Rows without quotes, which are most rows, are split at their delimiters. csv-parse parses the others, many in one call, because each
 * call costs as much as some dozen rows.
 */
export class CsvCells {
  readonly #chunk: ChunkText;
  readonly #delimiter: string;
  readonly #newline: string;
  /** Empty where the file has no quotes. */
  readonly #quote: string;
  readonly #escape: string;
  readonly #nulls: ReadonlySet<string> | undefined;
  readonly #isCopy: boolean;
  /** Index of the first row with a quote that has not been parsed yet. */
  #parsedUpTo = 0;
  #parsed = new Map<number, Cells>();
  readonly #strayQuotes: ReadonlySet<number>;

  constructor(chunk: ChunkText, dialect: CsvDialect) {
    this.#chunk = chunk;
    this.#delimiter = String.fromCharCode(dialect.delimiter);
    this.#newline = dialect.newline === LF ? '\n' : '\r';
    this.#quote = dialect.quote === NONE ? '' : String.fromCharCode(dialect.quote);
    this.#escape = dialect.quote === NONE ? '' : String.fromCharCode(dialect.escape);
    this.#strayQuotes = new Set(chunk.chunk.strayQuotes);
    this.#isCopy = dialect.isCopy;
    this.#nulls = dialect.nulls.length === 0 ? undefined : new Set(dialect.nulls);
  }

  /** The cells of a row without a fault; cells that count as empty are empty. Ask for rows in order. */
  of(row: number): Cells {
    const cells = this.#cellsOf(row);
    const nulls = this.#nulls;
    if (nulls === undefined && !this.#isCopy) return cells;
    return cells?.map((cell) =>
      nulls?.has(cell) === true ? '' : this.#isCopy ? copyText(cell) : cell,
    );
  }

  #cellsOf(row: number): Cells {
    const text = this.#chunk.text(row);
    if (this.#isCopy) return copyCells(text, this.#delimiter);
    if (!this.#hasQuote(text)) return text.split(this.#delimiter);
    if (row >= this.#parsedUpTo) this.#parseFrom(row);
    return this.#parsed.get(row);
  }

  /** Whether an unquoted cell of the row contains a quote. */
  hasStrayQuote(row: number): boolean {
    return this.#strayQuotes.size > 0 && this.#strayQuotes.has(row);
  }

  #hasQuote(text: string): boolean {
    return this.#quote !== '' && text.includes(this.#quote);
  }

  #parseFrom(row: number): void {
    const rows: number[] = [];
    const texts: string[] = [];
    let next = row;
    for (; next < this.#chunk.chunk.rows && rows.length < ROWS_AT_A_TIME; next++) {
      const text = this.#chunk.text(next);
      if (!this.#hasQuote(text) || this.#chunk.faults.has(next)) continue;
      rows.push(next);
      texts.push(text);
    }
    this.#parsedUpTo = next;
    this.#parsed = new Map(this.#parse(texts).map((cells, index) => [rows[index]!, cells]));
  }

  #parse(texts: readonly string[]): Cells[] {
    try {
      const parsed = parse(texts.join(this.#newline), {
        delimiter: this.#delimiter,
        record_delimiter: this.#newline,
        quote: this.#quote,
        escape: this.#escape,
        relax_column_count: true,
        relax_quotes: true,
      });
      if (parsed.length === texts.length) return parsed;
    } catch {
      // At least one of the rows is invalid. Halves are parsed separately to find it.
    }
    if (texts.length === 1) return [undefined];
    const middle = Math.floor(texts.length / 2);
    return [...this.#parse(texts.slice(0, middle)), ...this.#parse(texts.slice(middle))];
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

/** Whether the cells are the names of the columns, in capital or small letters, because several files were put together. */
export function isHeader(cells: readonly string[], header: readonly string[]): boolean {
  if (!isCalled(cells[0]!, header[0]!)) return false;
  return cells.every((cell, index) => isCalled(cell, header[index] ?? ''));
}

/** Whether a cell is the name of a column, in capital or small letters. */
export function isCalled(cell: string, name: string): boolean {
  const own = cell.trim();
  return own === name || (own.length === name.length && own.toLowerCase() === name.toLowerCase());
}
