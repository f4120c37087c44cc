import type { Kind } from '@chatferry/contract';
import type { LaneStart, LedgerStore } from '../ledger/ledger-store.ts';

/** Records on disk which batches of a lane may have been sent. */
export class LaneIntent {
  readonly #ledger: LedgerStore;
  readonly #kind: Kind;
  readonly #lane: number;
  #upTo: number;

  constructor(ledger: LedgerStore, kind: Kind, { lane, announced }: LaneStart) {
    this.#ledger = ledger;
    this.#kind = kind;
    this.#lane = lane;
    this.#upTo = announced;
  }

  /** Resolves when the intent to send this batch is on disk. @param at milliseconds since 1970 */
  async cover(seq: number, at: number): Promise<void> {
    if (seq <= this.#upTo) return;
    await this.#ledger.announce(this.#kind, this.#lane, seq, at);
    this.#upTo = seq;
  }
}
