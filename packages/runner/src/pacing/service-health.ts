import { backoffMs } from '@chatferry/client';
import { PAUSES } from './pauses.ts';

/** Failures in a row, over all lanes, after which the cause is no longer one batch. */
const TOLERATED = 4;

/**
 * Records that may be blamed in a row while nothing lands. A plan may begin with a few bad records; when it seems to
 * hold nothing else, the service is the likelier cause.
 */
const BLAMES_IN_A_ROW = 3;

/** Until when nothing should be sent; `giveUp`: longer than the run is allowed to wait. */
export type Rest =
  | { readonly holdUntil: number }
  | { readonly giveUp: 'no-good-answer' }
  | { readonly giveUp: 'long-wait'; readonly until: number };

/** Whether the service works at all, as far as all requests together show. Times are on the monotonic clock. */
export class ServiceHealth {
  readonly #giveUpAfterMs: number;
  readonly #random: () => number;
  #landings = 0;
  #failures = 0;
  #blames = 0;
  #waits = 0;
  #failingSince: number | undefined;
  #restUntil = Number.NEGATIVE_INFINITY;
  #waitUntil = Number.NEGATIVE_INFINITY;

  /** @param random a number from 0 up to 1 */
  constructor(giveUpAfterMs: number, random: () => number) {
    this.#giveUpAfterMs = giveUpAfterMs;
    this.#random = random;
  }

  /** Answers so far that reported that a record of the kind being sent landed. */
  get landings(): number {
    return this.#landings;
  }

  /** An answer reported that a record landed: created, or present already. */
  landed(): void {
    this.#landings++;
    this.worked();
  }

  /** The service has shown that it works. */
  worked(): void {
    this.#blames = 0;
    this.#waits = 0;
    this.#failures = 0;
    this.#failingSince = undefined;
  }

  /** Some records were found to be the cause of failures. */
  blamed(records: number): void {
    this.#blames += records;
  }

  /** How many more records may be blamed while nothing shows that the service takes other records of their kind. */
  get blamesLeft(): number {
    return BLAMES_IN_A_ROW - this.#blames;
  }

  /**
   * The service asked for fewer requests.
   * @param afterMs milliseconds that it asked to wait
   * @returns until when nothing should be sent: at least as long as the service asked, and longer each time it asks in a row
   */
  askedToWait(now: number, afterMs: number | undefined): Rest {
    this.#failures = 0;
    // Requests that left before the last wait began do not count again.
    if (now >= this.#waitUntil) this.#waits++;
    const until = now + Math.max(afterMs ?? 0, this.pauseMs(this.#waits));
    this.#waitUntil = Math.max(this.#waitUntil, until);
    return this.#rest(now, until, afterMs);
  }

  /**
   * A request failed for a reason that may pass.
   * @param afterMs milliseconds that the service asked to wait
   */
  failed(now: number, afterMs: number | undefined): Rest {
    // Requests that were in flight when the last wait began do not count again.
    if (now < this.#restUntil) return { holdUntil: this.#restUntil };
    this.#failures++;
    const pauseMs = this.#failures < TOLERATED ? 0 : this.pauseMs(this.#failures - TOLERATED + 1);
    const rest = this.#rest(now, now + Math.max(afterMs ?? 0, pauseMs), afterMs);
    if ('holdUntil' in rest) this.#restUntil = rest.holdUntil;
    return rest;
  }

  /** Milliseconds to wait after this many failures in a row. */
  pauseMs(failures: number): number {
    return backoffMs(failures, this.#random(), PAUSES);
  }

  #rest(now: number, until: number, afterMs: number | undefined): Rest {
    this.#failingSince ??= now;
    const giveUpAt = this.#failingSince + this.#giveUpAfterMs;
    if (now >= giveUpAt) return { giveUp: 'no-good-answer' };
    if (afterMs !== undefined && now + afterMs > giveUpAt)
      return { giveUp: 'long-wait', until: now + afterMs };
    return { holdUntil: Math.min(until, giveUpAt) };
  }
}
