const MINUTE_S = 60;

/** How many requests were made in the last minute, to the second. */
export class RecentRequests {
  readonly #monotonicMs: () => number;
  readonly #bySecond = new Map<number, number>();

  constructor(monotonicMs: () => number) {
    this.#monotonicMs = monotonicMs;
  }

  add(): void {
    const second = this.#forget();
    this.#bySecond.set(second, (this.#bySecond.get(second) ?? 0) + 1);
  }

  count(): number {
    this.#forget();
    return [...this.#bySecond.values()].reduce((sum, each) => sum + each, 0);
  }

  /** @returns the present second */
  #forget(): number {
    const now = Math.floor(this.#monotonicMs() / 1000);
    for (const second of this.#bySecond.keys()) {
      if (second > now - MINUTE_S) break;
      this.#bySecond.delete(second);
    }
    return now;
  }
}
