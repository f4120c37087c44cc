import type { Rate } from '@chatferry/runner';
import type { VerifyEvent } from '../library/options.ts';
import { Pace } from './pace.ts';

/** How far a verification is, derived from its events. Times are milliseconds since 1970. */
export class VerifyProgress {
  readonly #pace: Pace;
  #latest: VerifyEvent | undefined;

  constructor(now: number) {
    this.#pace = new Pace(now);
  }

  get latest(): VerifyEvent | undefined {
    return this.#latest;
  }

  take(event: VerifyEvent, now: number): void {
    const requests = event.requests - (this.#latest?.requests ?? 0);
    if (requests > 0) this.#pace.add(event.kind, 0, requests, now);
    this.#latest = event;
  }

  /** Planned records of a kind that were read, and compared once all were. The app may hold more than was planned. */
  doneOf(index: number): number {
    const { kinds, kind, records, planned } = this.#latest!;
    const current = kinds.findIndex((each) => each.kind === kind);
    if (index === current) return Math.min(records, planned);
    return index < current ? kinds[index]!.planned : 0;
  }

  /** Of all kinds together. */
  get done(): number {
    return this.#latest!.kinds.reduce((sum, _, index) => sum + this.doneOf(index), 0);
  }

  get planned(): number {
    return this.#latest!.kinds.reduce((sum, { planned }) => sum + planned, 0);
  }

  /** Requests in a minute, which is never above the quota; undefined until that is reliable. */
  requestsPerMinute(now: number, quota: Rate): number | undefined {
    if (!this.#pace.isMeasured(now)) return undefined;
    const measured = this.#pace.requestsPerMinute(now);
    return quota === 'unlimited' ? measured : Math.min(measured, quota);
  }

  /**
   * Milliseconds until everything is read, if the app holds what is planned; undefined until the rate is reliable, and when the
   * app holds more of a kind than that.
   */
  remainingMs(now: number, quota: Rate): number | undefined {
    const perMinute = this.requestsPerMinute(now, quota);
    const left = this.#requestsLeft();
    return perMinute === undefined || perMinute === 0 || left === undefined
      ? undefined
      : (left / perMinute) * 60_000;
  }

  #requestsLeft(): number | undefined {
    const { kinds, kind, step, records, planned } = this.#latest!;
    const current = kinds.findIndex((each) => each.kind === kind);
    const after = kinds.slice(current + 1).reduce((sum, { requests }) => sum + requests, 0);
    if (step === 'comparing') return after;
    if (records > planned) return undefined;
    return after + kinds[current]!.requests * (1 - records / planned);
  }
}
