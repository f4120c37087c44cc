import type { RateLimit } from './rate-limit.ts';

/** The service counts in windows of this length, which begin with a first request and end all at the same moment. */
const WINDOW_MS = 60_000;

/**
 * The requests a minute that leave the app at least half of what it may still send. Its budgets are shared with the people who use
 * the app meanwhile. What they have sent shows in what remains; of the rest, half is taken.
 */
export class LiveShare {
  /** Own requests in the current window, as far as they are known. Too few make the share smaller, never larger. */
  #ours = 0;
  /** When the window was first known of. It ends no later than a window's length after that. */
  #since = Number.NEGATIVE_INFINITY;
  #perMinute: number | undefined;

  /** @param now on the monotonic clock */
  learn({ limit, remaining }: RateLimit, now: number): void {
    if (remaining === undefined) return;
    this.#ours += 1;
    const spent = limit === undefined ? Number.POSITIVE_INFINITY : limit - remaining;
    // The service has begun a new window when it has counted fewer requests than were made.
    if (now - this.#since >= WINDOW_MS || spent < this.#ours / 2) {
      this.#ours = 1;
      this.#since = now;
    }
    const ours = Math.min(this.#ours, spent, remaining);
    this.#perMinute = Math.max((remaining + ours) / 2, 1);
  }

  /** @returns undefined when nothing is known of the current window */
  perMinute(now: number): number | undefined {
    return now - this.#since < WINDOW_MS ? this.#perMinute : undefined;
  }
}
