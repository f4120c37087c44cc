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

/** A long number where a value of JSON may begin. In a text, the same may be a part of it. */
const value = /[\s:,[]-?\d[\d.]{15}/;

/** Whether a JSON text may have a number that is too long for JavaScript: most long runs of digits are ids in quotes. */
export function mayHaveLongValue(json: string): boolean {
  return hasLongNumber(json) && value.test(json);
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

/** Whether a number of JavaScript is another one than its JSON text, written with as many digits. */
function losesDigits(source: string, value: number): boolean {
  const digits = digitsOf(source);
  return (
    digits !== digitsOf(String(value)) &&
    (digits.length > MOST_DIGITS || digits !== digitsOf(value.toPrecision(digits.length)))
  );
}

/** The most digits that `toPrecision` writes. */
const MOST_DIGITS = 100;

/** The digits of a number, from the first to the last that is not 0. */
function digitsOf(number: string): string {
  return number.replace(/e.*$/i, '').replaceAll(/[-.]/g, '').replace(/^0+/, '').replace(/0+$/, '');
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

/**
 * The text of a number by which numbers are compared: the same for two ways to write one number, and different for two
 * numbers, also where JavaScript has only one for both.
 *
 * @param source a number in JSON
 */
export function canonicalNumber(source: string): string {
  if (/^-?\d+$/.test(source)) return source === '-0' ? '0' : source;
  const value = Number(source);
  const isExact = Number.isFinite(value) && !losesDigits(source, value);
  return withoutExponent(isExact ? String(value) : source);
}

/** `1e+21` as `1000000000000000000000`; a number that would be very long keeps its exponent. */
function withoutExponent(number: string): string {
  const parts = /^(-?)(\d+)(?:\.(\d+))?(?:e\+?(-?\d+))?$/i.exec(number);
  if (parts === null) return number;
  const [, sign = '', whole = '', fraction = '', power = '0'] = parts;
  const digits = whole + fraction;
  const point = whole.length + Number(power);
  if (point < -MOST_DIGITS || point > 4 * MOST_DIGITS) return number;
  const padded = '0'.repeat(Math.max(1 - point, 0)) + digits.padEnd(point, '0');
  const at = Math.max(point, 1);
  const integer = padded.slice(0, at).replace(/^0+(?=\d)/, '');
  const rest = padded.slice(at).replace(/0+$/, '');
  return `${sign}${integer}${rest === '' ? '' : `.${rest}`}`;
}

/** The number that a text is, if it is written as JSON is: by JavaScript, or with more digits. */
export function numberInText(text: string): string | undefined {
  const first = text.charCodeAt(0);
  const canBegin = (first >= 0x30 && first <= 0x39) || first === 0x2d;
  if (!canBegin) return undefined;
  const value = Number(text);
  if (Number.isFinite(value) && String(value) === text) return canonicalNumber(text);
  return text.length >= LONG && /^-?[1-9]\d*(\.\d*[1-9])?$|^-?0\.\d*[1-9]$/.test(text)
    ? canonicalNumber(text)
    : undefined;
}
