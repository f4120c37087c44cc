import { join } from 'node:path';
import { idOfEntry } from '../batch.ts';
import type { PlanRules } from '../plan-rules.ts';
import { ExternalSort, KEY_LIMIT } from './external-sort.ts';
import { RecordReader, type StoredRecord } from './record-reader.ts';
import type { RecordSpool } from './record-spool.ts';
import { differingFields } from './same-content.ts';

/** The part of an id hash that is no part of the sort key. */
const LOW = 2 ** 19;

/** Two records with one id. Which of them stands is a matter of the rules. */
export interface Duplicate {
  readonly standing: StoredRecord;
  readonly other: StoredRecord;
  /** Fields in which they differ; empty when they say the same. */
  readonly differing: readonly string[];
}

/**
 * Finds records of one kind that have the same id: their hashes go through a sort on disk, and only those that come
 * out side by side are read again and compared.
 */
export class Duplicates implements Disposable {
  readonly #path: string;
  readonly #rule: PlanRules['duplicates'];
  readonly #byHash: ExternalSort;

  constructor(folder: string, rule: PlanRules['duplicates']) {
    this.#path = join(folder, 'ids');
    this.#rule = rule;
    this.#byHash = new ExternalSort(this.#path, this.#equalKeys);
  }

  note(hash: number, ordinal: number, slot: number): void {
    const low = hash & (LOW - 1);
    this.#byHash.add((hash - low) / LOW, low * KEY_LIMIT + ordinal, slot);
  }

  /** Each record that shares its id with the one that stands for it, in input order of the former. */
  *find(spool: RecordSpool): Generator<Duplicate> {
    using pairs = new ExternalSort(`${this.#path}-pairs`, this.#equalKeys);
    this.#pairUp(pairs, spool.records);
    const sorted = pairs.sorted();
    const [standingReader, otherReader] = [new RecordReader(spool), new RecordReader(spool)];
    const strangers = new Map<number, number[]>();
    while (sorted.next()) {
      const other = otherReader.read(sorted.second);
      const id = idOfEntry(other.wire);
      const slots = [sorted.first, ...(strangers.get(sorted.first) ?? [])];
      const slot = slots.find((one) => idOfEntry(standingReader.read(one).wire) === id);
      if (slot === undefined) {
        // Two ids that share a hash: this one stands for itself, and maybe for some that follow.
        strangers.set(sorted.first, [...slots.slice(1), sorted.second]);
        continue;
      }
      const standing = standingReader.read(slot);
      yield { standing, other, differing: differingFields(standing.wire, other.wire) };
    }
  }

  get #equalKeys(): 'oldest-first' | 'newest-first' {
    return this.#rule === 'last' ? 'newest-first' : 'oldest-first';
  }

  /** Puts each record together with the first that has its hash, for reading in input order. */
  #pairUp(pairs: ExternalSort, records: number): void {
    const sorted = this.#byHash.sorted();
    let key = -1;
    // The hashes that share the sort key, nearly always one, and the slot of the first record with each.
    const lows: number[] = [];
    const slots: number[] = [];
    let known = 0;
    while (sorted.next()) {
      if (sorted.key !== key) known = 0;
      key = sorted.key;
      const low = Math.floor(sorted.first / KEY_LIMIT);
      let index = 0;
      while (index < known && lows[index] !== low) index++;
      if (index < known) {
        const ordinal = sorted.first - low * KEY_LIMIT;
        const place = this.#rule === 'last' ? records - ordinal : ordinal;
        pairs.add(place, slots[index]!, sorted.second);
      } else {
        lows[known] = low;
        slots[known] = sorted.second;
        known++;
      }
    }
  }

  [Symbol.dispose](): void {
    this.#byHash[Symbol.dispose]();
  }
}
