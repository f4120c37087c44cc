import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { RunHeap } from '@chatferry/disk';
import { takeNameAway } from './without-name.ts';

/** A record with its numbers. The bytes are valid until the next record is taken. */
export interface SortedRecord {
  readonly time: number;
  readonly numbers: readonly number[];
  readonly bytes: Buffer;
}

/** Bytes of records that are sorted in memory together. */
const RUN_BYTES = 16 * 1024 * 1024;

/** Up to this length of a text, three times its length is reserved. */
const SHORT_TEXT = 64 * 1024;

/** Bytes of a run in memory while runs are merged; more if there are few runs. */
const WINDOW_BYTES = 64 * 1024;
const WINDOWS_BYTES = 16 * 1024 * 1024;

/** A run on disk. */
interface StoredRun {
  readonly start: number;
  readonly end: number;
}

/**
 * Sorts records by their times; equal times stay in the order of adding. Memory use does not grow with the
 * records: sorted runs are on disk, and are merged.
 */
export class TimeSorter implements Disposable {
  readonly #file: string;
  readonly #head: number;
  readonly #runBytes: number;
  #descriptor: number | undefined;
  #run: Buffer;
  #filled = 0;
  #starts: number[] = [];
  #times: number[] = [];
  #isSorted = true;
  readonly #runs: StoredRun[] = [];
  #written = 0;

  /** @param file for the runs @param numbers how many numbers belong to each record */
  constructor(file: string, numbers: number, runBytes: number = RUN_BYTES) {
    this.#file = file;
    this.#head = (1 + numbers) * 8 + 4;
    this.#runBytes = runBytes;
    this.#run = Buffer.allocUnsafeSlow(Math.min(runBytes, 1024 * 1024));
  }

