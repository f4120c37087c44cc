import { ENTRY } from './entry.ts';
import { freeMemory } from '../storage/free-memory.ts';

/** Bytes of records that are put in order in memory at a time. */
const RUN_BYTES: number = 16 * 1024 * 1024;
/** Records of a run, at most; a power of two. */
export const RUN_RECORDS: number = 2 ** 16;
/** Bytes gathered in another order before they are written. */
export const CHUNK_BYTES: number = 1024 * 1024;
/** Entries gathered before they are written. */
const CHUNK_ENTRIES = 8192;

/** A few numbers for each record of a run. */
interface RunColumns {
  readonly ends: Uint32Array<ArrayBuffer>;
  readonly times: Float64Array<ArrayBuffer>;
  readonly hashes: Float64Array<ArrayBuffer>;
  readonly buckets: Uint16Array<ArrayBuffer>;
  readonly origins: Float64Array<ArrayBuffer>;
  readonly legacyHashes: Float64Array<ArrayBuffer>;
  /** Where each record went, see `StoredRun`. */
  readonly slots: Float64Array<ArrayBuffer>;
  /** Order of the run: `time * RUN_RECORDS + index`, exact as long as times are below 2^34. */
  readonly order: Float64Array<ArrayBuffer>;
}

/** The numbers of a record that is about to be spooled. */
export interface RecordNumbers {
  bytes: number;
  time: number;
  hash: number;
  bucket: number;
  origin: number;
  legacyHash: number;
}

/**
 * One run of records in memory: their bytes one after the other, and a few numbers for each. The room for them grows
 * up to its full size, and serves one run after the other.
 */
export class RunBuffer {
  /** The run's bytes, followed by space to gather a chunk of them in another order. */
  bytes: Uint8Array<ArrayBuffer> = new Uint8Array(64 * 1024 + CHUNK_BYTES);
  columns: RunColumns = columnsFor(1024);
  readonly entries: Float64Array = new Float64Array(CHUNK_ENTRIES * ENTRY);
  /** Records numbers. */
  records = 0;
  /** Bytes copied; those of the records that were noted last may be missing. */
  filled = 0;
  /** Whether the records came in order of time. */
  inOrder = true;
  #numbers = 0;

  /** Offset in `bytes` of the room for a chunk. */
  get chunkStart(): number {
    return this.bytes.length - CHUNK_BYTES;
  }

  /** Whether a record of this size needs a new run. */
  isFull(bytes: number): boolean {
    return this.records === RUN_RECORDS || this.#numbers + bytes > RUN_BYTES;
  }

  /** Takes in the numbers of the next record. Its bytes follow with `copy`. */
  note({ bytes, time, hash, bucket, origin, legacyHash }: RecordNumbers): void {
    const index = this.records++;
    this.#reserveRecords(this.records);
    const { ends, times, hashes, buckets, origins, legacyHashes } = this.columns;
    this.#numbers += bytes;
    ends[index] = this.#numbers;
    if (index > 0 && time < times[index - 1]!) this.inOrder = false;
    times[index] = time;
    hashes[index] = hash;
    buckets[index] = bucket;
    origins[index] = origin;
    legacyHashes[index] = legacyHash;
  }

  /** Takes in the bytes of records that were numbers. */
  copy(wire: Uint8Array, start: number, end: number): void {
    if (start === end) return;
    this.#reserveBytes(this.filled + end - start);
    this.bytes.set(wire.subarray(start, end), this.filled);
    this.filled += end - start;
  }

  /** Makes it ready for another run. */
  clear(): void {
    this.records = 0;
    this.filled = 0;
    this.inOrder = true;
    this.#numbers = 0;
  }

  #reserveBytes(needed: number): void {
    if (needed <= this.chunkStart) return;
    const size = Math.max(Math.min(this.chunkStart * 2, RUN_BYTES), needed);
    const larger = new Uint8Array(size + CHUNK_BYTES);
    larger.set(this.bytes.subarray(0, this.filled));
    freeMemory(this.bytes);
    this.bytes = larger;
  }

  #reserveRecords(needed: number): void {
    const before = this.columns;
    if (needed <= before.times.length) return;
    const larger = columnsFor(before.times.length * 2);
    for (const name of Object.keys(before) as (keyof RunColumns)[]) {
      larger[name].set(before[name]);
      freeMemory(before[name]);
    }
    this.columns = larger;
  }
}

function columnsFor(records: number): RunColumns {
  return {
    ends: new Uint32Array(records),
    times: new Float64Array(records),
    hashes: new Float64Array(records),
    buckets: new Uint16Array(records),
    origins: new Float64Array(records),
    legacyHashes: new Float64Array(records),
    slots: new Float64Array(records),
    order: new Float64Array(records),
  };
}
