import {
  type Comparable,
  compareRecord,
  digestOfHeld,
  digestOfPlanned,
  type FieldDifference,
  idHash,
  type Kind,
  type Row,
} from '@chatferry/contract';
import { DigestTable, state } from './digest-table.ts';
import { END, HeldSpool } from './held-spool.ts';
import type { PlannedRecord } from './planned-records.ts';
import { NO_SHAPE, Shapes } from './shapes.ts';
import { ThreadOrder } from './thread-order.ts';

/** The result of comparing one planned record with the service. */
export interface ComparedRecord {
  readonly planned: PlannedRecord;
  /** `hidden`: no list shows the record, because its users are deactivated or missing and have no list. */
  readonly is: 'same' | 'different' | 'missing' | 'doubled' | 'hidden';
  /** How many copies the service holds. */
  readonly copies: number;
  /** How many of the copies are as planned. */
  readonly same: number;
  /** For a doubled record, the differences of every copy that differs. */
  readonly differences: readonly FieldDifference[];
  /** Attachments that the service holds under an address of its own. */
  readonly reHosted: number;
}

export interface PlannedSide {
  readonly kind: Kind;
  /** The records to compare, batch by batch; read three times, in the same order. */
  readonly records: () => AsyncIterable<readonly PlannedRecord[]>;
  /** At least the number of records. */
  readonly atMost: number;
  readonly comparableOf: (record: Row) => Comparable;
  /** The field that names the thread of a record, if the order in threads is compared. */
  readonly thread?: string | undefined;
}

/**
 * Compares planned records with held records that come in any order, in some 18 bytes of memory a record. It first compares ids and
 * digests, and then the fields of the records with different digests, which it keeps in a file.
 */
export class RecordComparison implements Disposable {
  readonly #planned: PlannedSide;
  #table = new DigestTable(new Float64Array());
  readonly #shapes = new Shapes();
  readonly #spool: HeldSpool;
  readonly #ownsSpool: boolean;
  #order: ThreadOrder | undefined;

  /** @param spool for held records that differ: the path of a file, which disposing removes, or a spool shared with other comparisons */
  constructor(planned: PlannedSide, spool: string | HeldSpool) {
    this.#planned = planned;
    this.#ownsSpool = typeof spool === 'string';
    this.#spool = typeof spool === 'string' ? new HeldSpool(spool) : spool;
  }

  /** Reads the planned records. Call it before anything else. */
  async fill(): Promise<void> {
    const hashes = new Float64Array(this.#planned.atMost);
    let count = 0;
    for await (const records of this.#planned.records())
      for (const { id } of records) hashes[count++] = idHash(id);
    this.#table = new DigestTable(hashes.subarray(0, count));
    const { thread } = this.#planned;
    if (thread !== undefined) this.#order = new ThreadOrder(thread, count);
    for await (const records of this.#planned.records())
      for (const record of records) this.#keepDigest(record);
  }

  /** Takes a record that the service holds. @returns whether the record is the first under a planned id */
  take(id: string, held: Row): boolean {
    const slot = this.#table.ids.indexOf(id);
    if (slot === undefined) return false;
    if (!this.#table.ids.isShared(slot)) this.#order?.note(slot);
    const { states, shapes, values } = this.#table;
    const before = states[slot]!;
    if (before === state.UNSEEN && shapes[slot] !== NO_SHAPE) {
      const names = this.#shapes.names(shapes[slot]!);
      if (digestOfHeld(this.#planned.kind, id, names, held) === values[slot]) {
        states[slot] = state.SAME;
        return true;
      }
    }
    const isChained = before === state.SPOOLED || before === state.SAME_AND_SPOOLED;
    values[slot] = this.#spool.add({ id, held }, isChained ? values[slot]! : END);
    states[slot] = before & state.SAME ? state.SAME_AND_SPOOLED : state.SPOOLED;
    return before === state.UNSEEN || this.#table.ids.isShared(slot);
  }

  /** Whether an id may belong to a planned record. */
  knows(id: string): boolean {
    return this.#table.ids.has(id);
  }

  /** The result of each planned record, batch by batch, in the order of the plan. Call it after all held records are taken. */
  async *results(): AsyncGenerator<readonly ComparedRecord[], void> {
    for await (const records of this.#planned.records())
      yield records.map((planned) => this.#resultOf(planned));
  }

  [Symbol.dispose](): void {
    if (this.#ownsSpool) this.#spool[Symbol.dispose]();
  }

  /** When several planned ids share a hash, every held record with this hash goes to the file, where ids tell the records apart. */
  #keepDigest({ id, record }: PlannedRecord): void {
    const { states, shapes, values } = this.#table;
    const slot = this.#table.ids.indexOf(id)!;
    if (this.#table.ids.isShared(slot)) {
      states[slot] = state.SPOOLED;
      values[slot] = END;
      return;
    }
    const comparable = this.#planned.comparableOf(record());
    shapes[slot] = this.#shapes.numberOf([...comparable.keys()]);
    values[slot] = digestOfPlanned(this.#planned.kind, id, comparable);
  }

  #resultOf(planned: PlannedRecord): ComparedRecord {
    const { states, values } = this.#table;
    const slot = this.#table.ids.indexOf(planned.id)!;
    const known = states[slot]!;
    if (known === state.UNSEEN) return { planned, is: 'missing', copies: 0, ...nothing };
    const order = this.#order?.differences(slot, planned) ?? [];
    if (known === state.SAME)
      return resultFrom({ planned, copies: 1, same: 1, differences: order, reHosted: 0 }, order);
    let copies = known === state.SAME_AND_SPOOLED ? 1 : 0;
    let same = copies;
    let reHosted = 0;
    const differences: FieldDifference[] = [...order];
    const comparable = this.#planned.comparableOf(planned.record());
    for (const { id, held } of this.#spool.chain(values[slot]!)) {
      if (id !== planned.id) continue;
      copies++;
      const found = compareRecord(this.#planned.kind, comparable, held);
      if (found.differences.length === 0) same++;
      differences.push(...found.differences);
      reHosted += found.reHosted;
    }
    return resultFrom({ planned, copies, same, differences, reHosted }, order);
  }
}

const nothing = { same: 0, differences: [], reHosted: 0 };

/** @param order differences in the order of a thread, which apply to every copy */
function resultFrom(
  found: Omit<ComparedRecord, 'is'>,
  order: readonly FieldDifference[],
): ComparedRecord {
  const { copies, differences } = found;
  const same = order.length === 0 ? found.same : 0;
  return { ...found, same, is: wordFor(copies, differences) };
}

function wordFor(copies: number, differences: readonly unknown[]): ComparedRecord['is'] {
  if (copies === 0) return 'missing';
  if (copies > 1) return 'doubled';
  return differences.length === 0 ? 'same' : 'different';
}
