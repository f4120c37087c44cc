/**
 * Share of a quota that is spent. Requests take different times to arrive. The unspent rest keeps 60 evenly spaced requests
 * from arriving as 61 within the service's minute. At 60 a minute, the rest absorbs half a second.
 */
const SPENT = 0.99;

/** A request that leaves late, by no more than this, does not delay the next requests. */
export const LATE_MS = 100;

/** Milliseconds between two requests of a quota. */
export function quotaGapMs(perMinute: number): number {
  return 60_000 / (perMinute * SPENT);
}
