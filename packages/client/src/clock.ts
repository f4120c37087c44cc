import { setTimeout as delay } from 'node:timers/promises';

/** Where time comes from: the system's clock here, one that a test turns by hand there. */
export interface Clock {
  /** Milliseconds since 1970, UTC. For timestamps and times of day; the system may set it forward or back. */
  now(): number;
  /** Milliseconds since a fixed moment. For waits and durations: nothing sets it back. */
  monotonicMs(): number;
  /**
   * Resolves after `ms` milliseconds, immediately when `ms` is not positive.
   * @throws the signal's reason, as soon as it is aborted
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
