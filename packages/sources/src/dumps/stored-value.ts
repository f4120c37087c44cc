import { isListType, listAsJson } from './array-value.ts';
import type { Literal } from './literal.ts';

/** How a dump writes values. */
export interface ValueForm {
  /** Decodes a text that has one character a byte. */
  readonly decode: (text: string) => string;
  /** See `Dialect`. */
  readonly hasUtcTimes: boolean;
}

/** A value as SQLite keeps it. */
export type StoredValue = null | bigint | string | Uint8Array;

const [LEAST, MOST] = [-(2n ** 63n), 2n ** 63n - 1n];
const wholeNumber = /^[-+]?\d+$/;
const intType = /^(?:tiny|small|medium|big)?(?:int|serial)|^integer/;
/** Types of bytes. Dumps of MySQL also write them as texts. */
const byteType = /^(?:var)?binary|^(?:tiny|medium|long)?blob/;
const textType =
  /^(?:national )?(?:char|varchar|character|tinytext|text|mediumtext|longtext|json|enum|set|uuid|citext)/;

/**
 * The value of a column with a type. Whole numbers stay exact: numbers that are too large for SQLite become texts.
 * @param type in small letters; empty if the dump does not have it, or if values do not depend on it
 * @param dialect of the dump
 */
export function storedValue(
  literal: Literal,
  type: string,
  { decode, hasUtcTimes }: ValueForm,
): StoredValue {
  if (literal.is === 'null') return null;
  if (literal.is === 'bytes') {
    if (type.startsWith('bit')) return BigInt(`0x${literal.hex === '' ? '0' : literal.hex}`);
    return textType.test(type) ? decode(literal.text) : Buffer.from(literal.hex, 'hex');
  }
  const { text } = literal;
  if (literal.is === 'number') return wholeNumber.test(text) ? exact(text) : text;
  if (text.endsWith('}') && isListType(type)) {
    const decoded = decode(text);
    return listAsJson(decoded, type) ?? decoded;
  }
  if (intType.test(type) && wholeNumber.test(text)) return exact(text);
  if (type.startsWith('boolean') && (text === 't' || text === 'f')) return text === 't' ? 1n : 0n;
  if (byteType.test(type)) return Buffer.from(text, 'latin1');
  if (type.startsWith('bytea')) return Buffer.from(text.replace(/^\\x/, ''), 'hex');
  if (type.startsWith('bit(1)') && text.length === 1) return BigInt(text.codePointAt(0)! % 48);
  if (type.startsWith('timestamp') || type.startsWith('datetime'))
    return moment(text, type, hasUtcTimes);
  return isPadded(type) ? decode(text).replace(/ +$/, '') : decode(text);
}

/** Whether values are padded with blanks: `character(12)`. PostgreSQL writes these blanks into a dump, but does not count them. */
function isPadded(type: string): boolean {
  return /^(?:pg_catalog\.)?(?:character\b(?! varying)|bpchar)/.test(type);
}

function exact(digits: string): bigint | string {
  const value = BigInt(digits);
  return value >= LEAST && value <= MOST ? value : digits;
}

const written = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d+)?)(?:([-+]\d\d)(:\d\d)?)?$/;

/** A time as ISO 8601. If a time has a zone, PostgreSQL writes the zone. */
function moment(text: string, type: string, hasUtcTimes: boolean): string | null {
  if (text.startsWith('0000-00-00')) return null;
  const [, day, time, hours, minutes = ':00'] = written.exec(text) ?? [];
  if (day === undefined) return text;
  if (hours !== undefined) return `${day}T${time}${hours}${minutes}`;
  return hasUtcTimes && type.startsWith('timestamp') ? `${day}T${time}Z` : text;
}
