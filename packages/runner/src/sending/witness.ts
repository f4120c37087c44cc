import { type Kind, kindsInOrder } from '@chatferry/contract';
import type { Batch, Plan } from '@chatferry/planner';
import type { Ledger } from '../ledger/ledger.ts';
import { isLanded, type Mark } from '../ledger/marks.ts';

/** Batches looked through, from the last, for a record that landed. */
const LOOKED_AT = 50;

/** A record that landed before, ready to be sent once more: the service answers that it is there, if it answers. */
export interface KnownRecord {
  readonly batch: Batch;
  readonly position: number;
}

/**
 * Finds out whether the trouble with some records lies with them: a record that landed before is sent once more, and
 * if that is answered, the service works. Without it, an hour in which the service fails would leave thousands of good
 * records marked as failed.
 */
export class Witness {
  readonly #plan: Plan;
  readonly #ledger: Ledger;
  readonly #latest = new Map<Kind, { seq: number; position: number }>();

  constructor(plan: Plan, ledger: Ledger) {
    this.#plan = plan;
    this.#ledger = ledger;
  }

  /** Remembers a record that landed. */
  landed({ kind, seq }: Pick<Batch, 'kind' | 'seq'>, position: number): void {
    this.#latest.set(kind, { seq, position });
  }

  /**
   * A record of this kind that landed, else one of the kinds before it.
   * @param mayRepeat says of which kinds a record may be sent once more
   */
  find(kind: Kind, mayRepeat: (kind: Kind) => boolean): KnownRecord | undefined {
    const upToThis = kindsInOrder.slice(0, kindsInOrder.indexOf(kind) + 1);
    for (const other of upToThis.toReversed().filter(mayRepeat)) {
      const found = this.#latest.get(other) ?? this.#inLedger(other);
      if (found !== undefined)
        return { batch: this.#plan.batch(found.seq), position: found.position };
    }
    return undefined;
  }

  #inLedger(kind: Kind): { seq: number; position: number } | undefined {
    for (const { seq, marks } of this.#ledger.latestSettled(kind, LOOKED_AT)) {
      const position = marks.split('').findIndex((mark) => isLanded(mark as Mark));
      if (position >= 0) return { seq, position };
    }
    return undefined;
  }
}
