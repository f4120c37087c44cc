import type { FollowPace } from '@chatferry/job/following';

/** Shorter rounds do not show whether the follower keeps up. */
const SLOW_MS = 60_000;

/** The rows of a round, and the time that the round took. */
export interface FoundAndSent {
  /** Rows that had changed in `inMs` milliseconds. */
  readonly found: number;
  readonly inMs: number;
  /** Milliseconds from the search for them until they were sent. */
  readonly tookMs: number;
}

/** How fast rows change and how fast they are sent, if they change faster than they are sent: each round then takes longer than the previous one. */
export function fallingBehind({ found, inMs, tookMs }: FoundAndSent): FollowPace | undefined {
  if (found === 0 || tookMs < SLOW_MS || tookMs <= inMs) return undefined;
  const perMinute = (ms: number): number => Math.round((found / Math.max(ms, 1)) * 60_000);
  return { changedPerMinute: perMinute(inMs), sentPerMinute: perMinute(tookMs) };
}
