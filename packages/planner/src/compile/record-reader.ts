import type { RecordSpool } from './record-spool.ts';
import { ENTRY, entry } from './run-buffer.ts';

/** Entries read at a time. */
const ENTRIES = 512;
const BODY_BYTES = 64 * 1024;

/** A record found again on disk. */
export interface StoredRecord {
  readonly ordinal: number;
  readonly bucket: number;
  readonly origin: number;
  readonly legacyHash: number;
  /** Wire form; valid until the reader's next `read`. */
  readonly wire: Uint8Array;
}

/** Reads single records of a spool, quickly when they are asked for about in the order in which they lie there. */
export class RecordReader {
  readonly #spool: RecordSpool;
  readonly #entries = new Float64Array(ENTRIES * ENTRY);
  #firstSlot = 0;
  #endSlot = 0;
  #bytes = new Uint8Array(BODY_BYTES);
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
      ordinal: entries[at + entry.ordinal]!,
      bucket: entries[at + entry.timeAndBucket]! & 0xffff,
      origin: entries[at + entry.origin]!,
      legacyHash: entries[at + entry.legacyHash]!,
      wire: this.#wire(start, end),
    };
  }

  /** Place in the window of the slot's entry; the entry before it, which says where it begins, is there too. */
  #locate(slot: number): number {
    const before = Math.max(slot - 1, 0);
    if (before < this.#firstSlot || slot >= this.#endSlot) {
      const stored = this.#spool.entries.bytes / (ENTRY * 8);
      const count = Math.min(ENTRIES, stored - before);
      this.#spool.entries.read(this.#entries, before * ENTRY * 8, 0, count * ENTRY * 8);
      this.#firstSlot = before;
      this.#endSlot = before + count;
    }
    return (slot - this.#firstSlot) * ENTRY;
  }

  #wire(start: number, end: number): Uint8Array {
    if (start < this.#firstByte || end > this.#endByte) {
      if (end - start > this.#bytes.length) this.#bytes = new Uint8Array(end - start);
      const bytes = Math.min(this.#bytes.length, this.#spool.bodies.bytes - start);
      this.#spool.bodies.read(this.#bytes, start, 0, bytes);
      this.#firstByte = start;
      this.#endByte = start + bytes;
    }
    return this.#bytes.subarray(start - this.#firstByte, end - this.#firstByte);
  }
}
