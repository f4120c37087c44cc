/** Spaces requests evenly, with no burst at the start or after a pause. Times are those of the monotonic clock. */
export class Spacing {
  readonly #lateMs: number;
  /** When the latest request was due. */
  #dueAt: number;

  /**
   * @param lateMs a request that leaves late, by no more than this, does not move those after it
   * @param lastSentAt when a request left before this was made: it counts too
   */
  constructor(lateMs: number, lastSentAt: number = Number.NEGATIVE_INFINITY) {
    this.#lateMs = lateMs;
    this.#dueAt = lastSentAt;
  }

  /** Milliseconds until the next request may leave; 0 or less when it may leave now. */
  waitMs(now: number, gapMs: number): number {
    return this.#dueAt + gapMs - now;
  }

  /** Takes the next slot. @returns milliseconds until it */
  take(now: number, gapMs: number): number {
    this.#dueAt = Math.max(this.#dueAt + gapMs, now - this.#lateMs);
    return Math.max(0, this.#dueAt - now);
  }
}
