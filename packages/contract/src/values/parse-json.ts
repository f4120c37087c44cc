import { losesDigits } from './canonical-number.ts';

/** One digit more than the digits that every number of JavaScript keeps. */
const LONG = 16;
const POINT = 0x2e;

/**
 * Whether parsing a JSON text and writing it again may change a number in it.
 *
 * A run of `LONG` characters contains one of every `LONG` positions, so only these positions are checked.
 */
export function hasLongNumber(json: string): boolean {
  for (let at = LONG - 1; at < json.length; at += LONG)
    if (isDigit(json.charCodeAt(at)) && isLongNumberAt(json, at)) return true;
  return false;
}

/** Whether the position is in a run of `LONG` digits and points that begins with a digit. */
function isLongNumberAt(json: string, at: number): boolean {
  const first = at - LONG + 1;
  let start = at;
  while (start > first && isDigit(json.charCodeAt(start - 1))) start--;
  while (start < at && json.charCodeAt(start) === POINT) start++;
  let end = start;
  while (end - start < LONG && isDigit(json.charCodeAt(end))) end++;
  return end - start === LONG;
}

/** Whether a character is part of a number, also of one with a fraction. */
function isDigit(unit: number): boolean {
  return (unit >= 0x30 && unit <= 0x39) || unit === POINT;
}

/** A long number where a JSON value may begin. A string can contain the same characters. */
const longValue = /[\s:,[]-?\d[\d.]{15}/;

/** Whether a JSON text may have a number that is too long for JavaScript: most long runs of digits are ids in quotes. */
export function mayHaveLongValue(json: string): boolean {
  return hasLongNumber(json) && longValue.test(json);
}

/** Parses JSON so that numbers that are too long for JavaScript keep their digits when they are compared or written again. */
export function parseJson(json: string): unknown {
  return mayHaveLongValue(json) ? JSON.parse(json, keepDigits) : JSON.parse(json);
}

function keepDigits(
  this: unknown,
  _key: string,
  value: unknown,
  context?: { source?: string },
): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
  const source = context?.source ?? '';
  return /^-?\d+$/.test(source) || losesDigits(source, value) ? rawJson(source) : value;
}

/** Not in TypeScript's library yet. */
const { rawJSON: rawJson, isRawJSON } = JSON as unknown as {
  rawJSON: (text: string) => unknown;
  isRawJSON: (value: unknown) => boolean;
};

/** Whether a value that `parseJson` returned is a number with all its digits. */
export function isRawJson(value: unknown): boolean {
  return isRawJSON(value);
}
