import type { ApiError } from './api-error.ts';

/** Unless the call sets another number. */
const MAX_ATTEMPTS = 5;
const FIRST_DELAY_MS = 500;
/** A service that asks for more patience than this gets the decision back to the caller. */
const LONGEST_WAIT_MS = 5 * 60_000;

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
 * again whatever the operation. The wait is the one that the service states, else 0.5 s doubling with each attempt,
 * of which the random number takes up to a half away so that clients do not come back in step.
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
  const delayMs = error.retryAfterMs ?? FIRST_DELAY_MS * 2 ** (number - 1) * (1 - random / 2);
  return delayMs > LONGEST_WAIT_MS ? undefined : delayMs;
}
