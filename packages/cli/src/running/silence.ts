import type { Rate, RunEvent } from '@chatferry/runner';

/** Time without an event after which the log reports the silence. */
const QUIET_MS = 10_000;
const REPEAT_MS = 60_000;

/** Notices when the service stops answering, as nothing else happens then. Times are in milliseconds. */
export class Silence {
  #heardAt: number;
  #toldAt: number | undefined;
  #isExplained = false;

  constructor(now: number) {
    this.#heardAt = now;
  }

  take({ type }: RunEvent, now: number): void {
    // A repeated request may be one without an answer.
    if (type === 'retrying' || type === 'concurrency-changed') return;
    this.#isExplained = ['waiting', 'stopped', 'finished'].includes(type);
    this.#heardAt = now;
    this.#toldAt = undefined;
  }

  /**
   * The duration of the silence, if it must be reported now.
   * @param quota requests a minute: a slow one is silent by itself
   */
  toTell(now: number, quota: Rate): number | undefined {
    const usualMs = typeof quota === 'number' ? (2 * 60_000) / quota : 0;
    const silentMs = now - this.#heardAt;
    if (this.#isExplained || silentMs < Math.max(QUIET_MS, usualMs)) return undefined;
    if (this.#toldAt !== undefined && now - this.#toldAt < REPEAT_MS) return undefined;
    this.#toldAt = now;
    return silentMs;
  }
}
