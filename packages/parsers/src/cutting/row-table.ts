import type { BufferStore } from './buffer-store.ts';
import type { Chunk, Fault } from './chunk.ts';

/** The positions of the rows of one chunk. */
export class RowTable {
  count = 0;
  readonly #faults: Fault[] = [];
  readonly #strayQuotes: number[] = [];
  #starts: Uint32Array;
  #ends: Uint32Array;
  #lines: Uint32Array;

  /** @param rows initial capacity */
  constructor(rows: number, store: BufferStore) {
    this.#starts = new Uint32Array(store.take(rows * 4), 0, rows);
    this.#ends = new Uint32Array(store.take(rows * 4), 0, rows);
    this.#lines = new Uint32Array(store.take(rows * 4), 0, rows);
  }

  /** @param place the place of a row that nothing reads */
  add(
    start: number,
    end: number,
    line: number,
    fault: Fault['code'] | undefined,
    place?: string,
  ): void {
    if (this.count === this.#starts.length) this.#grow();
    this.#starts[this.count] = start;
    this.#ends[this.count] = end;
    this.#lines[this.count] = line;
    if (fault !== undefined) this.#faults.push({ row: this.count, code: fault, place });
    this.count++;
  }

  /** Notes that an unquoted cell of the last added row contains a quote. */
  markStrayQuote(): void {
    this.#strayQuotes.push(this.count - 1);
  }

  /** @param before number of rows of the file before this chunk */
  toChunk(bytes: Uint8Array, before: number): Chunk {
    return {
      bytes,
      rows: this.count,
      starts: this.#starts,
      ends: this.#ends,
      lines: this.#lines,
      before,
      faults: this.#faults,
      strayQuotes: this.#strayQuotes,
    };
  }

  #grow(): void {
    this.#starts = twice(this.#starts);
    this.#ends = twice(this.#ends);
    this.#lines = twice(this.#lines);
  }
}

function twice(numbers: Uint32Array): Uint32Array {
  const grown = new Uint32Array(numbers.length * 2);
  grown.set(numbers);
  return grown;
}
