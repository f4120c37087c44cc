import { idHash } from '@chatferry/contract';

/** What is known of the held records with one id hash; `SPOOLED` after `SAME`: more than one record came. */
export const state = { UNSEEN: 0, SAME: 1, SPOOLED: 2, SAME_AND_SPOOLED: 3 } as const;

/**
 * For each planned record its id hash, one number (its digest, later an offset), its state and the number of its shape:
 * 18 bytes.
 */
export class DigestTable {
  readonly values: Float64Array;
  readonly states: Uint8Array;
  readonly shapes: Uint8Array;
  readonly #hashes: Float64Array;

  /** @param hashes of the planned ids, in any order */
  constructor(hashes: Float64Array) {
    this.#hashes = hashes.toSorted();
    this.values = new Float64Array(hashes.length);
    this.states = new Uint8Array(hashes.length);
    this.shapes = new Uint8Array(hashes.length);
  }

  /** The slot of an id: the first one with its hash. `undefined` when no planned id has that hash. */
  slotOf(id: string): number | undefined {
    const hash = idHash(id);
    const hashes = this.#hashes;
    let low = 0;
    let high = hashes.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (hashes[middle]! < hash) low = middle + 1;
      else high = middle;
    }
    return hashes[low] === hash ? low : undefined;
  }

  /** Whether several planned ids have the hash of this slot. */
  isShared(slot: number): boolean {
    return this.#hashes[slot + 1] === this.#hashes[slot];
  }
}
