import { Buffer } from 'node:buffer';
import { hashOf, mixLower, mixUpper } from '@chatferry/contract';
import {
  first,
  type HashRules,
  type HashStates,
  isAbsent,
  isAmong,
  noRules,
} from './hash-rules.ts';
import {
  BACKSLASH,
  CLOSE_LIST,
  CLOSE_OBJECT,
  COMMA,
  numberBytes,
  numberInBytes,
  isWord,
  jsonIn,
  numberIn,
  OPEN_LIST,
  OPEN_OBJECT,
  QUOTE,
  SHORT_ESCAPES,
} from './json-bytes.ts';

const UPPER_FACTOR = 0x2c1b3c6d;
const LOWER_FACTOR = 0x297a2d39;

/** Four bytes of the character that ends a text, and four of the character that begins an escape. */
const QUOTES = 0x22222222;
const BACKSLASHES = 0x5c5c5c5c;

/**
 * Hashes JSON by its content, in one pass over its bytes: two values have the same hash when contract's `canonicalJson` makes the same
 * text of both, whatever the order and format of their fields. The hashes of the members of an object are added, so that their order has
 * no effect. Hashes every record of two exports without making an object for each value.
 */
export class ContentHash {
  /** The number in the requested field; 0 without it. */
  number = 0;
  #from: Uint8Array = new Uint8Array(0);
  #at = 0;
  /** The hash of the last text or value. */
  #upper = 0;
  #lower = 0;

