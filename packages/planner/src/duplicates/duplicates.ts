import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { Kind } from '@chatferry/contract';
import { idOfEntry } from '../plan/batch.ts';
import { knowsRepeats } from '../references/reference-index.ts';
import type { PlanRules } from '../plan/plan-rules.ts';
import { HashSet } from '../storage/hash-set.ts';
import { RecordReader, type StoredRecord } from '../spool/record-reader.ts';
import type { RecordSpool } from '../spool/record-spool.ts';
import { RepeatFinder } from '../storage/repeat-finder.ts';
import type { StoredRun } from '../spool/write-run.ts';
import { differingContent } from './same-content.ts';
import { WorkFile } from '../storage/work-file.ts';

/** Number of hashes read at a time. */
const WINDOW = 8192;
/** Default maximum of repeated hashes kept in memory. */
const REPEATED = 500_000;

/** Two records with one id. The rules decide which one is the winner. */
export interface Duplicate {
  readonly winner: StoredRecord;
  readonly other: StoredRecord;
  /** Fields in which they differ; empty when they have the same content. */
  readonly differing: readonly string[];
}

/**
 * Finds records of one kind that have the same id. A record whose id hash occurred before is read again, and compared with the earlier
 * records of that hash. When the reference index reports the repeated hashes, only these are searched; an export without duplicates has
 * none.
 */
export class Duplicates implements Disposable {
  readonly #work: DatabaseSync;
  readonly #hashes: WorkFile;
  #repeated: HashSet | undefined;
  readonly #mostRepeated: number;
  readonly #rule: PlanRules['duplicates'];
  readonly #finder: RepeatFinder;
  /** The id hashes of rejected rows, for a kind whose equal rows are numbered. */
  readonly rejectedIds: RepeatFinder;

  /** @param mostRepeated maximum of repeated hashes kept in memory; when there are more, all hashes are searched */
  constructor(
    folder: string,
    work: DatabaseSync,
    kind: Kind,
    rule: PlanRules['duplicates'],
    mostRepeated: number = REPEATED,
  ) {
    this.#work = work;
    this.#hashes = new WorkFile(join(folder, `${kind}.hashes`));
    this.#repeated = knowsRepeats(kind) ? new HashSet() : undefined;
    this.#rule = rule;
    this.#mostRepeated = mostRepeated;
    this.#finder = new RepeatFinder(join(folder, `${kind}.ids`));
    this.rejectedIds = new RepeatFinder(join(folder, `${kind}.rejected-ids`));
  }

  /** The hashes of all ids, for a kind whose repeats the reference index does not know. */
  get ids(): RepeatFinder {
    return this.#finder;
  }

  /** Call for every repeated hash of users, groups, members and deactivations. */
  repeat(hash: number): void {
    if (this.#repeated === undefined) return;
    if (this.#repeated.size < this.#mostRepeated) this.#repeated.add(hash);
    else this.#lookThroughAll();
  }

  note({ first, hashes, slots }: StoredRun): void {
    // Only messages are reordered, and the reference index does not report their repeats. Here slots are ordinals.
    if (this.#repeated !== undefined) return this.#hashes.append(hashes);
    for (let index = 0; index < hashes.length; index++)
      this.#finder.add(hashes[index]!, first + index, slots[index]!);
  }

  /**
   * Each record with the same id as another record, which is the winner. In input order; in reverse order when the last record wins.
   *
   * @param rule decides which of several records with one id is the winner
   * @param onSimilar called with each record whose id differs only in case from an earlier id
   */
  *find(
    spool: RecordSpool,
    onSimilar: (record: StoredRecord, similarId: string) => void = () => {},
    rule: PlanRules['duplicates'] = this.#rule,
  ): Generator<Duplicate> {
    if (this.#repeated !== undefined) {
      if (this.#repeated.size === 0) return;
      const repeated = this.#repeated;
      this.#lookThrough((hash) => repeated.has(hash));
    }
    this.#pairUp(spool.records, rule === 'last');
    const pairs = this.#work
      .prepare('SELECT winner, slot FROM repeated_records ORDER BY place')
      .iterate() as Iterable<{ winner: number; slot: number }>;
    const [winnerReader, otherReader] = [new RecordReader(spool), new RecordReader(spool)];
    const hashCollisions = new Map<number, number[]>();
    for (const { winner: first, slot: repeat } of pairs) {
      const other = otherReader.read(repeat);
      const id = idOfEntry(other.wire);
      const slots = [first, ...(hashCollisions.get(first) ?? [])];
      const slot = slots.find((one) => idOfEntry(winnerReader.read(one).wire) === id);
      if (slot === undefined) {
        // Two ids share a hash: this record is the winner of its own id, and later records may repeat it.
        const others = slots.map((one) => idOfEntry(winnerReader.read(one).wire));
        const similar = others.find((one) => one.toLowerCase() === id.toLowerCase());
        if (similar !== undefined) onSimilar(other, similar);
        hashCollisions.set(first, [...slots.slice(1), repeat]);
        continue;
      }
      const winner = winnerReader.read(slot);
      yield {
        winner,
        other,
        differing: differingContent(spool.kind, winner.wire, other.wire),
      };
    }
  }

  #lookThroughAll(): void {
    this.#repeated = undefined;
    this.#lookThrough(() => true);
  }

  /** Passes the collected hashes for which `are` returns true to the finder. */
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

  /** Fills a table with each record that repeats a hash, and the winner of that hash, in input order. */
  #pairUp(records: number, lastWins: boolean): void {
    this.#work.exec(`
      DROP TABLE IF EXISTS repeated_records;
      CREATE TABLE repeated_records (
        place  INTEGER PRIMARY KEY, -- ordinal; counted from the end where the last record wins
        winner INTEGER NOT NULL,    -- slot
        slot   INTEGER NOT NULL
      ) STRICT`);
    const insert = this.#work.prepare('INSERT INTO repeated_records VALUES (?, ?, ?)');
    this.#finder.find(lastWins ? 'last' : 'first', (winner, ordinal, slot) => {
      insert.run(lastWins ? records - ordinal : ordinal, winner, slot);
    });
  }

  [Symbol.dispose](): void {
    this.#hashes[Symbol.dispose]();
    this.#finder[Symbol.dispose]();
    this.rejectedIds[Symbol.dispose]();
  }
}
