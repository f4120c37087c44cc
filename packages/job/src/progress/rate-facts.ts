import type { Rate } from '@chatferry/runner';

/** How fast work is, and how fast the service answers. A rate is absent until it is reliable. */
export interface RateFacts {
  /** In requests a minute. */
  readonly quota: Rate;
  readonly requestsPerMinute?: number | undefined;
  readonly recordsPerSecond?: number | undefined;
  /** Requests in flight at the latest answer. */
  readonly inFlight?: number | undefined;
  /** Times that half of the answers, and 99 of 100, did not exceed in the last minutes, exact to about a quarter. */
  readonly p50Ms?: number | undefined;
  readonly p99Ms?: number | undefined;
  /** Requests that were sent again. */
  readonly again?: number | undefined;
}
