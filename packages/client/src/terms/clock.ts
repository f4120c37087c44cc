import { setTimeout as delay } from 'node:timers/promises';

/** The source of time: the system's clock, or a clock that a test advances. */
export interface Clock {
  /** Milliseconds since 1970, UTC. For timestamps and times of day; the system may set it forward or back. */
  now(): number;
  /** Milliseconds since a fixed moment. For waits and durations; it never goes back. */
  monotonicMs(): number;
  /**
   * Resolves after `ms` milliseconds, immediately when `ms` is not positive.
   * @throws the signal's reason, when the signal is aborted
   */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonicMs: () => performance.now(),
  async sleep(ms, signal) {
    signal?.throwIfAborted();
    if (ms <= 0) return;
    try {
      await delay(ms, undefined, { signal });
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    }
  },
};
