import { idHash } from '@chatferry/contract';

/** The ids that should be there, as numbers: ten million of them are 90 MB. */
export class ExpectedIds {
  readonly #hashes: Float64Array;
  readonly #seen: Uint8Array;
  #found = 0;

  /** @param hashes of the ids, in any order; taken over */
  constructor(hashes: Float64Array) {
    this.#hashes = hashes.toSorted();
    this.#seen = new Uint8Array(hashes.length);
  }

  get missing(): number {
    return this.#hashes.length - this.#found;
  }

  /** Takes note of an id that is there. */
  see(id: string): 'expected' | 'again' | 'extra' {
    const index = this.#indexOf(idHash(id));
    if (index === undefined) return 'extra';
    if (this.#seen[index] === 1) return 'again';
    this.#seen[index] = 1;
    this.#found++;
    return 'expected';
  }

  isMissing(id: string): boolean {
    const index = this.#indexOf(idHash(id));
    return index !== undefined && this.#seen[index] === 0;
  }

  #indexOf(hash: number): number | undefined {
    let low = 0;
    let high = this.#hashes.length - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const found = this.#hashes[middle]!;
      if (found === hash) return middle;
      if (found < hash) low = middle + 1;
      else high = middle - 1;
    }
    return undefined;
  }
}
