import { type Admission, type RequestWindow, WINDOW_MS } from '../options/request-window.ts';

/**
 * Admits at most `limit` requests in any 60 seconds. This is stricter than fixed windows: a client within this limit is within fixed
 * windows, wherever they begin.
 */
export class SlidingWindow implements RequestWindow {
  readonly #limit: number;
  /** Times of admitted requests in a ring, oldest at `#first`. */
  readonly #times: Float64Array;
  #first = 0;
  #count = 0;

  constructor(limit: number) {
    this.#limit = limit;
    this.#times = new Float64Array(limit);
  }

  take(nowMs: number): Admission {
    while (this.#count > 0 && this.#times[this.#first]! <= nowMs - WINDOW_MS) {
      this.#first = (this.#first + 1) % this.#limit;
      this.#count--;
    }
    const admitted = this.#count < this.#limit;
    if (admitted) this.#times[(this.#first + this.#count++) % this.#limit] = nowMs;
    return {
      admitted,
      limit: this.#limit,
      remaining: this.#limit - this.#count,
      freeAtMs: (this.#times[this.#first] ?? nowMs) + WINDOW_MS,
    };
  }
}
