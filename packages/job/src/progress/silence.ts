import type { Rate, RunEvent } from '@chatferry/runner';

/** Time without an event after which the log reports the silence. */
const QUIET_MS = 10_000;
const REPEAT_MS = 60_000;

/** Detects that the service has stopped answering. Times are in milliseconds. */
export class Silence {
  #lastEventAt: number;
  #reportedAt: number | undefined;
  #isExplained = false;

  constructor(now: number) {
    this.#lastEventAt = now;
  }

  take({ type }: Pick<RunEvent, 'type'>, now: number): void {
    // A retry does not count: its request may have had no answer.
    if (type === 'retrying' || type === 'concurrency-changed') return;
    this.#isExplained = ['waiting', 'stopped', 'finished'].includes(type);
    this.#lastEventAt = now;
    this.#reportedAt = undefined;
  }

  /**
   * The duration of the silence, if it must be reported now.
   * @param quota requests a minute: with a small one, pauses are usual
   */
  toReport(now: number, quota: Rate): number | undefined {
    const usualMs = typeof quota === 'number' ? (2 * 60_000) / quota : 0;
    const silentMs = now - this.#lastEventAt;
    if (this.#isExplained || silentMs < Math.max(QUIET_MS, usualMs)) return undefined;
    if (this.#reportedAt !== undefined && now - this.#reportedAt < REPEAT_MS) return undefined;
    this.#reportedAt = now;
    return silentMs;
  }
}
