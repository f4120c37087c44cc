import type { Clock } from './clock.ts';

/** Lets requests through one after the other, evenly spaced. */
export interface Limiter {
  /** Resolves when the next request may start. Rejects with the signal's reason when it is aborted. */
  take(signal?: AbortSignal): Promise<void>;
  /** Holds every request back for `ms` milliseconds from now, those included that wait already. */
  pause(ms: number): void;
}

/** @param requestsPerMinute spent evenly, without a burst at the start; `unlimited` only ever waits for pauses */
export function createLimiter(requestsPerMinute: number | 'unlimited', clock: Clock): Limiter {
  const gapMs = requestsPerMinute === 'unlimited' ? 0 : 60_000 / requestsPerMinute;
  let nextFreeAt = clock.monotonicMs();
  let pausedUntil = nextFreeAt;

  return {
    async take(signal) {
      do {
        const now = clock.monotonicMs();
        const startAt = Math.max(nextFreeAt, now);
        nextFreeAt = startAt + gapMs;
        await clock.sleep(startAt - now, signal);
      } while (clock.monotonicMs() < pausedUntil);
    },
    pause(ms) {
      pausedUntil = Math.max(pausedUntil, clock.monotonicMs() + ms);
      nextFreeAt = Math.max(nextFreeAt, pausedUntil);
    },
  };
}
