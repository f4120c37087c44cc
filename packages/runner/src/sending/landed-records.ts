import type { Kind } from '@chatferry/contract';
import type { Batch, Plan } from '@chatferry/planner';
import type { LedgerStore } from '../ledger/ledger-store.ts';
import { isLanded, type Mark } from '../ledger/marks.ts';
import { kindOrder } from '../ledger/kind-order.ts';

/** Batches of the ledger that are searched, from the last, for a record that landed. */
const SEARCHED = 50;

/** A record that landed before. */
export interface LandedRecord {
  readonly batch: Batch;
  /** 0-based, in the batch. */
  readonly position: number;
}

/** Finds a record that landed, for a probe whether the service works. */
export class LandedRecords {
  readonly #plan: Plan;
  readonly #ledger: LedgerStore;
  readonly #latest = new Map<Kind, { seq: number; position: number }>();

  constructor(plan: Plan, ledger: LedgerStore) {
    this.#plan = plan;
    this.#ledger = ledger;
  }

  /** Remembers a record that landed. */
  add({ kind, seq }: Pick<Batch, 'kind' | 'seq'>, position: number): void {
    this.#latest.set(kind, { seq, position });
  }

  /**
   * A landed record of this kind, or else of an earlier kind.
   * @param isRepeatable whether a record of a kind may be sent once more
   */
  async find(kind: Kind, isRepeatable: (kind: Kind) => boolean): Promise<LandedRecord | undefined> {
    const order = kindOrder(this.#plan);
    const upToThis = order.slice(0, order.indexOf(kind) + 1);
    for (const other of upToThis.toReversed().filter(isRepeatable)) {
      const found = this.#latest.get(other) ?? (await this.#inLedger(other));
      if (found !== undefined)
        return { batch: this.#plan.batch(found.seq), position: found.position };
    }
    return undefined;
  }

  async #inLedger(kind: Kind): Promise<{ seq: number; position: number } | undefined> {
    for (const { seq, marks } of await this.#ledger.latestSettled(kind, SEARCHED)) {
      const position = marks.split('').findIndex((mark) => isLanded(mark as Mark));
      if (position >= 0) return { seq, position };
    }
    return undefined;
  }
}
