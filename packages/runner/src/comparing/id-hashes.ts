import { idHash } from '@chatferry/contract';

/** Sorted hashes of ids, in eight bytes an id. */
export class IdHashes {
  readonly #hashes: Float64Array;

  /** @param hashes of the ids, in any order; sorted in place */
  constructor(hashes: Float64Array) {
    // oxlint-disable-next-line unicorn/no-array-sort -- A sorted copy takes as much memory again.
    this.#hashes = hashes.sort();
  }

  /** Whether an id has one of the hashes. Such an id is almost certainly one of the ids. */
  has(id: string): boolean {
    return this.indexOf(id) !== undefined;
  }

  /** The first index with the hash of an id; `undefined` when there is none. */
  indexOf(id: string): number | undefined {
    return this.indexOfHash(idHash(id));
  }

  indexOfHash(hash: number): number | undefined {
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

  /** Whether several ids share a hash. @param index the first index with the hash */
  isShared(index: number): boolean {
    return this.#hashes[index + 1] === this.#hashes[index];
  }
}
