import { setImmediate as turn } from 'node:timers/promises';
import type { Clock } from '@chatferry/client';

/** A clock whose sleepers wake after some turns of the event loop, in order: waits cost no time. */
export class HastyClock implements Clock {
  #skippedMs = 0;

  now(): number {
    return Math.floor(Date.now() + this.#skippedMs);
  }

  monotonicMs(): number {
    return performance.now() + this.#skippedMs;
  }

  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    if (ms <= 0) return;
    const until = this.monotonicMs() + ms;
    // Requests in flight need some turns to be answered.
    for (let turns = 0; turns < 30 && this.monotonicMs() < until; turns++) {
      await turn();
      signal?.throwIfAborted();
    }
    this.#skippedMs += Math.max(until - this.monotonicMs(), 0);
  }
}
