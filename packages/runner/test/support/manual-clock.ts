import type { Clock } from '@chatferry/client';

/**
 * Time that passes only while all callers sleep: when nothing else has happened for a few turns of the event loop, the
 * next sleeper's time has come.
 */
export class ManualClock implements Clock {
  readonly sleeps: number[] = [];
  #now: number;
  #setBy = 0;
  #sleepers: { at: number; wake: () => void }[] = [];
  #watching = false;

  constructor(now: number = Date.now()) {
    this.#now = now;
  }

  now(): number {
    return this.#now + this.#setBy;
  }

  monotonicMs(): number {
    return this.#now;
  }

  /** Sets the time of day forward, or back by a negative number; what sleeps is not affected. */
  setBy(ms: number): void {
    this.#setBy += ms;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    if (ms <= 0) return Promise.resolve();
    this.sleeps.push(ms);
    return new Promise((resolve, reject) => {
      const onAbort = (): void => {
        this.#sleepers = this.#sleepers.filter((other) => other !== sleeper);
        reject(signal!.reason);
      };
      const wake = (): void => {
        signal?.removeEventListener('abort', onAbort);
        resolve();
      };
      const sleeper = { at: this.#now + ms, wake };
      this.#sleepers.push(sleeper);
      signal?.addEventListener('abort', onAbort);
      void this.#watch();
    });
  }

  /** Time passes although no caller sleeps. */
  advance(ms: number): void {
    this.#now += ms;
  }

  async #watch(): Promise<void> {
    if (this.#watching) return;
    this.#watching = true;
    while (this.#sleepers.length > 0) {
      // Requests in flight need some turns to be answered.
      for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
      const next = this.#sleepers.toSorted((one, other) => one.at - other.at)[0];
      if (next === undefined) break;
      this.#sleepers = this.#sleepers.filter((other) => other !== next);
      this.#now = Math.max(this.#now, next.at);
      next.wake();
    }
    this.#watching = false;
  }
}
