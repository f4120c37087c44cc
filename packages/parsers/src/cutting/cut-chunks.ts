import type { Pieces } from '../bytes/peek.ts';
import { InputError } from '../terms/input-error.ts';
import { BufferStore } from './buffer-store.ts';
import type { Chunk } from './chunk.ts';
import { RowTable } from './row-table.ts';
import {
  type ScanLimit,
  countBreaks,
  type FoundRow,
  type OpenScanner,
  type Scanner,
} from './scanner.ts';

export interface ChunkSizes {
  readonly chunkBytes: number;
  /** More bytes than any valid record needs, quotes and escapes included. */
  readonly maxRowBytes: number;
}

const chunkSizes: ChunkSizes = { chunkBytes: 256 * 1024, maxRowBytes: 1024 * 1024 };

/** Bytes of a row that is too large that are kept for its problem. */
const KEPT_BYTES = 4096;

/**
 * Cuts a text into chunks of whole rows. Memory use depends only on the sizes.
 *
 * @param store the source of the chunks' buffers; a caller that is done with a chunk may return them
 * @throws {InputError} `broken-file` where no further row can be found
 */
export async function* cutChunks(
  pieces: Pieces,
  file: string,
  open: OpenScanner,
  sizes: ChunkSizes = chunkSizes,
  store: BufferStore = new BufferStore(),
): AsyncGenerator<Chunk> {
  const cutter = new Cutter(file, open, sizes, store);
  for await (const piece of pieces)
    for (let taken = 0; taken < piece.length;) {
      taken += cutter.fill(piece, taken);
      if (!cutter.full) break;
      const chunk = cutter.cut(false);
      if (chunk !== undefined) yield chunk;
    }
  const last = cutter.cut(true);
  if (last !== undefined) yield last;
}

/** A buffer that fills up, is cut after the last complete row, and continues with the rest. */
class Cutter {
  readonly #file: string;
  readonly #open: OpenScanner;
  readonly #sizes: ChunkSizes;
  readonly #store: BufferStore;
  #scanner: Scanner | undefined;
  #buffer: Uint8Array;
  #filled = 0;
  /** Bytes of the text before the buffer. */
  #before = 0;
  #line = 1;
  /** Rows in the chunks so far. */
  #rows = 0;
  /** Whether the buffer begins inside a row that is too large. */
  #skipping = false;

  constructor(file: string, open: OpenScanner, sizes: ChunkSizes, store: BufferStore) {
    this.#file = file;
    this.#open = open;
    this.#sizes = sizes;
    this.#store = store;
    this.#buffer = this.#bufferOf(sizes.chunkBytes);
  }

  get full(): boolean {
    return this.#filled === this.#buffer.length;
  }

  /** Adds the bytes that fit. @returns the number of added bytes */
  fill(piece: Uint8Array, from: number): number {
    const bytes = Math.min(piece.length - from, this.#buffer.length - this.#filled);
    this.#buffer.set(piece.subarray(from, from + bytes), this.#filled);
    this.#filled += bytes;
    return bytes;
  }

  /** The rows that end in the buffer; undefined when no row does. Frees their space in the buffer. */
  cut(final: boolean): Chunk | undefined {
    this.#scanner ??= this.#open(this.#buffer.subarray(0, this.#filled));
    const rows = new RowTable(Math.ceil(this.#filled / 128) + 1, this.#store);
    const cutAt = this.#findRows(this.#scanner, rows, final);
    this.#before += cutAt;

    const bytes = this.#buffer;
    const rest = bytes.subarray(cutAt, this.#filled);
    const { chunkBytes } = this.#sizes;
    this.#buffer = this.#bufferOf(rest.length * 2 > chunkBytes ? rest.length * 2 : chunkBytes);
    this.#buffer.set(rest);
    this.#filled = rest.length;
    if (rows.count === 0) return undefined;
    const before = this.#rows;
    this.#rows += rows.count;
    return rows.toChunk(bytes, before);
  }

  /** @returns the offset up to which the buffer was processed */
  #findRows(scanner: Scanner, rows: RowTable, final: boolean): number {
    const bytes = this.#buffer;
    const to = this.#filled;
    const found: FoundRow = {
      start: -1,
      end: 0,
      breaksBefore: 0,
      breaksWithin: 0,
      fault: undefined,
      hasStrayQuote: false,
      broken: undefined,
      brokenFix: undefined,
    };
    let at = this.#skipping ? this.#resume(scanner, 0, to) : 0;
    while (at < to) {
      const limit = this.#limit(to - at, final);
      const next = scanner.scan(bytes, at, to, limit, found);
      if (next === -1 && limit === 'more') return at;

      this.#line += found.breaksBefore;
      if (found.broken !== undefined)
        throw this.#broken(found.broken, found.start, found.brokenFix);
      if (next === -1) {
        const end = Math.min(found.start + KEPT_BYTES, to);
        rows.add(found.start, end, this.#line, 'row-too-large');
        at = this.#resume(scanner, found.start, to);
      } else {
        if (found.start !== -1) {
          rows.add(found.start, found.end, this.#line, found.fault, found.place);
          if (found.hasStrayQuote) rows.markStrayQuote();
        }
        this.#line += found.breaksWithin;
        at = next;
      }
    }
    const endProblem = final ? scanner.endProblem?.() : undefined;
    if (endProblem !== undefined) throw this.#broken(endProblem, at, scanner.endFix?.());
    return at;
  }

  #bufferOf(bytes: number): Uint8Array {
    return new Uint8Array(this.#store.take(bytes), 0, bytes);
  }

  /** Skips a row that is too large. @returns the offset of the next possible row, or the end of the buffer */
  #resume(scanner: Scanner, from: number, to: number): number {
    const found = scanner.resume(this.#buffer, from, to);
    this.#skipping = found === -1;
    const next = found === -1 ? to : found;
    this.#line += countBreaks(this.#buffer, scanner.newline, from, next);
    return next;
  }

  #broken(means: string, at: number, fix?: string): InputError {
    const byte = this.#before + at + 1;
    return new InputError(
      'broken-file',
      `${means} (byte ${byte} of the text).`,
      { file: this.#file, line: this.#line },
      fix === undefined ? {} : { fix },
    );
  }

  #limit(bytes: number, final: boolean): ScanLimit {
    if (final) return 'end-of-file';
    return bytes >= this.#sizes.maxRowBytes ? 'row-limit' : 'more';
  }
}
