import type { Clock } from '../terms/clock.ts';
import { Spacing } from './spacing.ts';

/** Starts requests one after the other, evenly spaced. */
export interface Limiter {
  /** Resolves when the next request may start. Rejects with the signal's reason when it is aborted. */
  take(signal?: AbortSignal): Promise<void>;
  /** Delays every request for `ms` milliseconds from now, including waiting requests. */
  pause(ms: number): void;
}

/**
 * @param requestsPerMinute spent evenly, without a burst at the start; `unlimited` waits only for pauses
 * @param lowered returns the rate at a time, if it is lower then
 */
export function createLimiter(
  requestsPerMinute: number | 'unlimited',
  clock: Clock,
  lowered: (perMinute: number, now: number) => number = (perMinute) => perMinute,
): Limiter {
  const gapMs = (now: number): number =>
    requestsPerMinute === 'unlimited' ? 0 : 60_000 / lowered(requestsPerMinute, now);
  const spacing = new Spacing(0);
  let pausedUntil = clock.monotonicMs();

  return {
    async take(signal) {
      do {
        const now = clock.monotonicMs();
        const from = Math.max(now, pausedUntil);
        await clock.sleep(from - now + spacing.take(from, gapMs(now)), signal);
      } while (clock.monotonicMs() < pausedUntil);
    },
    pause(ms) {
      pausedUntil = Math.max(pausedUntil, clock.monotonicMs() + ms);
    },
  };
}
