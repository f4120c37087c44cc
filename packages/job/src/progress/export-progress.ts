import type { Rate } from '@chatferry/runner';
import type { ExportEvent } from '../library/export-app.ts';
import { Pace } from './pace.ts';

/** How far an export is, derived from its events. Times are milliseconds since 1970. */
export class ExportProgress {
  readonly #pace: Pace;
  #latest: ExportEvent | undefined;
  /** The event with which the current step began, or was resumed. */
  #first: ExportEvent | undefined;

  constructor(now: number) {
    this.#pace = new Pace(now);
  }

  get latest(): ExportEvent | undefined {
    return this.#latest;
  }

  take(event: ExportEvent, now: number): void {
    const requests = event.requests - (this.#latest?.requests ?? 0);
    if (requests > 0) this.#pace.add('messages', 0, requests, now);
    if (this.#first?.step !== event.step || this.#first.pass !== event.pass) this.#first = event;
    this.#latest = event;
  }

  /** Requests in a minute, which is never above the quota; undefined until that is reliable. */
  requestsPerMinute(now: number, quota: Rate): number | undefined {
    if (!this.#pace.isMeasured(now)) return undefined;
    const measured = this.#pace.requestsPerMinute(now);
    return quota === 'unlimited' ? measured : Math.min(measured, quota);
  }

  /** Milliseconds that the export takes at least; undefined until that is known. */
  remainingMs(now: number, quota: Rate): number | undefined {
    const perMinute = this.requestsPerMinute(now, quota);
    const left = this.#requestsLeft();
    if (perMinute === undefined || perMinute === 0 || left === undefined) return undefined;
    return (left / perMinute) * 60_000;
  }

  #requestsLeft(): number | undefined {
    const [latest, first] = [this.#latest, this.#first];
    if (latest?.share === undefined || first?.share === undefined) return undefined;
    const share = latest.share - first.share;
    if (share <= 0) return latest.share === 1 ? latest.requestsAhead : undefined;
    const perShare = (latest.requests - first.requests) / share;
    return latest.requestsAhead + perShare * (1 - latest.share);
  }
}
