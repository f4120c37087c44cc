/** Spaces requests evenly, without a burst at the start or after a pause. Times are on the monotonic clock. */
export class Spacing {
  readonly #lateMs: number;
  /** When the latest request was due. */
  #dueAt: number;

  /**
   * @param lateMs a request that leaves late by at most this does not delay later requests
   * @param lastSentAt the time of the last request before this object was made, which counts too
   */
  constructor(lateMs: number, lastSentAt: number = Number.NEGATIVE_INFINITY) {
    this.#lateMs = lateMs;
    this.#dueAt = lastSentAt;
  }

  /** Milliseconds until the next request may leave; 0 or less when it may leave now. */
  waitMs(now: number, gapMs: number): number {
    return this.#dueAt + gapMs - now;
  }

  /** Takes the next slot. @returns the milliseconds until the slot */
  take(now: number, gapMs: number): number {
    this.#dueAt = Math.max(this.#dueAt + gapMs, now - this.#lateMs);
    return Math.max(0, this.#dueAt - now);
  }
}
