/**
 * The format of the spool's file of entries: `ENTRY` doubles for each record, in the order of the records' bytes. Ordinal
 * and bucket of a record share one double; only this file packs and unpacks it.
 */
export const ENTRY = 5;

/** Position of each number in an entry. */
export const entry = {
  /** The sort key: UNIX seconds, with a fraction if the export has one, or the owner. */
  time: 0,
  /** See `packOrdinalAndBucket`. The ordinal is the position of the record in the input of its kind, from 0. */
  ordinalAndBucket: 1,
  /** Offset one past the end of the record in the file of bytes. */
  end: 2,
  /** File and line of the row, see `packOrigin`. */
  origin: 3,
  /** Hash of the legacy id if the id was changed, else 0. */
  legacyHash: 4,
} as const;

/** Number of buckets; each conversation belongs to one. A power of two, and at most 2^16, because run buffers keep 16 bits. */
export const BUCKETS = 65_536;

/** The bucket of a conversation. @param conversation the hash of the group, or of the two people */
export function bucketOf(conversation: number): number {
  const low = conversation >>> 0;
  const high = (conversation / 0x1_0000_0000) >>> 0;
  return Math.imul(low ^ Math.imul(high, 0x85eb_ca6b), 0x9e37_79b1) >>> 16;
}

/** @param ordinal below 2^37 */
export function packOrdinalAndBucket(ordinal: number, bucket: number): number {
  return ordinal * BUCKETS + bucket;
}

export function ordinalIn(ordinalAndBucket: number): number {
  return Math.floor(ordinalAndBucket / BUCKETS);
}

export function bucketIn(ordinalAndBucket: number): number {
  return ordinalAndBucket & (BUCKETS - 1);
}
