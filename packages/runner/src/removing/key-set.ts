import { IdHashes } from '../comparing/id-hashes.ts';
import { idHash } from '@chatferry/contract';

/**
 * A set of keys in 16 bytes each. Two hashes of each key have to be in it, so that a record of others is not removed because its key
 * has the hash of another one.
 */
export class KeySet {
  readonly #first: IdHashes;
  readonly #second: IdHashes;
  readonly size: number;

  constructor(keys: KeyHashes) {
    this.size = keys.count;
    this.#first = new IdHashes(keys.first.slice(0, keys.count));
    this.#second = new IdHashes(keys.second.slice(0, keys.count));
  }

  /** A number below `size` for each key; `undefined` for one that is not in the set. */
  slot(key: string): number | undefined {
    return this.has(key) ? this.#first.indexOf(key) : undefined;
  }

  has(key: string): boolean {
    return this.#first.has(key) && this.#second.has(salted(key));
  }
}

/** Collects the keys of a set. */
export class KeyHashes {
  first: Float64Array<ArrayBuffer>;
  second: Float64Array<ArrayBuffer>;
  count = 0;

  /** @param atMost no fewer than there are keys */
  constructor(atMost: number) {
    this.first = new Float64Array(atMost);
    this.second = new Float64Array(atMost);
  }

  add(key: string): void {
    this.first[this.count] = idHash(key);
    this.second[this.count++] = idHash(salted(key));
  }
}

function salted(key: string): string {
  return `\n${key}`;
}
