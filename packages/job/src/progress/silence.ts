import type { Rate, RunEvent } from '@chatferry/runner';

/** Time without an event after which the silence is unusual. */
const QUIET_MS = 10_000;

/** Detects that the service has stopped answering. Times are in milliseconds. */
export class Silence {
  #lastEventAt: number;
  #isExplained = false;

  constructor(now: number) {
    this.#lastEventAt = now;
  }

  take({ type }: Pick<RunEvent, 'type'>, now: number): void {
    // A retry does not count: its request may have had no answer.
    if (type === 'retrying' || type === 'concurrency-changed') return;
    this.#isExplained = ['waiting', 'stopped', 'finished'].includes(type);
    this.#lastEventAt = now;
  }

  /** How long the service has not answered; undefined unless that is unusual. */
  silentMs(now: number, quota: Rate): number | undefined {
    return this.#isExplained ? undefined : unusualSilence(now - this.#lastEventAt, quota);
  }
}

/** @param quota requests a minute: with a small one, pauses are usual */
export function unusualSilence(silentMs: number, quota: Rate): number | undefined {
  const usualMs = typeof quota === 'number' ? (2 * 60_000) / quota : 0;
  return silentMs < Math.max(QUIET_MS, usualMs) ? undefined : silentMs;
}
