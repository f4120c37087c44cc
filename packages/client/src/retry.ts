import type { ApiError } from './api-error.ts';
import { backoffMs } from './backoff.ts';

/** Unless the call sets another number. */
const MAX_ATTEMPTS = 5;
/** When the service asks for a longer wait than this, the caller decides. */
const LONGEST_WAIT_MS = 5 * 60_000;
const BACKOFF = { firstMs: 500, longestMs: LONGEST_WAIT_MS } as const;

const MAY_PASS: ReadonlySet<string> = new Set([
  'unreachable',
  'timeout',
  'unreadable',
  'service-trouble',
]);

export interface FailedAttempt {
  /** 1 for the first attempt. */
  readonly number: number;
  readonly error: Pick<ApiError, 'code' | 'mayHaveLanded' | 'retryAfterMs'>;
  /** Whether the operation may be sent again although the first time may have landed. */
  readonly repeatable: boolean;
  /** How often it may be sent in all. */
  readonly attempts?: number | undefined;
  /** From 0 up to 1. */
  readonly random: number;
}

/**
 * Milliseconds to wait before the next attempt; `undefined` when another one cannot help or might do harm.
 *
 * A request refused with 429 was not executed, and one whose connection never stood was not sent: these may go
 * again whatever the operation. The wait is the one that the service states, else the backoff from 0.5 s.
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
  if (!waiting && !MAY_PASS.has(error.code)) return undefined;
  if (!waiting && !repeatable && error.mayHaveLanded) return undefined;
  const delayMs = error.retryAfterMs ?? backoffMs(number, random, BACKOFF);
  return delayMs > LONGEST_WAIT_MS ? undefined : delayMs;
}
