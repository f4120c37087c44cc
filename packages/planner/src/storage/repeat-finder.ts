import { HashParts, PartIndex, PARTS, WIDTH } from './hash-parts.ts';

/**
 * Finds the hashes that occur more than once, for any number of hashes. Hashes are written to parts by their highest bits, and each part
 * is searched alone: it fits into memory, and usually into the processor's caches.
 */
export class RepeatFinder implements Disposable {
  readonly #parts: HashParts;

  /** @param path of the file for the parts, created on first use */
  constructor(path: string) {
    this.#parts = new HashParts(path);
  }

  add(hash: number, ordinal: number, slot: number): void {
    this.#parts.add(hash, ordinal, slot);
  }

  /**
   * Reports each entry whose hash occurred before: the slot of the winner of that hash, and the entry's own ordinal and slot. In no
   * particular order. Nothing can be added afterwards.
   *
   * @param winner decides which of several entries with one hash wins: the first or the last added entry
   */
  find(
    winner: 'first' | 'last',
    report: (winnerSlot: number, ordinal: number, slot: number) => void,
  ): void {
    if (this.#parts.isEmpty) return;
    const seen = new PartIndex();
    for (let part = 0; part < PARTS; part++) {
      const entries = this.#parts.read(part);
      seen.start(entries);
      const count = entries.length / WIDTH;
      for (let nth = 0; nth < count; nth++) {
        const at = (winner === 'first' ? nth : count - 1 - nth) * WIDTH;
        const first = seen.add(at);
        if (first >= 0) report(entries[first + 2]!, entries[at + 1]!, entries[at + 2]!);
      }
    }
  }

  /**
   * Reports each entry whose hash no entry of the other finders has, in no particular order. Nothing can be added to any of the finders
   * afterwards.
   *
   * @param isOut whether an entry of the other finders does not count
   */
  missingFrom(
    others: readonly (RepeatFinder | undefined)[],
    isOut: (ordinal: number) => boolean,
    report: (slot: number) => void,
  ): void {
    for (let part = 0; part < PARTS; part++) {
      const wanted = this.#parts.read(part);
      if (wanted.length === 0) continue;
      const hashes = new Set<number>();
      for (const other of others) {
        const entries = other === undefined ? [] : other.#parts.read(part);
        for (let at = 0; at < entries.length; at += WIDTH)
          if (!isOut(entries[at + 1]!)) hashes.add(entries[at]!);
      }
      for (let at = 0; at < wanted.length; at += WIDTH)
        if (!hashes.has(wanted[at]!)) report(wanted[at + 2]!);
    }
  }

  /**
   * Reports the slots of each pair of entries, one of this finder and one of the other, that have the same hash, in no particular order.
   * Nothing can be added to either finder afterwards.
   */
  pairsWith(other: RepeatFinder, report: (slot: number, otherSlot: number) => void): void {
    for (let part = 0; part < PARTS; part++) {
      const own = this.#parts.read(part);
      if (own.length === 0) continue;
      const slots = new Map<number, number[]>();
      for (let at = 0; at < own.length; at += WIDTH) {
        const known = slots.get(own[at]!);
        if (known === undefined) slots.set(own[at]!, [own[at + 2]!]);
        else known.push(own[at + 2]!);
      }
      const entries = other.#parts.read(part);
      for (let at = 0; at < entries.length; at += WIDTH)
        for (const slot of slots.get(entries[at]!) ?? []) report(slot, entries[at + 2]!);
    }
  }

  [Symbol.dispose](): void {
    this.#parts[Symbol.dispose]();
  }
}
