import type { Clock } from '../../src/index.ts';

/** A clock whose time advances only by sleeping on it; sleeps end immediately and are recorded. */
export class ManualClock implements Clock {
  readonly sleeps: number[] = [];
  #now = 1_700_000_000_000;
  #setBy = 0;

  now(): number {
    return this.#now + this.#setBy;
  }

  monotonicMs(): number {
    return this.#now;
  }

  /** Sets the time of day forward, or back by a negative number. */
  setBy(ms: number): void {
    this.#setBy += ms;
  }

  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    if (ms <= 0) return;
    this.sleeps.push(ms);
    this.#now += ms;
  }
}
