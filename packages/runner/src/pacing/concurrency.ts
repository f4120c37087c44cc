/** How many requests may be in flight, and the numbers that decide this. */
export interface Concurrency {
  readonly limit: number;
  /** Good answers since the limit last changed. */
  readonly good: number;
  /** Milliseconds that an answer usually takes: a slow moving average. */
  readonly usualMs: number;
}

/** How a request ended: the milliseconds until a good answer came, or trouble. */
export type RequestEnd = { readonly answerMs: number } | 'trouble';

/** An answer that takes this many times longer than usual shows that the service is under load. */
const SLOW_FACTOR = 4;
/** Below this no answer is slow. */
const SLOW_FROM_MS = 1000;
/** The weight of one answer in the usual answer time. */
const FOLLOWING = 0.02;

export function startingConcurrency(limit: number): Concurrency {
  return { limit, good: 0, usualMs: 0 };
}

/**
 * Halves the limit after trouble, lowers it by one after a slow answer, and raises it by one after as many good answers
 * as the limit. When a service stays slow, its answers become the usual ones, and the limit rises again.
 */
export function adapted(now: Concurrency, ended: RequestEnd, most: number): Concurrency {
  if (ended === 'trouble')
    return { ...now, limit: Math.max(1, Math.floor(now.limit / 2)), good: 0 };
  const { answerMs } = ended;
  const usualMs = now.usualMs === 0 ? answerMs : now.usualMs + (answerMs - now.usualMs) * FOLLOWING;
  if (answerMs > SLOW_FROM_MS && answerMs > SLOW_FACTOR * now.usualMs && now.usualMs > 0)
    return { limit: Math.max(1, now.limit - 1), good: 0, usualMs };
  const good = now.good + 1;
  if (now.limit < most && good >= now.limit) return { limit: now.limit + 1, good: 0, usualMs };
  return { limit: now.limit, good, usualMs };
}
