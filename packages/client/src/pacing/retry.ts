import type { ApiError } from '../terms/api-error.ts';
import { backoffMs } from './backoff.ts';

/** Default number of attempts. */
const MAX_ATTEMPTS = 5;
/** When the service requests a longer wait than this, the caller decides. */
const LONGEST_WAIT_MS = 5 * 60_000;
const BACKOFF = { firstMs: 500, longestMs: LONGEST_WAIT_MS } as const;

const TEMPORARY: ReadonlySet<string> = new Set([
  'unreachable',
  'timeout',
  'unreadable',
  'service-trouble',
]);

export interface FailedAttempt {
  /** Number of the attempt, 1 for the first one. */
  readonly number: number;
  readonly error: Pick<ApiError, 'code' | 'mayHaveLanded' | 'retryAfterMs'>;
  /** Whether the operation may be repeated although the first attempt may have landed. */
  readonly repeatable: boolean;
  /** Maximum number of attempts. */
  readonly attempts?: number | undefined;
  /** From 0 up to 1. */
  readonly random: number;
}

/**
 * Milliseconds to wait before the next attempt; `undefined` when another attempt is useless or unsafe.
 *
 * The service did not execute a request that it refused with 429, and a request without a connection was not sent: both are repeated for
 * every operation. The service states the wait; otherwise it is the backoff from 0.5 s.
 */
export function retryDelayMs({
  number,
  error,
  repeatable,
  attempts = MAX_ATTEMPTS,
  random,
}: FailedAttempt): number | undefined {
  if (number >= attempts) return undefined;
  const waiting = error.code === 'rate-limited';
  if (!waiting && !TEMPORARY.has(error.code)) return undefined;
  if (!waiting && !repeatable && error.mayHaveLanded) return undefined;
  const delayMs = error.retryAfterMs ?? backoffMs(number, random, BACKOFF);
  return delayMs > LONGEST_WAIT_MS ? undefined : delayMs;
}
