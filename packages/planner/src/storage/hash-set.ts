import { freeMemory } from './free-memory.ts';

/** Number of tables. The highest 12 bits of a hash choose its table. Each table grows on its own. */
const TABLES = 4096;
const TABLE_RANGE = 2 ** 53 / TABLES;
const FULL = 0.75;
/** Initial number of slots of a table. */
const FIRST = 4;

/** 16-bit numbers in a slot: two for the lowest 32 bits of the hash, and one for the 9 bits above them. */
const STRIDE = 3;
/** Bit in the last number of every slot in use; a slot whose last number is 0 is free. */
const TAKEN = 512;

/** A table before its first hash. */
const NONE = new Uint16Array(STRIDE);

/** The tables of an empty set. Copying this array is faster than making one: a plan has many sets, and most stay empty. */
const NO_TABLES = Array.from({ length: TABLES }, () => NONE);

/** A set of id hashes in typed arrays, at 6 bytes a slot. */
export class HashSet {
  /** For each table its slots; slot `s` begins at index `s * STRIDE`. */
  readonly #tables = [...NO_TABLES];
  /** For each table the number of hashes in it. */
  readonly #sizes = new Uint32Array(TABLES);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  has(hash: number): boolean {
    const table = this.#tables[Math.floor(hash / TABLE_RANGE)]!;
    return table[placeOf(table, hash >>> 0, middleOf(hash)) + 2] !== 0;
  }

  /** @returns whether the hash is new in the set */
  add(hash: number): boolean {
    const index = Math.floor(hash / TABLE_RANGE);
    if (this.#tables[index] === NONE) this.#tables[index] = new Uint16Array(FIRST * STRIDE);
    if (this.#sizes[index]! >= (this.#tables[index]!.length / STRIDE) * FULL) this.#grow(index);
    const isNew = put(this.#tables[index]!, hash >>> 0, middleOf(hash));
    if (isNew) {
      this.#sizes[index]!++;
      this.#size++;
    }
    return isNew;
  }

  /** @returns whether the hash was in the set */
  remove(hash: number): boolean {
    const index = Math.floor(hash / TABLE_RANGE);
    const table = this.#tables[index]!;
    let place = placeOf(table, hash >>> 0, middleOf(hash));
    if (table[place + 2] === 0) return false;
    table[place + 2] = 0;
    this.#sizes[index]!--;
    this.#size--;
    // Later hashes may be in their slots only because this slot was taken.
    for (;;) {
      place = (place + STRIDE) % table.length;
      const middle = table[place + 2]!;
      if (middle === 0) return true;
      table[place + 2] = 0;
      put(table, table[place]! + table[place + 1]! * 0x1_0000, middle);
    }
  }

  *keys(): Generator<number> {
    for (const [index, table] of this.#tables.entries())
      for (let at = 0; at < table.length; at += STRIDE) {
        if (table[at + 2] === 0) continue;
        const low = table[at]! + table[at + 1]! * 0x1_0000;
        yield index * TABLE_RANGE + (table[at + 2]! - TAKEN) * 0x1_0000_0000 + low;
      }
  }

  #grow(index: number): void {
    const before = this.#tables[index]!;
    const table = new Uint16Array(before.length * 2);
    for (let at = 0; at < before.length; at += STRIDE)
      if (before[at + 2] !== 0)
        put(table, before[at]! + before[at + 1]! * 0x1_0000, before[at + 2]!);
    this.#tables[index] = table;
    freeMemory(before);
  }
}

/** @returns whether the hash is new in the table */
function put(table: Uint16Array, low: number, middle: number): boolean {
  const place = placeOf(table, low, middle);
  if (table[place + 2] !== 0) return false;
  table[place] = low & 0xffff;
  table[place + 1] = low >>> 16;
  table[place + 2] = middle;
  return true;
}

/** The position of the hash in the table, or the position where it would be inserted. */
function placeOf(table: Uint16Array, low: number, middle: number): number {
  const lowest = low & 0xffff;
  const next = low >>> 16;
  const mask = table.length / STRIDE - 1;
  for (let slot = low & mask; ; slot = (slot + 1) & mask) {
    const place = slot * STRIDE;
    const found = table[place + 2];
    if (found === 0) return place;
    if (found === middle && table[place] === lowest && table[place + 1] === next) return place;
  }
}

function middleOf(hash: number): number {
  return (Math.floor(hash / 0x1_0000_0000) & (TAKEN - 1)) | TAKEN;
}
