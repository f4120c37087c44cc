import { REQUEST_COSTS_ITEMS } from './part-to-read.ts';

/** The longest gap before anything was read. */
const FIRST_S = 60;

/**
 * The longest gap between two wanted messages that is worth reading: at the density of the messages read so far, it takes less time than
 * another request. It grows step by step, because one quiet hour predicts little about the next.
 */
export class GapWorthReading {
  #longestS = FIRST_S;
  #others = 0;
  #seconds = 0;

  get longestS(): number {
    return this.#longestS;
  }

  /** @param others unwanted messages that were read @param seconds the length of the time span that was read */
  take(others: number, seconds: number): void {
    this.#others += others;
    this.#seconds += seconds;
    // Counts one message more than were met: a few quiet seconds do not prove a quiet hour.
    const density = (this.#others + 1) / this.#seconds;
    this.#longestS = Math.min(this.#longestS * 2, REQUEST_COSTS_ITEMS / density);
  }
}
