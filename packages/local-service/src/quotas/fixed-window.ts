import { type Admission, type RequestWindow, WINDOW_MS } from '../options/request-window.ts';

/**
 * Admits at most `limit` requests in a window of 60 seconds. A window begins with the first request after the previous window, as
 * recorded answers of the hosted service show.
 */
export class FixedWindow implements RequestWindow {
  readonly #limit: number;
  #endsAtMs = -Infinity;
  #count = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  take(nowMs: number): Admission {
    if (nowMs >= this.#endsAtMs) {
      this.#endsAtMs = nowMs + WINDOW_MS;
      this.#count = 0;
    }
    const admitted = this.#count < this.#limit;
    if (admitted) this.#count++;
    return {
      admitted,
      limit: this.#limit,
      remaining: this.#limit - this.#count,
      freeAtMs: this.#endsAtMs,
    };
  }
}
