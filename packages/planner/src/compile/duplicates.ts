import { join } from 'node:path';
import type { Kind } from '@chatferry/contract';
import { idOfEntry } from '../batch.ts';
import type { PlanRules } from '../plan-rules.ts';
import { ExternalSort, KEY_LIMIT } from './external-sort.ts';
import { HashTable } from './hash-table.ts';
import { RecordReader, type StoredRecord } from './record-reader.ts';
import type { RecordSpool, StoredRun } from './record-spool.ts';
import { differingFields } from './same-content.ts';
import { WorkFile } from './work-file.ts';

/** The part of an id hash that is no part of the sort key. */
const LOW = 2 ** 19;
/** Hashes read at a time. */
const WINDOW = 8192;
/** Repeated hashes kept in memory; when there are more, all hashes are sorted. */
const REPEATED = 500_000;

/** Two records with one id. Which of them stands is a matter of the rules. */
export interface Duplicate {
  readonly standing: StoredRecord;
  readonly other: StoredRecord;
  /** Fields in which they differ; empty when they say the same. */
  readonly differing: readonly string[];
}

/**
 * Finds records of one kind that have the same id: their hashes go through a sort on disk, and only those that come
 * out side by side are read again and compared. Where the directory tells which hashes are repeated, only those are
 * sorted; of an export without duplicates that is none.
 */
export class Duplicates implements Disposable {
  readonly #path: string;
  readonly #hashes: WorkFile;
  #repeated: HashTable | undefined;
  readonly #rule: PlanRules['duplicates'];
  readonly #byHash: ExternalSort;

  constructor(folder: string, kind: Kind, rule: PlanRules['duplicates']) {
    this.#path = join(folder, `${kind}.ids`);
    this.#hashes = new WorkFile(join(folder, `${kind}.hashes`));
    this.#repeated = kind === 'messages' ? undefined : new HashTable(0);
    this.#rule = rule;
    this.#byHash = new ExternalSort(this.#path, this.#equalKeys);
  }

  /** A hash came once more; to be told of each, except for messages. */
  repeat(hash: number): void {
    if (this.#repeated === undefined) return;
    if (this.#repeated.size < REPEATED) this.#repeated.insert(hash);
    else this.#sortAll();
  }

  note({ first, hashes, slots }: StoredRun): void {
    // Only messages are put in another order, and of those nobody tells which are repeated: slots are ordinals here.
    if (this.#repeated !== undefined) return this.#hashes.append(hashes);
    for (let index = 0; index < hashes.length; index++)
      this.#sort(hashes[index]!, first + index, slots[index]!);
  }

  /** Each record that shares its id with the one that stands for it, in input order of the former. */
  *find(spool: RecordSpool): Generator<Duplicate> {
    if (this.#repeated !== undefined) {
      if (this.#repeated.size === 0) return;
      const repeated = this.#repeated;
      this.#sortThose((hash) => repeated.find(hash) >= 0);
    }
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

  #sortAll(): void {
    this.#repeated = undefined;
    this.#sortThose(() => true);
  }

  #sortThose(are: (hash: number) => boolean): void {
    const window = new Float64Array(WINDOW);
    const records = this.#hashes.bytes / window.BYTES_PER_ELEMENT;
    for (let first = 0; first < records; first += WINDOW) {
      const hashes = window.subarray(0, Math.min(WINDOW, records - first));
      this.#hashes.read(hashes, first * window.BYTES_PER_ELEMENT);
      for (let index = 0; index < hashes.length; index++)
        if (are(hashes[index]!)) this.#sort(hashes[index]!, first + index, first + index);
    }
  }

  #sort(hash: number, ordinal: number, slot: number): void {
    const low = hash & (LOW - 1);
    this.#byHash.add((hash - low) / LOW, low * KEY_LIMIT + ordinal, slot);
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
    this.#hashes[Symbol.dispose]();
    this.#byHash[Symbol.dispose]();
  }
}
