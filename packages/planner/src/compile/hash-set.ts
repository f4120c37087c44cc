/** Small tables that a hash's highest 12 bits choose from; they grow one at a time. */
const TABLES = 4096;
const TABLE_RANGE = 2 ** 53 / TABLES;
const FULL = 0.75;

/**
 * A set of id hashes at 4 bytes a slot. Of each hash 44 bits are told apart, so that for one in some million hashes
 * that are not in a set of five million, `has` is wrong: good enough for what deserves a warning.
 */
export class HashSet {
  readonly #tables: Uint32Array[] = Array.from({ length: TABLES }, () => new Uint32Array(4));
  readonly #sizes = new Uint32Array(TABLES);

  has(hash: number): boolean {
    const table = this.#tables[Math.floor(hash / TABLE_RANGE)]!;
    return table[placeOf(table, lowOf(hash))] !== 0;
  }

  /** @returns whether it was not in the set before */
  add(hash: number): boolean {
    const index = Math.floor(hash / TABLE_RANGE);
    if (this.#sizes[index]! >= this.#tables[index]!.length * FULL) this.#grow(index);
    const table = this.#tables[index]!;
    const low = lowOf(hash);
    const place = placeOf(table, low);
    if (table[place] !== 0) return false;
    table[place] = low;
    this.#sizes[index]!++;
    return true;
  }

  #grow(index: number): void {
    const before = this.#tables[index]!;
    const table = new Uint32Array(before.length * 2);
    for (const low of before) if (low !== 0) table[placeOf(table, low)] = low;
    this.#tables[index] = table;
  }
}

/** The 32 lowest bits; 0 marks an empty slot. */
function lowOf(hash: number): number {
  return hash >>> 0 || 1;
}

/** Where the number is in the table, or where it would be put. */
function placeOf(table: Uint32Array, low: number): number {
  const mask = table.length - 1;
  let place = low & mask;
  while (table[place] !== 0 && table[place] !== low) place = (place + 1) & mask;
  return place;
}
