import { join } from 'node:path';
import type { Kind } from '@chatferry/contract';
import { idOfEntry } from '../batch.ts';
import type { PlanRules } from '../plan-rules.ts';
import { ExternalSort } from './external-sort.ts';
import { HashTable } from './hash-table.ts';
import { RecordReader, type StoredRecord } from './record-reader.ts';
import type { RecordSpool } from './record-spool.ts';
import { RepeatFinder } from './repeat-finder.ts';
import type { StoredRun } from './write-run.ts';
import { differingFields } from './same-content.ts';
import { WorkFile } from './work-file.ts';

/** Hashes read at a time. */
const WINDOW = 8192;
/** Repeated hashes kept in memory; when there are more, all hashes are looked through. */
const REPEATED = 500_000;

/** Two records with one id. Which of them stands is a matter of the rules. */
export interface Duplicate {
  readonly standing: StoredRecord;
  readonly other: StoredRecord;
  /** Fields in which they differ; empty when they say the same. */
  readonly differing: readonly string[];
}

/**
 * Finds records of one kind that have the same id: those whose hashes came before are read again and compared with the
 * ones that have them too. Where the directory tells which hashes are repeated, only those are looked for; of an export
 * without duplicates that is none.
 */
export class Duplicates implements Disposable {
  readonly #path: string;
  readonly #hashes: WorkFile;
  #repeated: HashTable | undefined;
  readonly #rule: PlanRules['duplicates'];
  readonly #finder: RepeatFinder;

  constructor(folder: string, kind: Kind, rule: PlanRules['duplicates']) {
    this.#path = join(folder, `${kind}.ids`);
    this.#hashes = new WorkFile(join(folder, `${kind}.hashes`));
    this.#repeated = kind === 'messages' ? undefined : new HashTable(0);
    this.#rule = rule;
    this.#finder = new RepeatFinder(this.#path);
  }

  /** A hash came once more; to be told of each, except for messages. */
  repeat(hash: number): void {
    if (this.#repeated === undefined) return;
    if (this.#repeated.size < REPEATED) this.#repeated.insert(hash);
    else this.#lookThroughAll();
  }

  note({ first, hashes, slots }: StoredRun): void {
    // Only messages are put in another order, and of those nobody tells which are repeated: slots are ordinals here.
    if (this.#repeated !== undefined) return this.#hashes.append(hashes);
    for (let index = 0; index < hashes.length; index++)
      this.#finder.add(hashes[index]!, first + index, slots[index]!);
  }

  /** Each record that shares its id with the one that stands for it, in input order of the former. */
  *find(spool: RecordSpool): Generator<Duplicate> {
    if (this.#repeated !== undefined) {
      if (this.#repeated.size === 0) return;
      const repeated = this.#repeated;
      this.#lookThrough((hash) => repeated.find(hash) >= 0);
    }
    using pairs = new ExternalSort(`${this.#path}-pairs`);
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

  #lookThroughAll(): void {
    this.#repeated = undefined;
    this.#lookThrough(() => true);
  }

  /** Hands the hashes noted so far on to the finder, as far as they are of interest. */
  #lookThrough(are: (hash: number) => boolean): void {
    const window = new Float64Array(WINDOW);
    const records = this.#hashes.bytes / window.BYTES_PER_ELEMENT;
    for (let first = 0; first < records; first += WINDOW) {
      const hashes = window.subarray(0, Math.min(WINDOW, records - first));
      this.#hashes.read(hashes, first * window.BYTES_PER_ELEMENT);
      for (let index = 0; index < hashes.length; index++)
        if (are(hashes[index]!)) this.#finder.add(hashes[index]!, first + index, first + index);
    }
  }

  /** Puts each record together with the one that stands for its hash, for reading in input order. */
  #pairUp(pairs: ExternalSort, records: number): void {
    const standing = this.#rule === 'last' ? 'last' : 'first';
    this.#finder.find(standing, (standingSlot, ordinal, slot) => {
      pairs.add(this.#rule === 'last' ? records - ordinal : ordinal, standingSlot, slot);
    });
  }

  [Symbol.dispose](): void {
    this.#hashes[Symbol.dispose]();
    this.#finder[Symbol.dispose]();
  }
}
