import { IdHashes } from '../comparing/id-hashes.ts';
import { idHash } from '@chatferry/contract';

/**
 * A set of keys in 16 bytes each. A key is in the set only if both of its hashes are, so that a hash collision never removes
 * a record of other people.
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

  /** A number below `size` for each key of the set; `undefined` for any other key. */
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

  /** @param atMost at least the number of keys */
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
