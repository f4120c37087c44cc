import { readError } from '@chatferry/contract';

type Headers = Readonly<Record<string, string>>;

/** Both spellings that the reference uses for the moment at which the budget is full again. */
const RESET_HEADERS = ['x-rate-limit-reset', 'x-ratelimit-reset'];
const REMAINING_HEADERS = ['x-rate-limit-remaining', 'x-ratelimit-remaining'];

/**
 * Milliseconds to wait that an answer asks for: `Retry-After` (seconds or a date), else the rate header that names
 * the moment of the reset (UNIX seconds), else the seconds in the text of a 429. `undefined` when it asks for none.
 * Source: reference, rate limits; header names are read in any case because undici hands them over in lower case.
 */
export function retryAfterMs(headers: Headers, body: unknown, nowMs: number): number | undefined {
  return (
    fromRetryAfter(headers['retry-after'], nowMs) ??
    fromReset(headers, nowMs) ??
    fromText(readError(body).code, readError(body).message)
  );
}

function fromRetryAfter(value: string | undefined, nowMs: number): number | undefined {
  if (value === undefined) return undefined;
  if (/^\s*\d+(\.\d+)?\s*$/.test(value)) return Math.ceil(Number(value) * 1000);
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - nowMs);
}

function fromReset(headers: Headers, nowMs: number): number | undefined {
  // A reset beside requests that are left is only news, no demand to wait.
  const left = first(headers, REMAINING_HEADERS);
  if (left !== undefined && left > 0) return undefined;
  const resetSeconds = first(headers, RESET_HEADERS);
  return resetSeconds === undefined ? undefined : Math.max(0, resetSeconds * 1000 - nowMs);
}

function first(headers: Headers, names: readonly string[]): number | undefined {
  return names.map((name) => Number.parseFloat(headers[name] ?? '')).find(Number.isFinite);
}

function fromText(code: string | undefined, message: string | undefined): number | undefined {
  if (code !== 'ERR_TOO_MANY_REQUESTS') return undefined;
  const seconds = message?.match(/(\d+)\s*(?:s\b|sec)/i)?.[1];
  return seconds === undefined ? undefined : Number(seconds) * 1000;
}
