import { freeMemory } from './free-memory.ts';

/** Small tables that a hash's highest 12 bits choose from; they grow one at a time. */
const TABLES = 4096;
const TABLE_RANGE = 2 ** 53 / TABLES;
const FULL = 0.75;

/** Says of a hash that its lowest bits are all 0; the 9 bits below are those between the highest and the lowest. */
const ZERO = 512;

/** A set of id hashes at 6 bytes a slot. */
export class HashSet {
  readonly #tables: Table[] = Array.from({ length: TABLES }, () => new Table(4));
  readonly #sizes = new Uint32Array(TABLES);

  has(hash: number): boolean {
    const table = this.#tables[Math.floor(hash / TABLE_RANGE)]!;
    return table.lows[table.placeOf(lowOf(hash), middleOf(hash))] !== 0;
  }

  /** @returns whether it was not in the set before */
  add(hash: number): boolean {
    const index = Math.floor(hash / TABLE_RANGE);
    if (this.#sizes[index]! >= this.#tables[index]!.lows.length * FULL) this.#grow(index);
    const table = this.#tables[index]!;
    const low = lowOf(hash);
    const middle = middleOf(hash);
    const place = table.placeOf(low, middle);
    if (table.lows[place] !== 0) return false;
    table.lows[place] = low;
    table.middles[place] = middle;
    this.#sizes[index]!++;
    return true;
  }

  #grow(index: number): void {
    const { lows, middles } = this.#tables[index]!;
    const table = new Table(lows.length * 2);
    for (let from = 0; from < lows.length; from++) {
      if (lows[from] === 0) continue;
      const place = table.placeOf(lows[from]!, middles[from]!);
      table.lows[place] = lows[from]!;
      table.middles[place] = middles[from]!;
    }
    this.#tables[index] = table;
    freeMemory(lows, middles);
  }
}

class Table {
  readonly lows: Uint32Array<ArrayBuffer>;
  readonly middles: Uint16Array<ArrayBuffer>;

  constructor(slots: number) {
    this.lows = new Uint32Array(slots);
    this.middles = new Uint16Array(slots);
  }

  /** Where the hash is in the table, or where it would be put. */
  placeOf(low: number, middle: number): number {
    const { lows, middles } = this;
    const mask = lows.length - 1;
    let place = low & mask;
    while (lows[place] !== 0 && !(lows[place] === low && middles[place] === middle))
      place = (place + 1) & mask;
    return place;
  }
}

/** The 32 lowest bits; 0 marks an empty slot. */
function lowOf(hash: number): number {
  return hash >>> 0 || 1;
}

function middleOf(hash: number): number {
  const middle = Math.floor(hash / 0x1_0000_0000) & (ZERO - 1);
  return hash >>> 0 === 0 ? middle | ZERO : middle;
}
