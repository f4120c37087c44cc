import type { Clock } from './clock.ts';
import { Spacing } from './spacing.ts';

/** Lets requests through one after the other, evenly spaced. */
export interface Limiter {
  /** Resolves when the next request may start. Rejects with the signal's reason when it is aborted. */
  take(signal?: AbortSignal): Promise<void>;
  /** Delays every request for `ms` milliseconds from now, including those that wait already. */
  pause(ms: number): void;
}

/** @param requestsPerMinute spent evenly, without a burst at the start; `unlimited` waits only for pauses */
export function createLimiter(requestsPerMinute: number | 'unlimited', clock: Clock): Limiter {
  const gapMs = requestsPerMinute === 'unlimited' ? 0 : 60_000 / requestsPerMinute;
  const spacing = new Spacing(0);
  let pausedUntil = clock.monotonicMs();

  return {
    async take(signal) {
      do {
        const now = clock.monotonicMs();
        const from = Math.max(now, pausedUntil);
        await clock.sleep(from - now + spacing.take(from, gapMs), signal);
      } while (clock.monotonicMs() < pausedUntil);
    },
    pause(ms) {
      pausedUntil = Math.max(pausedUntil, clock.monotonicMs() + ms);
    },
  };
}
