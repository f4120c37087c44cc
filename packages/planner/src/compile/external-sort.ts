import { RunHeap } from './run-heap.ts';
import { freeMemory } from './free-memory.ts';
import { WorkFile } from './work-file.ts';

/** Entries sorted in memory at a time; a power of two. */
const RUN = 2 ** 17;
/** Entries there is room for at first; it grows up to a run. */
const FIRST_ROOM = 256;
/** Numbers in an entry. */
const WIDTH = 3;
/** Entries read at a time from each run. */
const WINDOW = 1024;

/**
 * Sorts any number of entries by key in bounded memory: runs of them are sorted natively as doubles and written to a
 * file, then read back merged. An entry is a key (a whole number below 2^34, so that it
 * fits into one double with a place within a run) and two numbers that go with it.
 * Equal keys come in the order they were added.
 */
export class ExternalSort implements Disposable {
  readonly #file: WorkFile;
  #order = new Float64Array(FIRST_ROOM);
  #first = new Float64Array(FIRST_ROOM);
  #second = new Float64Array(FIRST_ROOM);
  #pending = 0;
  readonly #runLengths: number[] = [];

  /** @param path of the file for the runs, made when it is needed */
  constructor(path: string) {
    this.#file = new WorkFile(path);
  }

  /** Bytes on disk. */
  get bytes(): number {
    return this.#file.bytes;
  }

  add(key: number, first: number, second: number): void {
    if (this.#pending === this.#order.length) this.#grow();
    const index = this.#pending++;
    this.#order[index] = key * RUN + index;
    this.#first[index] = first;
    this.#second[index] = second;
    if (this.#pending === RUN) this.#spill();
  }

  /** The entries in order. Nothing can be added afterwards. */
  sorted(): SortedEntries {
    if (this.#runLengths.length > 0 && this.#pending > 0) this.#spill();
    if (this.#runLengths.length === 0) return new RunInMemory(this.#sortPending());
    return new MergedRuns(this.#file, this.#runLengths);
  }

  #spill(): void {
    this.#file.append(this.#sortPending());
    this.#runLengths.push(this.#pending);
    this.#pending = 0;
  }

  #sortPending(): Float64Array {
    // oxlint-disable-next-line unicorn/no-array-sort -- sorting in place is the point: no second array.
    const order = this.#order.subarray(0, this.#pending).sort();
    const entries = new Float64Array(order.length * WIDTH);
    for (let index = 0, at = 0; index < order.length; index++, at += WIDTH) {
      const from = order[index]! & (RUN - 1);
      entries[at] = (order[index]! - from) / RUN;
      entries[at + 1] = this.#first[from]!;
      entries[at + 2] = this.#second[from]!;
    }
    return entries;
  }

  #grow(): void {
    const room = this.#order.length * 2;
    const larger = (numbers: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> => {
      const copy = new Float64Array(room);
      copy.set(numbers);
      freeMemory(numbers);
      return copy;
    };
    this.#order = larger(this.#order);
    this.#first = larger(this.#first);
    this.#second = larger(this.#second);
  }

  [Symbol.dispose](): void {
    this.#file[Symbol.dispose]();
  }
}

/** Entries one after the other, without an object for each. */
export interface SortedEntries {
  /** Moves on to the next entry; false when there is none. */
  next(): boolean;
  readonly key: number;
  readonly first: number;
  readonly second: number;
}

class RunInMemory implements SortedEntries {
  readonly #entries: Float64Array;
  #at = -WIDTH;

  constructor(entries: Float64Array) {
    this.#entries = entries;
  }

  get key(): number {
    return this.#entries[this.#at]!;
  }

  get first(): number {
    return this.#entries[this.#at + 1]!;
  }

  get second(): number {
    return this.#entries[this.#at + 2]!;
  }

  next(): boolean {
    this.#at += WIDTH;
    return this.#at < this.#entries.length;
  }
}

class MergedRuns implements SortedEntries {
  readonly #file: WorkFile;
  readonly #windows: Float64Array;
  /** For each run: place of its head in `#windows`, end of what was read, and the entries still in the file. */
  readonly #heads: Int32Array;
  readonly #ends: Int32Array;
  readonly #left: Float64Array;
  readonly #positions: Float64Array;
  readonly #heap: RunHeap;
  key = 0;
  first = 0;
  second = 0;

  constructor(file: WorkFile, lengths: readonly number[]) {
    this.#file = file;
    this.#windows = new Float64Array(lengths.length * WINDOW * WIDTH);
    this.#heads = new Int32Array(lengths.length);
    this.#ends = new Int32Array(lengths.length);
    this.#left = Float64Array.from(lengths);
    this.#positions = new Float64Array(lengths.length);
    this.#heap = new RunHeap(lengths.length);
    let position = 0;
    for (const [run, length] of lengths.entries()) {
      this.#positions[run] = position;
      position += length * WIDTH * 8;
      this.#read(run);
      this.#heap.add(run, this.#windows[this.#heads[run]!]!);
    }
  }

  next(): boolean {
    if (this.#heap.isEmpty) return false;
    const run = this.#heap.top;
    const at = this.#heads[run]!;
    this.key = this.#windows[at]!;
    this.first = this.#windows[at + 1]!;
    this.second = this.#windows[at + 2]!;
    this.#heads[run] = at + WIDTH;
    if (at + WIDTH === this.#ends[run]! && !this.#read(run)) this.#heap.drop();
    else this.#heap.advance(this.#windows[this.#heads[run]]!);
    return true;
  }

  #read(run: number): boolean {
    const entries = Math.min(WINDOW, this.#left[run]!);
    if (entries === 0) return false;
    const start = run * WINDOW * WIDTH;
    const window = this.#windows.subarray(start, start + entries * WIDTH);
    this.#file.read(window, this.#positions[run]!);
    this.#heads[run] = start;
    this.#ends[run] = start + entries * WIDTH;
    this.#left[run]! -= entries;
    this.#positions[run]! += entries * WIDTH * 8;
    return true;
  }
}
