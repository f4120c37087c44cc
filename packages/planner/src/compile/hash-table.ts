import { freeMemory } from './free-memory.ts';

/** Above this share of used slots, probing gets slow. */
const FULL = 0.75;

/**
 * A map from id hashes to a few numbers, in typed arrays: 8 bytes a slot for the key, 8 for each number, 1 for flags,
 * and no object for the garbage collector. A slot is an index that holds until the next `insert`.
 */
export class HashTable {
  readonly #width: number;
  #keys: Float64Array<ArrayBuffer>;
  #values: Float64Array<ArrayBuffer>;
  #flags: Uint8Array<ArrayBuffer>;
  #size = 0;

  /** @param width numbers kept for each key */
  constructor(width: number, capacity = 1024) {
    this.#width = width;
    this.#keys = new Float64Array(capacity);
    this.#values = new Float64Array(capacity * width);
    this.#flags = new Uint8Array(width === 0 ? 0 : capacity);
  }

  get size(): number {
    return this.#size;
  }

  /** One more than the last slot. */
  get slots(): number {
    return this.#keys.length;
  }

  /** @returns the key's slot, or -1 */
  find(key: number): number {
    const keys = this.#keys;
    const mask = keys.length - 1;
    for (let slot = (key >>> 0) & mask; ; slot = (slot + 1) & mask) {
      const found = keys[slot]!;
      if (found === key) return slot;
      if (found === 0) return -1;
    }
  }

  /** Adds the key unless it is there. @returns its slot */
  insert(key: number): number {
    if (this.#size >= this.#keys.length * FULL) this.#grow();
    const keys = this.#keys;
    const mask = keys.length - 1;
    for (let slot = (key >>> 0) & mask; ; slot = (slot + 1) & mask) {
      const found = keys[slot]!;
      if (found === key) return slot;
      if (found === 0) {
        keys[slot] = key;
        this.#size++;
        return slot;
      }
    }
  }

  /** The slot stays taken, so that keys behind it are still found; nothing finds it any more. */
  remove(key: number): void {
    const slot = this.find(key);
    if (slot >= 0) this.#keys[slot] = -1;
  }

  /** The key in a slot; 0 or less when there is none. */
  key(slot: number): number {
    return this.#keys[slot]!;
  }

  *keys(): Generator<number> {
    for (const key of this.#keys) if (key > 0) yield key;
  }

  value(slot: number, index: number): number {
    return this.#values[slot * this.#width + index]!;
  }

  setValue(slot: number, index: number, value: number): void {
    this.#values[slot * this.#width + index] = value;
  }

  flags(slot: number): number {
    return this.#flags[slot]!;
  }

  addFlag(slot: number, flag: number): void {
    const before = this.#flags[slot]!;
    if ((before & flag) === 0) this.#flags[slot] = before | flag;
  }

  #grow(): void {
    const [keys, values, flags, width] = [this.#keys, this.#values, this.#flags, this.#width];
    this.#keys = new Float64Array(keys.length * 2);
    this.#values = new Float64Array(values.length * 2);
    this.#flags = new Uint8Array(flags.length * 2);
    this.#size = 0;
    for (let from = 0; from < keys.length; from++) {
      const key = keys[from]!;
      if (key <= 0) continue;
      const to = this.insert(key);
      for (let index = 0; index < width; index++)
        this.#values[to * width + index] = values[from * width + index]!;
      if (width > 0) this.#flags[to] = flags[from]!;
    }
    freeMemory(keys, values, flags);
  }
}
