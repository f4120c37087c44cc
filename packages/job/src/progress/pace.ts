import type { Kind } from '@chatferry/contract';

/** Length of the measured window in seconds. */
const WINDOW_S = 60;
/** Before this time and this number of requests, a rate or a remaining time is not reliable. */
const MEASURED_MS = 10_000;
const MEASURED_REQUESTS = 5;

interface Second {
  readonly at: number;
  requests: number;
  readonly records: Partial<Record<Kind, number>>;
}

/** Measures the rate of the last minute, or since the start when that is shorter. Times are in milliseconds. */
export class Pace {
  readonly #startedAt: number;
  #seconds: Second[] = [];
  /** Total since the start. */
  #requests = 0;

  constructor(now: number) {
    this.#startedAt = now;
  }

  add(kind: Kind, records: number, requests: number, now: number): void {
    const second = this.#secondOf(now);
    this.#requests += requests;
    second.requests += requests;
    second.records[kind] = (second.records[kind] ?? 0) + records;
  }

  /** Whether the rate is reliable enough to print. */
  isMeasured(now: number): boolean {
    return now - this.#startedAt >= MEASURED_MS && this.#requests >= MEASURED_REQUESTS;
  }

  requestsPerMinute(now: number): number {
    return this.#perMinute(now, this.#startedAt, ({ requests }) => requests);
  }

  recordsPerMinute(now: number): number {
    return this.#perMinute(now, this.#startedAt, ({ records }) =>
      Object.values(records).reduce((sum, each) => sum + each, 0),
    );
  }

  /** @param startedAt when the first record of the kind was sent */
  recordsOfKindPerMinute(now: number, kind: Kind, startedAt: number): number {
    return this.#perMinute(now, startedAt, ({ records }) => records[kind] ?? 0);
  }

  #secondOf(now: number): Second {
    const at = Math.floor(now / 1000);
    const last = this.#seconds.at(-1);
    if (last?.at === at) return last;
    const second = { at, requests: 0, records: {} };
    this.#seconds = [...this.#seconds.filter((each) => each.at > at - WINDOW_S), second];
    return second;
  }

  #perMinute(now: number, startedAt: number, amount: (second: Second) => number): number {
    const from = Math.floor(now / 1000) - WINDOW_S;
    const sum = this.#seconds
      .filter(({ at }) => at > from)
      .reduce((total, second) => total + amount(second), 0);
    const sinceMs = now - Math.max(startedAt, this.#startedAt);
    const spanMs = Math.min(WINDOW_S * 1000, Math.max(sinceMs, 1000));
    return (sum * 60_000) / spanMs;
  }
}
