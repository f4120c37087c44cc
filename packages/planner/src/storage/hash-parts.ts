import { freeMemory } from './free-memory.ts';
import { WorkFile } from './work-file.ts';

/** Number of parts. The highest 9 bits of a hash choose its part. */
export const PARTS = 512;
const PART_RANGE = 2 ** 53 / PARTS;
/** Doubles in most entries: the hash, and two numbers. */
export const WIDTH = 3;
/** Entries of one part that are collected before they are written. */
const ENTRIES = 64;

/**
 * Entries of a hash and some numbers, divided into parts by the highest bits of the hash. Any number of entries fits on disk, and each
 * part fits into memory, and usually into the processor's caches.
 */
export class HashParts implements Disposable {
  readonly #file: WorkFile;
  /** Doubles in an entry, and in the chunk of a part. */
  readonly #width: number;
  readonly #chunk: number;
  /** Entries that are not written yet: space for one chunk of each part, allocated with the first entry. */
  #pending = new Float64Array(0);
  /** For each part the number of doubles in its chunk. */
  readonly #filled = new Uint32Array(PARTS);
  /** For each part the offsets of its chunks in the file. */
  readonly #chunks: number[][] = Array.from({ length: PARTS }, () => []);
  /** The part that was last read. The array is reused, because the garbage collector would free a new array for each part too late. */
  #window = new Float64Array(0);

  /** @param path of the file for the parts, created on first use */
  constructor(path: string, width: number = WIDTH) {
    this.#file = new WorkFile(path);
    this.#width = width;
    this.#chunk = ENTRIES * width;
  }

  get isEmpty(): boolean {
    return this.#pending.length === 0;
  }

  /** @param third only in entries of four doubles */
  add(hash: number, one: number, other: number, third?: number): void {
    if (this.#pending.length === 0) this.#pending = new Float64Array(PARTS * this.#chunk);
    const part = Math.floor(hash / PART_RANGE);
    const at = part * this.#chunk + this.#filled[part]!;
    this.#pending[at] = hash;
    this.#pending[at + 1] = one;
    this.#pending[at + 2] = other;
    if (third !== undefined) this.#pending[at + 3] = third;
    if ((this.#filled[part]! += this.#width) === this.#chunk) this.#write(part);
  }

  /** The entries of a part in the order of adding; valid until the next `read`. */
  read(part: number): Float64Array<ArrayBuffer> {
    if (this.isEmpty) return this.#pending;
    const chunks = this.#chunks[part]!;
    const entries = this.#reserve(chunks.length * this.#chunk + this.#filled[part]!);
    for (const [nth, position] of chunks.entries())
      this.#file.read(entries, position, nth * this.#chunk * 8, this.#chunk * 8);
    const start = part * this.#chunk;
    entries.set(
      this.#pending.subarray(start, start + this.#filled[part]!),
      chunks.length * this.#chunk,
    );
    return entries;
  }

  /** Frees the memory of entries. Nothing can be read afterwards. */
  free(): void {
    freeMemory(this.#pending, this.#window);
    this.#pending = new Float64Array(0);
    this.#window = new Float64Array(0);
  }

  #reserve(doubles: number): Float64Array<ArrayBuffer> {
    if (this.#window.length < doubles) {
      freeMemory(this.#window);
      this.#window = new Float64Array(Math.ceil(doubles / this.#chunk + 1) * this.#chunk);
    }
    return this.#window.subarray(0, doubles);
  }

  #write(part: number): void {
    const start = part * this.#chunk;
    this.#chunks[part]!.push(this.#file.bytes);
    this.#file.append(this.#pending.subarray(start, start + this.#chunk));
    this.#filled[part] = 0;
  }

  [Symbol.dispose](): void {
    this.#file[Symbol.dispose]();
  }
}

/** A hash table over the entries of one part, from hash to index of the entry. */
export class PartIndex {
  /** Indexes in the entries; -1: free. */
  #slots = new Int32Array(0);
  #entries = new Float64Array(0);

  /** Begins a part. */
  start(entries: Float64Array<ArrayBuffer>): void {
    const count = entries.length / WIDTH;
    if (this.#slots.length < count * 2 || this.#slots.length === 0)
      this.#slots = new Int32Array(2 ** Math.ceil(Math.log2(Math.max(count * 2, 2))));
    this.#slots.fill(-1);
    this.#entries = entries;
  }

  /** Index of an entry with this hash, or -1. */
  find(hash: number): number {
    return this.#slots[this.#placeOf(hash)]!;
  }

  /** Adds the entry at an index, unless an entry with the same hash is there. @returns the index of that entry, or -1 */
  add(at: number): number {
    const place = this.#placeOf(this.#entries[at]!);
    const found = this.#slots[place]!;
    if (found < 0) this.#slots[place] = at;
    return found;
  }

  #placeOf(hash: number): number {
    const mask = this.#slots.length - 1;
    let place = (hash >>> 0) & mask;
    while (this.#slots[place]! >= 0 && this.#entries[this.#slots[place]!] !== hash)
      place = (place + 1) & mask;
    return place;
  }
}
