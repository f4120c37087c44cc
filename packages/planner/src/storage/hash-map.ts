import { freeMemory } from './free-memory.ts';

/** Maximum share of used slots; above it, probing gets slow. */
const FULL = 0.75;

/**
 * A map from id hashes to a few numbers, in one typed array: 8 bytes a slot for the key, 8 for each number, 1 for flags,
 * and no object for the garbage collector. A slot is an index that is valid until the next `insert`. Key and numbers are
 * adjacent, because a table is larger than the processor's caches and each access is a fetch from memory.
 */
export class HashMap {
  /** Doubles in a slot: the key and its numbers. */
  readonly #stride: number;
  #slots: number;
  /** Slot `s`, from 0, begins at index `s * #stride`: the key, then its numbers. Key 0: the slot is free; -1: removed. */
  #entries: Float64Array<ArrayBuffer>;
  /** Bits for each slot, initially 0. The caller defines their meaning. */
  #flags: Uint8Array<ArrayBuffer>;
  #size = 0;

  /** @param width numbers for each key @param capacity initial number of slots, a power of two */
  constructor(width: number, capacity = 1024) {
    this.#stride = width + 1;
    this.#slots = capacity;
    this.#entries = new Float64Array(capacity * this.#stride);
    this.#flags = new Uint8Array(capacity);
  }

  get size(): number {
    return this.#size;
  }

  /** One more than the highest slot. */
  get slots(): number {
    return this.#slots;
  }

  /** @returns the key's slot, or -1 */
  find(key: number): number {
    const slot = this.#placeOf(key);
    return this.#entries[slot * this.#stride] === key ? slot : -1;
  }

  /** Adds the key if it is missing. @returns its slot */
  insert(key: number): number {
    if (this.#size >= this.#slots * FULL) this.#grow();
    const slot = this.#placeOf(key);
    if (this.#entries[slot * this.#stride] === 0) {
      this.#entries[slot * this.#stride] = key;
      this.#size++;
    }
    return slot;
  }

  /** Marks the slot as removed, not free, so that later keys on the same probe path are still found. */
  remove(key: number): void {
    const slot = this.find(key);
    if (slot >= 0) this.#entries[slot * this.#stride] = -1;
  }

  /** The key in a slot; 0 or negative in an unused slot. */
  key(slot: number): number {
    return this.#entries[slot * this.#stride]!;
  }

  value(slot: number, index: number): number {
    return this.#entries[slot * this.#stride + 1 + index]!;
  }

  setValue(slot: number, index: number, value: number): void {
    this.#entries[slot * this.#stride + 1 + index] = value;
  }

  /** Changes a number of a key; no effect when the key is missing. */
  addTo(key: number, index: number, difference: number): void {
    const slot = this.find(key);
    if (slot >= 0) this.setValue(slot, index, this.value(slot, index) + difference);
  }

  flags(slot: number): number {
    return this.#flags[slot]!;
  }

  addFlag(slot: number, flag: number): void {
    const before = this.#flags[slot]!;
    if ((before & flag) === 0) this.#flags[slot] = before | flag;
  }

  /** The slot of the key, or the free slot where it would be inserted. */
  #placeOf(key: number): number {
    const entries = this.#entries;
    const stride = this.#stride;
    const mask = this.#slots - 1;
    for (let slot = (key >>> 0) & mask; ; slot = (slot + 1) & mask) {
      const found = entries[slot * stride]!;
      if (found === key || found === 0) return slot;
    }
  }

  #grow(): void {
    const [slots, entries, flags, stride] = [this.#slots, this.#entries, this.#flags, this.#stride];
    this.#slots = slots * 2;
    this.#entries = new Float64Array(entries.length * 2);
    this.#flags = new Uint8Array(flags.length * 2);
    this.#size = 0;
    for (let from = 0; from < slots; from++) {
      const start = from * stride;
      if (entries[start]! <= 0) continue;
      const to = this.insert(entries[start]!);
      for (let index = 1; index < stride; index++)
        this.#entries[to * stride + index] = entries[start + index]!;
      this.#flags[to] = flags[from]!;
    }
    freeMemory(entries, flags);
  }
}
