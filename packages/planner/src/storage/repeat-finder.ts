import { freeMemory } from './free-memory.ts';
import { WorkFile } from './work-file.ts';

/** Number of parts. The highest 9 bits of a hash choose its part. */
const PARTS = 512;
const PART_RANGE = 2 ** 53 / PARTS;
/** Doubles in an entry: the hash, the ordinal and the slot. */
const WIDTH = 3;
/** Doubles of one part that are gathered before they are written. */
const CHUNK = 256 * WIDTH;

/**
 * Finds which hashes occur more than once, for any number of hashes. Hashes are written to parts by their highest bits, and each
 * part is searched alone: it fits into memory, and usually into the processor's caches.
 */
export class RepeatFinder implements Disposable {
  readonly #file: WorkFile;
  /** Entries that are not written yet: space for one chunk of each part, allocated with the first entry. */
  #pending = new Float64Array(0);
  /** For each part the number of doubles in its chunk. */
  readonly #filled = new Uint32Array(PARTS);
  /** For each part the offsets of its chunks in the file. */
  readonly #chunks: number[][] = Array.from({ length: PARTS }, () => []);

  /** @param path of the file for the parts, created when it is needed */
  constructor(path: string) {
    this.#file = new WorkFile(path);
  }

  add(hash: number, ordinal: number, slot: number): void {
    if (this.#pending.length === 0) this.#pending = new Float64Array(PARTS * CHUNK);
    const part = Math.floor(hash / PART_RANGE);
    const at = part * CHUNK + this.#filled[part]!;
    this.#pending[at] = hash;
    this.#pending[at + 1] = ordinal;
    this.#pending[at + 2] = slot;
    if ((this.#filled[part]! += WIDTH) === CHUNK) this.#write(part);
  }

  /**
   * Reports each entry whose hash occurred before: the slot of the winner of that hash, then its own ordinal
   * and slot. In no particular order. Nothing can be added afterwards.
   *
   * @param winner which of several entries with one hash wins: the one added first, or last
   */
  find(
    winner: 'first' | 'last',
    report: (winnerSlot: number, ordinal: number, slot: number) => void,
  ): void {
    if (this.#pending.length === 0) return;
    // A hash table of indexes in `entries`; -1: free.
    let seen = new Int32Array(0);
    for (let part = 0; part < PARTS; part++) {
      const entries = this.#read(part);
      const count = entries.length / WIDTH;
      if (seen.length < count * 2) seen = new Int32Array(2 ** Math.ceil(Math.log2(count * 2)));
      seen.fill(-1);
      const mask = seen.length - 1;
      for (let nth = 0; nth < count; nth++) {
        const at = (winner === 'first' ? nth : count - 1 - nth) * WIDTH;
        const hash = entries[at]!;
        let place = (hash >>> 0) & mask;
        while (seen[place]! >= 0 && entries[seen[place]!] !== hash) place = (place + 1) & mask;
        if (seen[place]! < 0) seen[place] = at;
        else report(entries[seen[place]! + 2]!, entries[at + 1]!, entries[at + 2]!);
      }
    }
  }

  /**
   * Reports each entry whose hash no entry of another finder has, in no particular order. Nothing can be added to either
   * afterwards.
   *
   * @param isOut whether an entry of the other one does not count
   */
  missingFrom(
    known: RepeatFinder,
    isOut: (ordinal: number) => boolean,
    report: (slot: number) => void,
  ): void {
    if (this.#pending.length === 0) return;
    for (let part = 0; part < PARTS; part++) {
      const wanted = this.#read(part);
      if (wanted.length === 0) continue;
      const hashes = new Set<number>();
      const entries = known.#pending.length === 0 ? [] : known.#read(part);
      for (let at = 0; at < entries.length; at += WIDTH)
        if (!isOut(entries[at + 1]!)) hashes.add(entries[at]!);
      for (let at = 0; at < wanted.length; at += WIDTH)
        if (!hashes.has(wanted[at]!)) report(wanted[at + 2]!);
    }
  }

  #write(part: number): void {
    const start = part * CHUNK;
    this.#chunks[part]!.push(this.#file.bytes);
    this.#file.append(this.#pending.subarray(start, start + CHUNK));
    this.#filled[part] = 0;
  }

  /** The entries of a part in the order they were added. */
  #read(part: number): Float64Array {
    const chunks = this.#chunks[part]!;
    const entries = new Float64Array(chunks.length * CHUNK + this.#filled[part]!);
    for (const [nth, position] of chunks.entries())
      this.#file.read(entries, position, nth * CHUNK * 8, CHUNK * 8);
    const start = part * CHUNK;
    entries.set(this.#pending.subarray(start, start + this.#filled[part]!), chunks.length * CHUNK);
    return entries;
  }

  [Symbol.dispose](): void {
    this.#file[Symbol.dispose]();
    if (this.#pending.length > 0) freeMemory(this.#pending);
  }
}
