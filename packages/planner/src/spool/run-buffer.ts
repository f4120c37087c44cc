import { ENTRY } from './entry.ts';
import { copyBytes } from '../storage/copy-bytes.ts';
import { freeMemory } from '../storage/free-memory.ts';

/** Maximum bytes of records that are sorted in memory together. */
const RUN_BYTES: number = 8 * 1024 * 1024;
/** Maximum number of records in a run; a power of two. */
export const RUN_RECORDS: number = 2 ** 16;
/** Bytes that are collected in sorted order before they are written. */
export const CHUNK_BYTES: number = 1024 * 1024;
/** Entries that are collected before they are written. */
const CHUNK_ENTRIES = 8192;

/** Numbers for each record of a run. The index is the record's position in the run, from 0; values are valid below `records`. */
interface RunColumns {
  /** Offset in `bytes` one past the record, where the next record begins. */
  readonly ends: Uint32Array<ArrayBuffer>;
  /** UNIX seconds, with a fraction if the export has one; 0 for kinds without a time. */
  readonly times: Float64Array<ArrayBuffer>;
  /** Hash of the id. */
  readonly hashes: Float64Array<ArrayBuffer>;
  /** Bucket of the conversation; 0 for other kinds. */
  readonly buckets: Uint16Array<ArrayBuffer>;
  /** See `packOrigin`. */
  readonly origins: Float64Array<ArrayBuffer>;
  /** Hash of the legacy id if the id was changed, else 0. */
  readonly legacyHashes: Float64Array<ArrayBuffer>;
  /** The record's slot, see `StoredRun`. */
  readonly slots: Float64Array<ArrayBuffer>;
  /** Sort key of the run: `second * RUN_RECORDS + index`, exact as long as times are below 2^34. */
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
 * One run of records in memory: their bytes end to end, and a few numbers for each. The memory grows up to the full size and is reused
 * for each run.
 */
export class RunBuffer {
  /** The run's bytes, followed by space to collect a chunk of them in another order. */
  bytes: Uint8Array<ArrayBuffer> = new Uint8Array(64 * 1024 + CHUNK_BYTES);
  columns: RunColumns = columnsFor(1024);
  readonly entries: Float64Array = new Float64Array(CHUNK_ENTRIES * ENTRY);
  /** Number of records whose numbers were added. */
  records = 0;
  /** Number of bytes copied. The bytes of the latest records may not be copied yet. */
  filled = 0;
  /** Whether the records arrived in order of time. */
  inOrder = true;
  #numbers = 0;

  /** Offset in `bytes` of the space for a chunk. */
  get chunkStart(): number {
    return this.bytes.length - CHUNK_BYTES;
  }

  /** Whether a record of this size needs a new run. */
  isFull(bytes: number): boolean {
    return this.records === RUN_RECORDS || this.#numbers + bytes > RUN_BYTES;
  }

  /** Adds the numbers of the next record. Its bytes follow with `copy`. */
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

  /** Adds the bytes of records whose numbers were added. */
  copy(wire: Uint8Array, start: number, end: number): void {
    if (start === end) return;
    this.#reserveBytes(this.filled + end - start);
    copyBytes(wire, start, end, this.bytes, this.filled);
    this.filled += end - start;
  }

  /** Clears the buffer for the next run. */
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
