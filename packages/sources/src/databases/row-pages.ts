import type { PackedRows } from '@chatferry/parsers';
import type { DatabaseRow } from './snapshot.ts';

/** Rows are judged in pages of about this size, each by a thread in one step. */
const PAGE_BYTES = 256 * 1024;

/** The place of a row has 32 bits for its number. */
const MOST_PLACES = 2 ** 32 - 1;

/** Rows of one place, stored end to end. */
interface OpenRows {
  readonly file: string;
  readonly start: number;
  readonly ends: number[];
  readonly lines: number[];
}

/** The place of a row. */
export interface RowPlace {
  readonly file: string;
  readonly line: number;
}

/**
 * The place of a row: its key, if the key is one number; otherwise its position in the order of the key, from 1.
 *
 * @param table the name of the rows in problems
 * @param columns the columns of the key
 */
export function rowPlace(
  table: string,
  columns: readonly string[],
  key: string,
  position: number,
): RowPlace {
  const number = numberIn(key);
  return number === undefined
    ? { file: `${table} row`, line: Math.min(position, MOST_PLACES) }
    : { file: `${table} ${columns.join(',')}`, line: number };
}

/** Packs rows into pages, each row with its place, see `rowPlace`. */
export class RowPages {
  readonly #table: string;
  readonly #columns: readonly string[];
  #bytes = Buffer.allocUnsafeSlow(PAGE_BYTES);
  #used = 0;
  #open: OpenRows[] = [];
  #rows = 0;

  /** @param table the name of the rows in problems @param key the columns of the key */
  constructor(table: string, key: readonly string[]) {
    this.#table = table;
    this.#columns = key;
  }

  /** Rows added so far. */
  get rows(): number {
    return this.#rows;
  }

  /** @returns whether the page is full: take it before another row is added */
  add({ json, key }: DatabaseRow): boolean {
    this.#rows++;
    const { file, line } = rowPlace(this.#table, this.#columns, key, this.#rows);
    let rows = this.#open.at(-1);
    if (rows?.file !== file)
      this.#open.push((rows = { file, start: this.#used, ends: [], lines: [] }));
    this.#reserve(json.length * 3); // UTF-8 needs at most three bytes for each UTF-16 unit
    this.#used += this.#bytes.write(json, this.#used);
    rows.ends.push(this.#used - rows.start);
    rows.lines.push(line);
    return this.#used >= PAGE_BYTES / 2;
  }

  /** The rows since the last page, and their bytes, which are valid until another row is added. */
  take(): { readonly page: readonly PackedRows[]; readonly bytes: Uint8Array } {
    const page = this.#open.map(({ file, start, ends, lines }) => ({
      file,
      bytes: this.#bytes.subarray(start, start + ends.at(-1)!),
      ends: Uint32Array.from(ends),
      lines: Uint32Array.from(lines),
    }));
    const bytes = this.#bytes.subarray(0, this.#used);
    this.#open = [];
    this.#used = 0;
    return { page, bytes };
  }

  #reserve(bytes: number): void {
    if (this.#used + bytes <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(this.#used + bytes);
    larger.set(this.#bytes.subarray(0, this.#used));
    this.#bytes = larger;
  }
}

/** The number in a key of one column, if it is a number from 1 on. */
function numberIn(key: string): number | undefined {
  if (!/^[1-9]\d{0,9}$/.test(key)) return undefined;
  const number = Number(key);
  return number <= MOST_PLACES ? number : undefined;
}
