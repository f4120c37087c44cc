import { readError } from '@chatferry/contract';

type Headers = Readonly<Record<string, string>>;

/** Both spellings that the reference uses for the moment at which the budget is full again. */
const RESET_HEADERS = ['x-rate-limit-reset', 'x-ratelimit-reset'];
const REMAINING_HEADERS = ['x-rate-limit-remaining', 'x-ratelimit-remaining'];

/** From here on a reset is a point in time, in seconds or milliseconds since 1970; a smaller number is seconds left. */
const EPOCH_SECONDS_FROM = 1e9;
const EPOCH_MILLISECONDS_FROM = 1e12;

/** A longer wait is cut to this one, so that it remains a number of which dates can be made. */
const LONGEST_MS = 100 * 365 * 24 * 60 * 60 * 1000;

/**
 * Milliseconds to wait that an answer asks for: `Retry-After` (seconds or a date), else the rate header that names
 * the moment of the reset (UNIX seconds; UNIX milliseconds and seconds left are understood too), else the seconds in
 * the text of a 429. A date or moment counts from the answer's own `Date`, so that a wrong clock of this machine changes
 * no wait. `undefined` when it asks for none, or for a time that has passed.
 * Source: reference, rate limits; header names are read in any case because undici hands them over in lower case.
 */
export function retryAfterMs(headers: Headers, body: unknown, nowMs: number): number | undefined {
  const { code, message } = readError(body);
  const serviceNowMs = sentAtMs(headers) ?? nowMs;
  const waitMs =
    fromRetryAfter(headers['retry-after'], serviceNowMs) ??
    fromReset(headers, serviceNowMs) ??
    fromText(code, message);
  return waitMs === undefined ? undefined : Math.min(waitMs, LONGEST_MS);
}

/** The service's time of day when it answered. */
function sentAtMs(headers: Headers): number | undefined {
  const sentAt = Date.parse(headers['date'] ?? '');
  return Number.isNaN(sentAt) ? undefined : sentAt;
}

function fromRetryAfter(value: string | undefined, nowMs: number): number | undefined {
  if (value === undefined) return undefined;
  if (/^\s*\d+(\.\d+)?\s*$/.test(value)) return Math.ceil(Number(value) * 1000);
  const date = Date.parse(value);
  // A bare negative number passes for a year.
  return Number.isNaN(date) || /^\s*-/.test(value) ? undefined : future(date, nowMs);
}

function fromReset(headers: Headers, nowMs: number): number | undefined {
  // A reset beside requests that are left is only news, no demand to wait.
  const left = first(headers, REMAINING_HEADERS);
  if (left !== undefined && left > 0) return undefined;
  const reset = first(headers, RESET_HEADERS);
  if (reset === undefined) return undefined;
  if (reset >= EPOCH_MILLISECONDS_FROM) return future(reset, nowMs);
  return reset >= EPOCH_SECONDS_FROM ? future(reset * 1000, nowMs) : future(reset * 1000, 0);
}

/** A time that has passed asks for no wait: the clocks differ, and the caller's own pauses are the better guess. */
function future(atMs: number, nowMs: number): number | undefined {
  return atMs > nowMs ? atMs - nowMs : undefined;
}

function first(headers: Headers, names: readonly string[]): number | undefined {
  return names.map((name) => Number.parseFloat(headers[name] ?? '')).find(Number.isFinite);
}

/** Such as "Please retry for seconds after 58.", which is how the reference has it, or "try again in 58 seconds". */
const WAIT_TEXTS = [/seconds?\s+after\s+(\d+)/i, /(\d+)\s*(?:s\b|sec)/i];

function fromText(code: string | undefined, message: string | undefined): number | undefined {
  if (code !== 'ERR_TOO_MANY_REQUESTS' || message === undefined) return undefined;
  for (const text of WAIT_TEXTS) {
    const seconds = text.exec(message)?.[1];
    if (seconds !== undefined) return Number(seconds) * 1000;
  }
  return undefined;
}