  /**
   * @param wire contains one JSON value at the offset `at`
   * @returns a number from 0 to 2^53 − 1
   */
  of(wire: Uint8Array, at: number, rules: HashRules = noRules): number {
    this.#from = wire;
    this.#at = at;
    this.number = 0;
    if (!this.#value(rules)) this.#set(first.empty);
    return hashOf(this.#upper, this.#lower);
  }

  /** @param json one value */
  ofValue(json: string): HashStates {
    this.of(Buffer.from(json), 0);
    return { upper: this.#upper, lower: this.#lower };
  }

  /** @returns whether the value is not empty: an object or list with content, or anything else */
  #value(rules: HashRules = noRules): boolean {
    const byte = this.#next();
    if (byte === OPEN_OBJECT) return this.#object(rules);
    if (byte === OPEN_LIST) return this.#list(true);
    if (byte === QUOTE) this.#textOrNumber();
    else this.#word();
    return true;
  }

  /** The next byte that is not a space. */
  #next(): number {
    const from = this.#from;
    while (from[this.#at]! <= 0x20) this.#at++;
    return from[this.#at]!;
  }

  #object({ leftOut, unordered, absent, wanted }: HashRules): boolean {
    let { upper, lower } = first.object;
    let isEmpty = true;
    this.#at++;
    for (let byte = this.#next(); byte !== CLOSE_OBJECT; byte = this.#next()) {
      if (byte === COMMA) {
        this.#at++;
        continue;
      }
      this.#text();
      const keyUpper = this.#upper;
      const keyLower = this.#lower;
      this.#next(); // the colon
      this.#at++;
      this.#next();
      const start = this.#at;
      const isSet = unordered !== undefined && isAmong(unordered, keyUpper, keyLower);
      const hasContent =
        isSet && this.#from[start] === OPEN_LIST ? this.#list(false) : this.#value();
      if (wanted !== undefined && wanted.upper === keyUpper && wanted.lower === keyLower)
        this.number = numberIn(this.#from, start, this.#at);
      if (!hasContent) continue;
      if (leftOut !== undefined && isAmong(leftOut, keyUpper, keyLower)) continue;
      if (absent !== undefined && isAbsent(absent, keyUpper, keyLower, this.#upper, this.#lower))
        continue;
      isEmpty = false;
      upper = (upper + mixUpper(mixUpper(keyUpper, this.#upper, this.#lower), keyLower, 0)) | 0;
      lower = (lower + mixLower(mixLower(keyLower, this.#lower, this.#upper), keyUpper, 0)) | 0;
    }
    this.#at++;
    this.#upper = mixUpper(first.object.upper, upper, lower);
    this.#lower = mixLower(first.object.lower, lower, upper);
    return !isEmpty;
  }

  /** @param isOrdered whether the order of the elements counts */
  #list(isOrdered: boolean): boolean {
    let { upper, lower } = first.list;
    let isEmpty = true;
    this.#at++;
    for (let byte = this.#next(); byte !== CLOSE_LIST; byte = this.#next()) {
      if (byte === COMMA) {
        this.#at++;
        continue;
      }
      if (!this.#value()) this.#set(first.empty);
      isEmpty = false;
      if (isOrdered) {
        upper = mixUpper(upper, this.#upper, this.#lower);
        lower = mixLower(lower, this.#lower, this.#upper);
      } else {
        upper = (upper + mixUpper(first.list.upper, this.#upper, this.#lower)) | 0;
        lower = (lower + mixLower(first.list.lower, this.#lower, this.#upper)) | 0;
      }
    }
    this.#at++;
    this.#upper = upper;
    this.#lower = lower;
    return !isEmpty;
  }

  /** A text; a number if the text is a number exactly as JSON prints it. */
  #textOrNumber(): void {
    const start = this.#at + 1;
    this.#text();
    const end = this.#at - 1;
    const number = numberInBytes(this.#from, start, end);
    if (number !== undefined) this.#bytes(first.word, Buffer.from(number), 0, number.length);
  }

  /** Hashes the text that begins here. */
  #text(): void {
    const end = this.#hashText(this.#from, this.#at, false);
    if (end >= 0) this.#at = end;
    else this.#rareEscapes();
  }

  /**
   * Hashes the text that begins at an offset: four bytes at a time before its first escape, then single bytes.
   *
   * @param isCanonical whether all its escapes have the form that `JSON.stringify` writes
   * @returns the offset one past the text; -1 when escapes have to be rewritten first
   */
  #hashText(from: Uint8Array, start: number, isCanonical: boolean): number {
    let { upper, lower } = first.text;
    let at = start + 1;
    const last = from.length - 4;
    for (; at <= last; at += 4) {
      const word = from[at]! | (from[at + 1]! << 8) | (from[at + 2]! << 16) | (from[at + 3]! << 24);
      if (hasByte(word ^ QUOTES) || hasByte(word ^ BACKSLASHES)) break;
      upper = Math.imul(upper ^ word, UPPER_FACTOR);
      upper ^= upper >>> 15;
      lower = Math.imul(lower ^ word, LOWER_FACTOR);
      lower ^= lower >>> 13;
    }
    for (let byte = from[at]!; byte !== QUOTE; byte = from[++at]!) {
      upper = Math.imul(upper ^ byte, UPPER_FACTOR);
      lower = Math.imul(lower ^ byte, LOWER_FACTOR);
      if (byte !== BACKSLASH) continue;
      byte = from[++at]!;
      if (!isCanonical && SHORT_ESCAPES[byte] !== 1) return -1;
      upper = Math.imul(upper ^ byte, UPPER_FACTOR);
      lower = Math.imul(lower ^ byte, LOWER_FACTOR);
    }
    this.#upper = upper;
    this.#lower = lower;
    return at + 1;
  }

  /** Hashes the text that begins here in the form that `JSON.stringify` would write. */
  #rareEscapes(): void {
    const from = this.#from;
    let at = this.#at + 1;
    while (from[at] !== QUOTE) at += from[at] === BACKSLASH ? 2 : 1;
    this.#hashText(Buffer.from(jsonIn(from, this.#at, at + 1)), 0, true);
    this.#at = at + 1;
  }

  /** A number, `true`, `false` or `null`. */
  #word(): void {
    const from = this.#from;
    const start = this.#at;
    let isPlain = true;
    let end = start;
    for (let byte = from[end]!; isWord(byte); byte = from[++end]!)
      if (byte === 0x2e || byte === 0x65 || byte === 0x45) isPlain = false;
    this.#at = end;
    if (isPlain || from[start]! > 0x39) return this.#bytes(first.word, from, start, end);
    const number = numberBytes(from, start, end);
    this.#bytes(first.word, number, 0, number.length);
  }

  #bytes(states: HashStates, bytes: Uint8Array, start: number, end: number): void {
    let { upper, lower } = states;
    for (let at = start; at < end; at++) {
      upper = Math.imul(upper ^ bytes[at]!, UPPER_FACTOR);
      lower = Math.imul(lower ^ bytes[at]!, LOWER_FACTOR);
    }
    this.#upper = upper;
    this.#lower = lower;
  }

  #set({ upper, lower }: HashStates): void {
    this.#upper = upper;
    this.#lower = lower;
  }
}

/** The hash of a text or a word in JSON. */
export function textHash(json: string): HashStates {
  const hash = new ContentHash();
  return hash.ofValue(json);
}

/** The hash of a field's name, which identifies the field in records. The name must not be a number. */
export function fieldName(field: string): HashStates {
  return textHash(JSON.stringify(field));
}

/** Whether any of the four bytes of a word is 0. */
function hasByte(word: number): boolean {
  return ((word - 0x01010101) & ~word & 0x80808080) !== 0;
}
