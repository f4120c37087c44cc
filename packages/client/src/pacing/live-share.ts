import type { RateLimit } from './rate-limit.ts';

/** The service counts in windows of this length. A window begins with a request, and all budgets of the window end at the same moment. */
const WINDOW_MS = 60_000;

/**
 * The number of requests a minute that leaves the app at least half of its remaining budget. People who use the app at the same time
 * share its budgets. Their requests reduce the remaining budget, and half of the rest is taken.
 */
export class LiveShare {
  /** Number of own requests in the current window, as far as known. A number that is too low makes the share smaller, never larger. */
  #ours = 0;
  /** The time of the first answer from the current window, which ends at most one window length later. */
  #since = Number.NEGATIVE_INFINITY;
  #perMinute: number | undefined;

  /** @param now on the monotonic clock */
  learn({ limit, remaining }: RateLimit, now: number): void {
    if (remaining === undefined) return;
    this.#ours += 1;
    const spent = limit === undefined ? Number.POSITIVE_INFINITY : limit - remaining;
    // The service has begun a new window when its count is below the number of requests that were made.
    if (now - this.#since >= WINDOW_MS || spent < this.#ours / 2) {
      this.#ours = 1;
      this.#since = now;
    }
    const ours = Math.min(this.#ours, spent, remaining);
    this.#perMinute = Math.max((remaining + ours) / 2, 1);
  }

  /** @returns undefined when the state of the current window is unknown */
  perMinute(now: number): number | undefined {
    return now - this.#since < WINDOW_MS ? this.#perMinute : undefined;
  }
}
