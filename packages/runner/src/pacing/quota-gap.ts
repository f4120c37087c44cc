/**
 * Share of a quota that is spent. Requests do not all travel equally long: the rest keeps 60 of them that leave one by
 * one from arriving as 61 within the service's minute. At 60 a minute it absorbs half a second.
 */
const SPENT = 0.99;

/** A request that leaves late, by no more than this, does not move those after it. */
export const LATE_MS = 100;

/** Milliseconds between two requests of a quota. */
export function quotaGapMs(perMinute: number): number {
  return 60_000 / (perMinute * SPENT);
}
