import { freeMemory } from './free-memory.ts';

/** Bytes of records that are put in order in memory at a time. */
export const RUN_BYTES: number = 16 * 1024 * 1024;
/** Records of a run, at most; a power of two. */
export const RUN_RECORDS: number = 2 ** 16;
/** Bytes gathered in another order before they are written. */
export const CHUNK_BYTES: number = 1024 * 1024;
/** Entries gathered before they are written. */
const CHUNK_ENTRIES = 8192;

/** Numbers written for each record beside its bytes. */
export const ENTRY = 5;

/** Position of each number in an entry. */
export const entry = {
  /** `time * 65,536 + bucket` */
  timeAndBucket: 0,
  /** 0 for the first record of its kind in input order, and so on. */
  ordinal: 1,
  /** Offset just behind the record in the file of bytes. */
  end: 2,
  /** Place of the row, packed. */
  origin: 3,
  /** Hash of the id the record had in the export when it had to be changed, else 0. */
  legacyHash: 4,
} as const;

/** A few numbers for each record of a run. */
interface RunColumns {
  readonly ends: Uint32Array<ArrayBuffer>;
  readonly times: Float64Array<ArrayBuffer>;
  readonly hashes: Float64Array<ArrayBuffer>;
  readonly buckets: Uint16Array<ArrayBuffer>;
  readonly origins: Float64Array<ArrayBuffer>;
  readonly legacyHashes: Float64Array<ArrayBuffer>;
  /** Where each record went, see `RecordSpool`. */
  readonly slots: Float64Array<ArrayBuffer>;
  /** Order of the run: `time * RUN_RECORDS + index`, exact as long as times are below 2^34. */
  readonly order: Float64Array<ArrayBuffer>;
}

/**
 * Room for one run of records: their bytes one after the other, and a few numbers for each. It grows with the first
 * run up to its full size; one buffer serves all kinds, one after the other.
 */
export class RunBuffer {
  /** The run's bytes, and behind them room to gather a chunk of them in another order. */
  bytes: Uint8Array<ArrayBuffer> = new Uint8Array(64 * 1024 + CHUNK_BYTES);
  columns: RunColumns = columnsFor(1024);
  readonly entries: Float64Array = new Float64Array(CHUNK_ENTRIES * ENTRY);

  /** Offset in `bytes` of the room for a chunk. */
  get chunkStart(): number {
    return this.bytes.length - CHUNK_BYTES;
  }

  /** Makes room for a run of so many bytes; of those that are there, the first `used` stay. */
  reserveBytes(needed: number, used: number): void {
    if (needed <= this.chunkStart) return;
    const size = Math.max(Math.min(this.chunkStart * 2, RUN_BYTES), needed);
    const larger = new Uint8Array(size + CHUNK_BYTES);
    larger.set(this.bytes.subarray(0, used));
    freeMemory(this.bytes);
    this.bytes = larger;
  }

  /** Makes room for a run of so many records. */
  reserveRecords(needed: number): void {
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
