/** Bytes of records that are put in order in memory at a time. */
export const RUN_BYTES: number = 32 * 1024 * 1024;
/** Records of a run, at most; a power of two. */
export const RUN_RECORDS: number = 2 ** 18;
/** Bytes gathered before they are written. */
export const CHUNK_BYTES: number = 1024 * 1024;

/**
 * Room for one run of records: their bytes one after the other, and a few numbers for each. One buffer serves all
 * kinds, one after the other; pages that are never used cost no memory.
 */
export class RunBuffer {
  /** The run's bytes, and behind them room to gather a chunk of them in another order. */
  readonly bytes: Uint8Array = new Uint8Array(RUN_BYTES + CHUNK_BYTES);
  readonly ends: Uint32Array = new Uint32Array(RUN_RECORDS);
  readonly times: Float64Array = new Float64Array(RUN_RECORDS);
  readonly hashes: Float64Array = new Float64Array(RUN_RECORDS);
  readonly buckets: Uint16Array = new Uint16Array(RUN_RECORDS);
  readonly origins: Float64Array = new Float64Array(RUN_RECORDS);
  readonly legacyHashes: Float64Array = new Float64Array(RUN_RECORDS);
  readonly slots: Float64Array = new Float64Array(RUN_RECORDS);
  /** Order of the run: `time * RUN_RECORDS + index`, exact as long as times are below 2^34. */
  readonly order: Float64Array = new Float64Array(RUN_RECORDS);
  /** The numbers of each record as they are written. */
  readonly entries: Float64Array = new Float64Array(RUN_RECORDS * ENTRY);
}

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
