import type { Rate } from '@chatferry/runner';
import { Pace } from './pace.ts';
import { RecentLatency } from './recent-latency.ts';
import type { RateFacts } from './rate-facts.ts';
import { unusualSilence } from './silence.ts';

/** The rates at which lists of the service are read. Times are milliseconds since 1970. */
export class ReadingPace {
  readonly startedAt: number;
  readonly #pace: Pace;
  readonly #latency = new RecentLatency();
  #requests = 0;
  #answeredAt: number;

  constructor(now: number) {
    this.startedAt = now;
    this.#answeredAt = now;
    this.#pace = new Pace(now);
  }

  /** @param requests made so far @param answerMs of the latest request, if this is its answer */
  take(records: number, requests: number, answerMs: number | undefined, now: number): void {
    const made = requests - this.#requests;
    this.#requests = requests;
    if (made > 0) this.#answeredAt = now;
    if (answerMs !== undefined) this.#latency.add(answerMs, now);
    // The kind does not matter: all are summed.
    if (made > 0 || records > 0) this.#pace.add('messages', records, made, now);
  }

  /** Requests in a minute, which is never above the quota; undefined until that is reliable. */
  #requestsPerMinute(now: number, quota: Rate): number | undefined {
    if (!this.#pace.isMeasured(now)) return undefined;
    const measured = this.#pace.requestsPerMinute(now);
    return quota === 'unlimited' ? measured : Math.min(measured, quota);
  }

  /** Milliseconds that requests take; undefined until the rate is reliable, and for an unknown number of requests. */
  msFor(requests: number | undefined, now: number, quota: Rate): number | undefined {
    const perMinute = this.#requestsPerMinute(now, quota);
    if (perMinute === undefined || perMinute === 0 || requests === undefined) return undefined;
    return (requests / perMinute) * 60_000;
  }

  facts(now: number, quota: Rate): RateFacts {
    const isMeasured = this.#pace.isMeasured(now);
    const latency = this.#latency.facts(now);
    return {
      quota,
      requestsPerMinute: this.#requestsPerMinute(now, quota),
      recordsPerSecond: isMeasured ? this.#pace.recordsPerMinute(now) / 60 : undefined,
      p50Ms: latency?.medianMs,
      p99Ms: latency?.of99Ms,
    };
  }

  /** How long the service has not answered; undefined unless that is unusual. */
  silentMs(now: number, quota: Rate): number | undefined {
    return unusualSilence(now - this.#answeredAt, quota);
  }
}
