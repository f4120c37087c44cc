import type { RecordSpool } from './record-spool.ts';
import { bucketIn, ENTRY, entry, ordinalIn } from './entry.ts';

/** Entries and bytes that are read ahead when records are requested one after the other. */
const ENTRIES_AHEAD = 512;
const BYTES_AHEAD = 64 * 1024;

/** A record read back from disk. */
export interface StoredRecord {
  readonly ordinal: number;
  readonly bucket: number;
  readonly origin: number;
  readonly legacyHash: number;
  /** Wire form; valid until the reader's next `read`. */
  readonly wire: Uint8Array;
}

/** Reads single records of a spool. Reads ahead when records are requested roughly in the order of their slots. */
export class RecordReader {
  readonly #spool: RecordSpool;
  readonly #entries = new Float64Array(ENTRIES_AHEAD * ENTRY);
  #firstSlot = 0;
  #endSlot = 0;
  #bytes = new Uint8Array(BYTES_AHEAD);
  #firstByte = 0;
  #endByte = 0;

  constructor(spool: RecordSpool) {
    this.#spool = spool;
  }

  read(slot: number): StoredRecord {
    const at = this.#locate(slot);
    const entries = this.#entries;
    const end = entries[at + entry.end]!;
    const start = slot === 0 ? 0 : entries[at - ENTRY + entry.end]!;
    return {
      ordinal: ordinalIn(entries[at + entry.ordinalAndBucket]!),
      bucket: bucketIn(entries[at + entry.ordinalAndBucket]!),
      origin: entries[at + entry.origin]!,
      legacyHash: entries[at + entry.legacyHash]!,
      wire: this.#wire(start, end),
    };
  }

  ordinalOf(slot: number): number {
    return ordinalIn(this.#entries[this.#locate(slot) + entry.ordinalAndBucket]!);
  }

  /** UNIX seconds, with a fraction if the export has one. */
  timeOf(slot: number): number {
    return this.#entries[this.#locate(slot) + entry.time]!;
  }

  /** Index of the slot's entry in the window. The window also contains the previous entry, which contains the offset where the record begins. */
  #locate(slot: number): number {
    const before = Math.max(slot - 1, 0);
    if (before < this.#firstSlot || slot >= this.#endSlot) {
      const stored = this.#spool.entries.bytes / (ENTRY * 8);
      const isNear = before >= this.#endSlot - 1 && before < this.#endSlot + ENTRIES_AHEAD;
      const count = Math.min(isNear ? ENTRIES_AHEAD : 2, stored - before);
      this.#spool.entries.read(this.#entries, before * ENTRY * 8, 0, count * ENTRY * 8);
      this.#firstSlot = before;
      this.#endSlot = before + count;
    }
    return (slot - this.#firstSlot) * ENTRY;
  }

  #wire(start: number, end: number): Uint8Array {
    if (start < this.#firstByte || end > this.#endByte) {
      if (end - start > this.#bytes.length) this.#bytes = new Uint8Array(end - start);
      const isNear = start >= this.#endByte && start < this.#endByte + BYTES_AHEAD;
      const wanted = isNear ? this.#bytes.length : end - start;
      const bytes = Math.min(wanted, this.#spool.bodies.bytes - start);
      this.#spool.bodies.read(this.#bytes, start, 0, bytes);
      this.#firstByte = start;
      this.#endByte = start + bytes;
    }
    return this.#bytes.subarray(start - this.#firstByte, end - this.#firstByte);
  }
}
