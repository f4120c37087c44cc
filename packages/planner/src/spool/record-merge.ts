import { RunHeap } from '@chatferry/disk';
import type { RecordSpool } from './record-spool.ts';
import { bucketIn, ENTRY, entry, ordinalIn } from './entry.ts';

/** Entries read at a time from each run. */
const ENTRIES = 256;
/** Memory for the bytes of all runs together; each run has at least its smallest window. */
const WINDOWS_BYTES = 7 * 1024 * 1024;
const SMALLEST_WINDOW = 16 * 1024;
const LARGEST_WINDOW = 1024 * 1024;

/** Bytes of each run to keep in memory while merging. */
export function windowBytes(spool: RecordSpool): number {
  const share = Math.floor(WINDOWS_BYTES / Math.max(spool.runs.length, 1));
  return Math.max(Math.min(share, LARGEST_WINDOW), SMALLEST_WINDOW, spool.largest);
}

/** The window of one run, and the current position in the window. */
interface RunCursor {
  /** Number of entries that are not read from the file yet, and the position of the first one. */
  entriesLeft: number;
  entriesPosition: number;
  /** Index of the head in the window of entries, and one past the last read entry. */
  head: number;
  headsEnd: number;
  /** Offsets in the file of bytes where the head begins and where the run ends. */
  position: number;
  readonly end: number;
  /** Offsets of the window in the file of bytes; earlier bytes were released. */
  windowStart: number;
  windowEnd: number;
}

/**
 * Reads the spool's records back in order of time, equal times in input order, with a window of each run in memory.
 * The windows are in an arena that the caller shares, so that taking a record is one copy and
 * makes no object.
 */
export class RecordMerge {
  readonly #spool: RecordSpool;
  readonly #arena: Uint8Array;
  readonly #base: number;
  readonly #window: number;
  /** Run `r` has space for `ENTRIES` entries from index `r * ENTRIES * ENTRY`. */
  readonly #entries: Float64Array;
  readonly #runs: RunCursor[];
  readonly #heap: RunHeap;
  /** The run of the record, and the offset one past the record in the file of bytes. */
  #run = 0;
  #end = 0;
  #isAtRecord = false;
  /** Offsets of the record in the arena, after `load` and until the next `next`. */
  start = 0;
  end = 0;
  /** The sort key: the time, or the owner. */
  time = 0;
  bucket = 0;
  ordinal = 0;
  origin = 0;

  /** @param base offset in the arena of `windowBytes(spool)` bytes for each run */
  constructor(spool: RecordSpool, arena: Uint8Array, base: number) {
    this.#spool = spool;
    this.#arena = arena;
    this.#base = base;
    this.#window = windowBytes(spool);
    this.#entries = new Float64Array(spool.runs.length * ENTRIES * ENTRY);
    this.#runs = cursorsOf(spool);
    this.#heap = new RunHeap(spool.runs.length);
    for (let run = 0; run < this.#runs.length; run++)
      if (this.#readEntries(run)) this.#heap.add(run, this.#timeOf(run));
  }

  /** Moves to the next record, without reading its bytes; false after the last record. */
  next(): boolean {
    if (this.#isAtRecord) this.#leave();
    this.#isAtRecord = !this.#heap.isEmpty;
    if (!this.#isAtRecord) return false;
    this.#run = this.#heap.top;
    const entries = this.#entries;
    const at = this.#runs[this.#run]!.head;
    this.#end = entries[at + entry.end]!;
    this.time = entries[at + entry.time]!;
    this.bucket = bucketIn(entries[at + entry.ordinalAndBucket]!);
    this.ordinal = ordinalIn(entries[at + entry.ordinalAndBucket]!);
    this.origin = entries[at + entry.origin]!;
    return true;
  }

  #leave(): void {
    const reading = this.#runs[this.#run]!;
    reading.position = this.#end;
    reading.head += ENTRY;
    if (reading.head === reading.headsEnd && !this.#readEntries(this.#run)) this.#heap.drop();
    else this.#heap.advance(this.#timeOf(this.#run));
  }

  /** Reads the bytes of the record into the arena. */
  load(): void {
    const reading = this.#runs[this.#run]!;
    if (this.#end > reading.windowEnd) this.#readBytes(this.#run);
    const shift = this.#base + this.#run * this.#window - reading.windowStart;
    this.start = shift + reading.position;
    this.end = shift + this.#end;
  }

  #timeOf(run: number): number {
    return this.#entries[this.#runs[run]!.head + entry.time]!;
  }

  #readEntries(run: number): boolean {
    const reading = this.#runs[run]!;
    const entries = Math.min(ENTRIES, reading.entriesLeft);
    if (entries === 0) {
      this.#spool.bodies.release(reading.windowStart, reading.end);
      return false;
    }
    const start = run * ENTRIES * ENTRY;
    const into = this.#entries.subarray(start, start + entries * ENTRY);
    this.#spool.entries.read(into, reading.entriesPosition);
    this.#spool.entries.release(reading.entriesPosition, reading.entriesPosition + into.byteLength);
    reading.head = start;
    reading.headsEnd = start + into.length;
    reading.entriesLeft -= entries;
    reading.entriesPosition += into.byteLength;
    return true;
  }

  #readBytes(run: number): void {
    const reading = this.#runs[run]!;
    const bytes = Math.min(this.#window, reading.end - reading.position);
    const { bodies } = this.#spool;
    bodies.release(reading.windowStart, reading.position);
    bodies.read(this.#arena, reading.position, this.#base + run * this.#window, bytes);
    reading.windowStart = reading.position;
    reading.windowEnd = reading.position + bytes;
  }
}

function cursorsOf(spool: RecordSpool): RunCursor[] {
  let entriesPosition = 0;
  let position = 0;
  return spool.runs.map(({ records, bytes }) => {
    const reading = {
      entriesLeft: records,
      entriesPosition,
      head: 0,
      headsEnd: 0,
      position,
      end: position + bytes,
      windowStart: position,
      windowEnd: 0,
    };
    entriesPosition += records * ENTRY * 8;
    position += bytes;
    return reading;
  });
}
