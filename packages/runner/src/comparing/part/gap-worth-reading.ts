import { REQUEST_COSTS_ITEMS } from './part-to-read.ts';

/** Before anything was read. */
const FIRST_S = 60;

/**
 * The longest gap between two wanted messages that takes less time to read than another request: as many messages as a request costs,
 * at the density of what was read so far. It grows step by step, as one quiet hour tells little about the next.
 */
export class GapWorthReading {
  #longestS = FIRST_S;
  #others = 0;
  #seconds = 0;

  get longestS(): number {
    return this.#longestS;
  }

  /** @param others messages that were not wanted, in so many seconds */
  take(others: number, seconds: number): void {
    this.#others += others;
    this.#seconds += seconds;
    // One more than were met: seconds without any do not show that there are none in an hour.
    const density = (this.#others + 1) / this.#seconds;
    this.#longestS = Math.min(this.#longestS * 2, REQUEST_COSTS_ITEMS / density);
  }
}