  /** @param content in UTF-8; a text is encoded without an array of its own */
  add(time: number, numbers: readonly number[], content: Uint8Array | string): void {
    const isShort = typeof content === 'string' && content.length <= SHORT_TEXT;
    const bytes = typeof content === 'string' && !isShort ? Buffer.from(content) : content;
    const size = this.#head + bytes.length * (isShort ? 3 : 1); // UTF-8 needs at most three bytes for each UTF-16 unit.
    if (this.#filled > 0 && this.#filled + size > this.#runBytes) this.#writeRun();
    this.#reserve(size);
    const run = this.#run;
    const start = this.#filled;
    let at = run.writeDoubleLE(time, start + 4);
    for (const number of numbers) at = run.writeDoubleLE(number, at);
    let length = bytes.length;
    if (typeof bytes === 'string') length = run.write(bytes, at);
    else run.set(bytes, at);
    run.writeUInt32LE(length, start);
    if (time < (this.#times.at(-1) ?? time)) this.#isSorted = false;
    this.#starts.push(start);
    this.#times.push(time);
    this.#filled = at + length;
  }

  /** All records. Can be read once. */
  *inOrder(): Generator<SortedRecord> {
    if (this.#filled > 0) this.#writeRun();
    this.#run = Buffer.alloc(0);
    const window = Math.max(WINDOW_BYTES, Math.floor(WINDOWS_BYTES / (this.#runs.length + 1)));
    const cursors = this.#runs.map(
      (run) => new RunCursor(this.#descriptor!, run, window, this.#head),
    );
    const heap = new RunHeap(cursors.length);
    for (const [index, cursor] of cursors.entries()) heap.add(index, cursor.record!.time);
    while (!heap.isEmpty) {
      const cursor = cursors[heap.top]!;
      yield cursor.record!;
      cursor.advance();
      if (cursor.record === undefined) heap.drop();
      else heap.advance(cursor.record.time);
    }
  }

  [Symbol.dispose](): void {
    if (this.#descriptor === undefined) return;
    closeSync(this.#descriptor);
    this.#descriptor = undefined;
    rmSync(this.#file, { force: true });
  }

  #writeRun(): void {
    const bytes = this.#isSorted ? this.#run.subarray(0, this.#filled) : this.#sortedBytes();
    if (this.#descriptor === undefined) {
      rmSync(this.#file, { force: true });
      this.#descriptor = openSync(this.#file, 'wx+', 0o600);
      takeNameAway(this.#file);
    }
    for (let done = 0; done < bytes.length;)
      done += writeSync(this.#descriptor, bytes, done, bytes.length - done);
    this.#runs.push({ start: this.#written, end: this.#written + bytes.length });
    this.#written += bytes.length;
    this.#filled = 0;
    this.#starts = [];
    this.#times = [];
    this.#isSorted = true;
  }

  #sortedBytes(): Buffer {
    const [starts, times] = [this.#starts, this.#times];
    const order = Uint32Array.from(starts.keys());
    // oxlint-disable-next-line unicorn/no-array-sort -- sorts in place to avoid a second array.
    order.sort((one, other) => times[one]! - times[other]! || one - other);
    const sorted = Buffer.allocUnsafeSlow(this.#filled);
    let at = 0;
    for (const index of order)
      at += this.#run.copy(sorted, at, starts[index], starts[index + 1] ?? this.#filled);
    return sorted;
  }

  #reserve(size: number): void {
    const needed = this.#filled + size;
    if (needed <= this.#run.length) return;
    const larger = Buffer.allocUnsafeSlow(
      Math.max(needed, Math.min(this.#run.length * 2, this.#runBytes)),
    );
    this.#run.copy(larger, 0, 0, this.#filled);
    this.#run = larger;
  }
}

/** Reads the records of a run one after the other. */
class RunCursor {
  readonly #descriptor: number;
  readonly #head: number;
  #window: Buffer;
  /** Offsets in the window of the part that is not taken yet. */
  #at = 0;
  #filled = 0;
  /** Offsets in the file of the part that is not in the window yet. */
  #next: number;
  readonly #end: number;
  record: SortedRecord | undefined;

  constructor(descriptor: number, { start, end }: StoredRun, window: number, head: number) {
    this.#descriptor = descriptor;
    this.#head = head;
    this.#window = Buffer.allocUnsafeSlow(Math.min(window, end - start));
    this.#next = start;
    this.#end = end;
    this.advance();
  }

  advance(): void {
    this.record = this.#read();
  }

  #read(): SortedRecord | undefined {
    if (!this.#fill(this.#head)) return undefined;
    const length = this.#window.readUInt32LE(this.#at);
    this.#fill(this.#head + length);
    const begin = this.#at + 4;
    const body = this.#at + this.#head;
    const numbers: number[] = [];
    for (let at = begin + 8; at < body; at += 8) numbers.push(this.#window.readDoubleLE(at));
    this.#at = body + length;
    const bytes = this.#window.subarray(body, this.#at);
    return { time: this.#window.readDoubleLE(begin), numbers, bytes };
  }

  /** Reads until the window has at least this many bytes. @returns false at the end */
  #fill(bytes: number): boolean {
    if (this.#filled - this.#at >= bytes) return true;
    const kept = this.#window.subarray(this.#at, this.#filled);
    if (kept.length === 0 && this.#next === this.#end) return false;
    if (bytes > this.#window.length) {
      const larger = Buffer.allocUnsafeSlow(bytes);
      larger.set(kept);
      this.#window = larger;
    } else this.#window.copyWithin(0, this.#at, this.#filled);
    this.#filled = kept.length;
    this.#at = 0;
    const wanted = Math.min(this.#window.length - this.#filled, this.#end - this.#next);
    for (let done = 0; done < wanted;) {
      const read = readSync(
        this.#descriptor,
        this.#window,
        this.#filled,
        wanted - done,
        this.#next,
      );
      if (read === 0) throw new Error('A file of sorted records is shorter than it was written.');
      done += read;
      this.#filled += read;
      this.#next += read;
    }
    return true;
  }
}
