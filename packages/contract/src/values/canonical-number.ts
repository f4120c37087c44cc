/** The number of significant digits that every JavaScript number keeps. */
const SAFE_DIGITS = 15;

/**
 * The canonical text of a number: equal for two notations of one number, and different for two numbers, even when JavaScript has only one
 * number for both.
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

/** The canonical number in a text; undefined when the text is not a number as JavaScript writes it, with any number of digits. */
export function numberInText(text: string): string | undefined {
  const first = text.charCodeAt(0);
  const canBegin = (first >= 0x30 && first <= 0x39) || first === 0x2d;
  if (!canBegin) return undefined;
  const value = Number(text);
  if (Number.isFinite(value) && String(value) === text) return canonicalNumber(text);
  return text.length > SAFE_DIGITS && /^-?[1-9]\d*(\.\d*[1-9])?$|^-?0\.\d*[1-9]$/.test(text)
    ? canonicalNumber(text)
    : undefined;
}

/** Whether a JavaScript number, written with as many digits as its JSON text, differs from the text. */
export function losesDigits(source: string, value: number): boolean {
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
