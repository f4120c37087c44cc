import type { Rate } from '../run-options.ts';

/**
 * Share of the quota that is spent. Requests do not all travel equally long: what is left over keeps 60 of them that
 * left one by one from arriving as 61 within the service's minute. At 60 a minute it absorbs half a second.
 */
const SPENT = 0.99;

/** A request that leaves late, by no more than this, does not move those after it. */
const LATE_MS = 100;

/** Spaces requests evenly over the minute, one at a time, with no burst at the start. */
export class EvenPace {
  /** The rate the run was started with, as it is at a moment in milliseconds since 1970. */
  readonly rateAt: (nowMs: number) => Rate;
  /** The moment that the latest request was due at, on the monotonic clock like all others here. */
  #dueAt: number;

  /** @param lastSentAt when an earlier run sent its last request, on the monotonic clock: it counts too */
  constructor(rateAt: (nowMs: number) => Rate, lastSentAt: number = Number.NEGATIVE_INFINITY) {
    this.rateAt = rateAt;
    this.#dueAt = lastSentAt;
  }

  /** Milliseconds until a request may leave; 0 or less when it may now, infinite when none may at this rate. */
  waitMs(now: number, rate: Rate): number {
    return this.#dueAt + gapMs(rate) - now;
  }

  /** Takes the place of a request that leaves now. */
  take(now: number, rate: Rate): void {
    this.#dueAt = Math.max(this.#dueAt + gapMs(rate), now - LATE_MS);
  }
}

function gapMs(requestsPerMinute: Rate): number {
  return requestsPerMinute === 'unlimited' ? 0 : 60_000 / (requestsPerMinute * SPENT);
}
