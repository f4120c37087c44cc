/** Marks of direction and the byte order mark, which occur before and inside headers. */
const mark = '[\\u200e\\u200f\\u061c\\u202a-\\u202e\\u2066-\\u2069\\ufeff]*';
const blank = '[ \\u00a0\\u2007\\u2009\\u202f\\u3000]';
const separator = `${mark}(?:${blank}?([/\\-–年月년월])${blank}?|(\\.)${blank}?)${mark}`;
const endOfDate = `${mark}([.日일]|${blank}?г\\.)?${mark}`;
const comma = `(?:([,،、])${mark}${blank}*|${blank}+)${mark}`;
const word = `\\p{L}[\\p{L}\\p{M}.'’]*(?:${blank}[\\p{L}\\p{M}.]+)?`;
const time = `(\\p{Nd}{1,2})${mark}([:.٫])${mark}(\\p{Nd}{2})(?:${mark}[:.٫]${mark}(\\p{Nd}{2}))?`;
const suffix = `(?:${mark}${blank}*${mark}(\\p{L}[\\p{L}\\p{M}.'’ \\u00a0\\u202f]{0,24}?))?${mark}`;
const moment = `(\\p{Nd}{1,4})${separator}(\\p{Nd}{1,2})${separator}(\\p{Nd}{1,4})${endOfDate}${comma}(?:(${word})${blank}*)?${time}${suffix}`;

const bracketed = new RegExp(`^${mark}\\[${mark}${moment}\\](?:${blank}|$)`, 'u');
const plain = new RegExp(`^${mark}${moment}(${blank}+[-–—]|:)(?:${blank}|$)`, 'u');

/** Enough for the longest header, so that the text after it costs nothing. */
const MOST_CHARACTERS = 100;

/** The beginning of a message or of a line of WhatsApp. */
export interface Header {
  /** Equal for all headers of a file: brackets, separators, whether there are seconds. Independent of the length of numbers. */
  readonly form: string;
  /** The parts of the date in their order, in ASCII digits. */
  readonly date: readonly [string, string, string];
  readonly hour: string;
  readonly minute: string;
  readonly second: string | undefined;
  /** The words for the half of the day, or other words next to the time; empty without such words. */
  readonly period: string;
  /** The offset of the text after the header. */
  readonly end: number;
}

/** The header of a line; undefined for a line without one. */
export function headerOf(line: string): Header | undefined {
  if (!/^[^\p{L}]{0,9}?[[\p{Nd}]/u.test(line)) return undefined;
  const start = line.slice(0, MOST_CHARACTERS);
  const found = bracketed.exec(start) ?? plain.exec(start);
  if (found === null) return undefined;
  const [whole, ...groups] = found;
  const [first, ...more] = groups;
  const [slash1, dot1, second, slash2, dot2, third, dateEnd = '', between = ''] = more;
  const [before = '', hour, colon, minute, seconds, after = '', terminator = ']'] = more.slice(8);
  const date = [ascii(first!), ascii(second!), ascii(third!)] as const;
  const form = [
    terminator.trim(),
    slash1 ?? dot1,
    slash2 ?? dot2,
    dateEnd.trim(),
    between,
    colon,
    date.map(({ length }) => (length > 2 ? 'y' : 'd')).join(''),
    seconds === undefined ? '' : 's',
    before === '' ? '' : 'before',
    after === '' ? '' : 'after',
  ].join(' ');
  return {
    form,
    date,
    hour: ascii(hour!),
    minute: ascii(minute!),
    second: seconds === undefined ? undefined : ascii(seconds),
    period: `${before}${after}`,
    end: whole.length,
  };
}

/** Digits of any script as ASCII digits. The digits of a script are consecutive, and begin at a multiple of 2 or 10. */
function ascii(digits: string): string {
  return digits.replaceAll(/[^0-9]/gu, (digit) => String(valueOf(digit)));
}

function valueOf(digit: string): number {
  let value = 0;
  const point = digit.codePointAt(0)!;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(point - value - 1))) value++;
  return value;
}
