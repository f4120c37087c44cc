import { readError } from '@chatferry/contract';

type Headers = Readonly<Record<string, string>>;

/** The two spellings in the reference of the header with the time at which the budget is full again. */
const RESET_HEADERS = ['x-rate-limit-reset', 'x-ratelimit-reset'];
const REMAINING_HEADERS = ['x-rate-limit-remaining', 'x-ratelimit-remaining'];

/** A reset at or above this is a point in time, in seconds or milliseconds since 1970; a smaller number is the seconds that are left. */
const EPOCH_SECONDS_FROM = 1e9;
const EPOCH_MILLISECONDS_FROM = 1e12;

/** Maximum wait, so that a date can be computed from it. */
const LONGEST_MS = 100 * 365 * 24 * 60 * 60 * 1000;

/**
 * The wait in milliseconds that an answer requests: `Retry-After` (seconds or a date), else the rate header with the time of the reset
 * (UNIX seconds; UNIX milliseconds and seconds left are accepted too), else the seconds in the text of a 429. A date or time is relative
 * to the answer's own `Date`, so that a wrong clock of this machine changes no wait. `undefined` when the answer requests no wait, or
 * names a time in the past. Source: reference, rate limits; header names are in lower case, as undici returns them.
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

/** The service's time when it sent the answer. */
function sentAtMs(headers: Headers): number | undefined {
  const sentAt = Date.parse(headers['date'] ?? '');
  return Number.isNaN(sentAt) ? undefined : sentAt;
}

function fromRetryAfter(value: string | undefined, nowMs: number): number | undefined {
  if (value === undefined) return undefined;
  if (/^\s*\d+(\.\d+)?\s*$/.test(value)) return Math.ceil(Number(value) * 1000);
  const date = Date.parse(value);
  // A bare negative number would parse as a year.
  return Number.isNaN(date) || /^\s*-/.test(value) ? undefined : future(date, nowMs);
}

function fromReset(headers: Headers, nowMs: number): number | undefined {
  // A reset time is only information while requests are left.
  const left = first(headers, REMAINING_HEADERS);
  if (left !== undefined && left > 0) return undefined;
  const reset = first(headers, RESET_HEADERS);
  if (reset === undefined) return undefined;
  if (reset >= EPOCH_MILLISECONDS_FROM) return future(reset, nowMs);
  return reset >= EPOCH_SECONDS_FROM ? future(reset * 1000, nowMs) : future(reset * 1000, 0);
}

/** A time in the past requests no wait: the clocks differ, and the caller's own backoff is the better estimate. */
function future(atMs: number, nowMs: number): number | undefined {
  return atMs > nowMs ? atMs - nowMs : undefined;
}

function first(headers: Headers, names: readonly string[]): number | undefined {
  return names.map((name) => Number.parseFloat(headers[name] ?? '')).find(Number.isFinite);
}

/** Texts that state a wait: "Please retry for seconds after 58.", as in the reference, or "try again in 58 seconds". */
const WAIT_TEXTS = [/seconds?\s+after\s+(\d+)/i, /(\d+)\s*(?:s\b|sec)/i];

function fromText(code: string | undefined, message: string | undefined): number | undefined {
  if (code !== 'ERR_TOO_MANY_REQUESTS' || message === undefined) return undefined;
  for (const text of WAIT_TEXTS) {
    const seconds = text.exec(message)?.[1];
    if (seconds !== undefined) return Number(seconds) * 1000;
  }
  return undefined;
}
