/** One digit more than the digits that every number of JavaScript keeps. */
const LONG = 16;
const POINT = 0x2e;

/**
 * Whether parsing a JSON text and writing it again may change a number in it.
 *
 * A run of this many digits covers at least one of every this many positions, so only those positions are checked.
 */
export function hasLongNumber(json: string): boolean {
  for (let at = LONG - 1; at < json.length; at += LONG)
    if (isDigit(json.charCodeAt(at)) && isLongNumberAt(json, at)) return true;
  return false;
}

/** Whether the position is in a run of this many digits and points that begins with a digit. */
function isLongNumberAt(json: string, at: number): boolean {
  const first = at - LONG + 1;
  let start = at;
  while (start > first && isDigit(json.charCodeAt(start - 1))) start--;
  while (start < at && json.charCodeAt(start) === POINT) start++;
  let end = start;
  while (end - start < LONG && isDigit(json.charCodeAt(end))) end++;
  return end - start === LONG;
}

/** Of a number, also of one with a fraction. */
function isDigit(unit: number): boolean {
  return (unit >= 0x30 && unit <= 0x39) || unit === POINT;
}

/** Parses JSON so that numbers that are too long for JavaScript keep their digits when they are written again. */
export function parseJson(json: string): unknown {
  return hasLongNumber(json) ? JSON.parse(json, keepDigits) : JSON.parse(json);
}

/** Parses JSON for code that knows only JavaScript's values: integers that are too long for it become texts. */
export function parseForCode(json: string): unknown {
  return hasLongNumber(json) ? JSON.parse(json, longAsText) : JSON.parse(json);
}

function longAsText(
  this: unknown,
  _key: string,
  value: unknown,
  context?: { source?: string },
): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
  return /^-?\d+$/.test(context?.source ?? '') ? context!.source : value;
}

function keepDigits(
  this: unknown,
  _key: string,
  value: unknown,
  context?: { source?: string },
): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
  const source = context?.source ?? '';
  return /^-?\d+$/.test(source) || isLongFraction(value, source) ? rawJson(source) : value;
}

/** Whether a number loses digits of its fraction. Zeros at the end are none. */
function isLongFraction(value: number, source: string): boolean {
  const digits = /^-?\d+\.\d+$/.test(source) ? source.replace(/\.?0+$/, '') : '';
  return digits.length > LONG && digits !== String(value);
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
