import type { Kind } from '@chatferry/contract';
import type { LaneStart, LedgerStore } from '../ledger/ledger-store.ts';

/**
 * Keeps on disk which batches of a lane may have been sent. Some that are to come can be announced ahead, so that not
 * each of them has to wait for the disk; after a kill, these pass for sent too, and are sent again.
 */
export class LaneIntent {
  readonly #ledger: LedgerStore;
  readonly #kind: Kind;
  readonly #lane: number;
  readonly #ahead: number;
  #upTo: number;

  /** @param ahead numbers of batches to announce beyond the one that is asked for */
  constructor(ledger: LedgerStore, kind: Kind, { lane, announced }: LaneStart, ahead: number) {
    this.#ledger = ledger;
    this.#kind = kind;
    this.#lane = lane;
    this.#ahead = ahead;
    this.#upTo = announced;
  }

  /** Resolves when it is on disk that this batch may have been sent. @param at milliseconds since 1970 */
  async cover(seq: number, at: number): Promise<void> {
    if (seq <= this.#upTo) return;
    await this.#ledger.announce(this.#kind, this.#lane, seq + this.#ahead, at);
    this.#upTo = seq + this.#ahead;
  }
}
