import { IdHashes } from './id-hashes.ts';

/** What is known of the held records with one id hash; `SPOOLED` after `SAME`: more than one record came. */
export const state = { UNSEEN: 0, SAME: 1, SPOOLED: 2, SAME_AND_SPOOLED: 3 } as const;

/**
 * For each planned record its id hash, one number (its digest, later an offset), its state and the number of its shape:
 * 18 bytes. The index of a record in `ids` is its index in the other arrays.
 */
export class DigestTable {
  readonly ids: IdHashes;
  readonly values: Float64Array;
  readonly states: Uint8Array;
  readonly shapes: Uint8Array;

  /** @param hashes of the planned ids, in any order; sorted in place */
  constructor(hashes: Float64Array) {
    this.ids = new IdHashes(hashes);
    this.values = new Float64Array(hashes.length);
    this.states = new Uint8Array(hashes.length);
    this.shapes = new Uint8Array(hashes.length);
  }
}
