import type { PackedRows } from '@chatferry/parsers';

/** The approximate size of pages: a thread judges a page in one step. */
const PAGE_BYTES = 256 * 1024;

/** Consecutive rows of one file. */
interface OpenRows {
  readonly file: string;
  readonly start: number;
  readonly ends: number[];
  readonly lines: number[];
}

/** Puts rows into pages. */
export class PageBuilder {
  readonly #bytes = Buffer.allocUnsafeSlow(PAGE_BYTES);
  readonly #onPage: (page: readonly PackedRows[]) => void;
  #used = 0;
  #open: OpenRows[] = [];
  #originals = new Originals();

  /** @param onPage takes each page; its bytes are valid until it returns */
  constructor(onPage: (page: readonly PackedRows[]) => void) {
    this.#onPage = onPage;
  }

  /**
   * Adds a row.
   * @param file the name of its place in problems @param line its number in the file, from 1 @param json an object
   * @param original the record of the export from which the row is made
   */
  add(file: string, line: number, json: string, original?: Uint8Array): void {
    const most = json.length * 3; // UTF-8 needs at most three bytes for each UTF-16 unit
    if (this.#used + most > PAGE_BYTES) this.flush();
    if (most > PAGE_BYTES) return this.#passLarge(file, line, json, original);
    if (file !== this.#open.at(-1)?.file)
      this.#open.push({ file, start: this.#used, ends: [], lines: [] });
    const rows = this.#open.at(-1)!;
    this.#used += this.#bytes.write(json, this.#used);
    rows.ends.push(this.#used - rows.start);
    rows.lines.push(line);
    this.#originals.add(original);
  }

  /** Passes on the page that is not full. */
  flush(): void {
    if (this.#open.length === 0) return;
    const originals = this.#originals;
    let first = 0;
    const page = this.#open.map(({ file, start, ends, lines }) => {
      const before = first;
      first += ends.length;
      return {
        file,
        bytes: this.#bytes.subarray(start, start + ends.at(-1)!),
        ends: Uint32Array.from(ends),
        lines: Uint32Array.from(lines),
        originalOf: (row: number) => originals.at(before + row),
      };
    });
    this.#open = [];
    this.#used = 0;
    this.#originals = new Originals();
    this.#onPage(page);
  }

  #passLarge(file: string, line: number, json: string, original: Uint8Array | undefined): void {
    const bytes = Buffer.from(json);
    const [ends, lines] = [Uint32Array.of(bytes.length), Uint32Array.of(line)];
    const text = original === undefined ? undefined : Buffer.from(original).toString();
    this.#onPage([{ file, bytes, ends, lines, originalOf: () => text }]);
  }
}

/** The records from which the rows of a page are made, end to end: a text for each row would cost more than the row. */
class Originals {
  #bytes = Buffer.alloc(0);
  readonly #ends: number[] = [];

  /** Adds the record of the next row. */
  add(original: Uint8Array | undefined): void {
    const start = this.#ends.at(-1) ?? 0;
    if (original === undefined) {
      this.#ends.push(start);
      return;
    }
    const end = start + original.length;
    if (end > this.#bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(end, PAGE_BYTES, this.#bytes.length * 2));
      this.#bytes.copy(larger, 0, 0, start);
      this.#bytes = larger;
    }
    this.#bytes.set(original, start);
    this.#ends.push(end);
  }

  /** Undefined for a row without a record. */
  at(row: number): string | undefined {
    const start = row === 0 ? 0 : this.#ends[row - 1]!;
    const end = this.#ends[row]!;
    return start === end ? undefined : this.#bytes.toString('utf8', start, end);
  }
}
