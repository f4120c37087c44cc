import { setTimeout as sleep } from 'node:timers/promises';
import type { Lease, NoSlot, Pace, Rate, Slot, StopReason } from '@chatferry/runner';
import type { Store } from '../store/store.ts';
import type { HeldLanes } from './held-lanes.ts';

/** The longest interval between two confirmations by a holder. */
const HEARTBEAT_MS = 2000;

/** Requests may leave for this long after the store has confirmed the lease. */
const VALID_MS = 400;

/** A younger confirmation needs no renewal. */
const FRESH_MS = 200;

const ASK_AGAIN_MS = 100;

/**
 * The right to run a job whose ledger is in a store. A request leaves only within 400 ms after the store has confirmed the
 * right: without the store nothing is sent, and a process that was taken over stops.
 */
export class StoreLease implements Lease, AsyncDisposable {
  readonly #store: Store;
  readonly #held: HeldLanes;
  readonly #lost = new AbortController();
  readonly #timer: NodeJS.Timeout;
  #confirmedAt = Number.NEGATIVE_INFINITY;
  #asking: Promise<void> | undefined;

  constructor(store: Store, held: HeldLanes) {
    this.#store = store;
    this.#held = held;
    this.#timer = setInterval(() => void this.#confirm(), HEARTBEAT_MS);
  }

  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  /** Does nothing: a loss is known as soon as the store reports it. */
  check(): void {}

  /** Adds a condition to a pace: the store has just confirmed the lease. */
  readonly pacing = (pace: Pace): Pace => ({
    get rate(): Rate {
      return pace.rate;
    },
    reserve: async (waiting): Promise<Slot | NoSlot> => {
      if (this.#age() > FRESH_MS) await Promise.race([this.#confirm(), sleep(VALID_MS)]);
      if (this.#age() > VALID_MS) return { askAgainInMs: ASK_AGAIN_MS, why: 'store' };
      const slot = await pace.reserve(waiting);
      if ('askAgainInMs' in slot) return slot;
      return { ...slot, validMs: Math.min(slot.validMs, VALID_MS - this.#age() - slot.leaveInMs) };
    },
  });

  /** Gives the job back. If the store does not answer, the lease expires by itself. */
  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#timer);
    await this.#asking;
    const { job, token } = this.#held;
    await this.#store
      .ask({
        text: 'UPDATE chatferry.job SET holder = NULL WHERE id = $1 AND holder = $2',
        values: [job, token],
      })
      .catch(() => {});
  }

  /** Milliseconds since the question to which the store gave its last confirmation. */
  #age(): number {
    return performance.now() - this.#confirmedAt;
  }

  /** Asks once; all waiting callers share the answer. */
  #confirm(): Promise<void> {
    this.#asking ??= this.#ask().finally(() => (this.#asking = undefined));
    return this.#asking;
  }

  async #ask(): Promise<void> {
    const { job, token } = this.#held;
    const askedAt = performance.now();
    try {
      const rows = await this.#store.ask({
        name: 'confirm',
        text: 'UPDATE chatferry.job SET seen_at = clock_timestamp() WHERE id = $1 AND holder = $2 RETURNING 1',
        values: [job, token],
      });
      if (rows.length > 0) this.#confirmedAt = askedAt;
      else this.#lost.abort(takenOver(this.#store.name));
    } catch {
      // Without an answer, the last confirmation expires.
    }
  }
}

function takenOver(store: string): StopReason {
  return {
    code: 'ledger',
    message: `Another process has taken over the job in ${store}.`,
    fix: 'Let it finish. What this process has sent and not recorded, the other one sends again: it is not stored twice.',
  };
}
