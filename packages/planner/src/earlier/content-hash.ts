import { Buffer } from 'node:buffer';
import { hashOf, mixLower, mixUpper } from '@chatferry/contract';
import {
  BACKSLASH,
  CLOSE_LIST,
  CLOSE_OBJECT,
  COMMA,
  isNumber,
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

/** Four bytes with the character that ends a text, and four with that of an escape. */
const QUOTES = 0x22222222;
const BACKSLASHES = 0x5c5c5c5c;

/** Two states of 32 bits, which together are the hash of a text or a value. */
export interface HashStates {
  readonly upper: number;
  readonly lower: number;
}

/** The first states for each type of value, so that a text does not have the hash of a number. */
const first: Readonly<Record<'text' | 'word' | 'object' | 'list' | 'empty', HashStates>> = {
  text: { upper: 0x9e3779b9 | 0, lower: 0x85ebca6b | 0 },
  word: { upper: 0x27d4eb2f, lower: 0x165667b1 },
  object: { upper: 0x94d049bb | 0, lower: 0x133111eb },
  list: { upper: 0x7f4a7c15, lower: 0xbf58476d | 0 },
  empty: { upper: 0x2545f491, lower: 0x4f6cdd1d },
};

/**
 * Hashes JSON by its content, in one pass over its bytes: two values have the same hash when `canonicalJson` of contract
 * makes the same text of them, in whatever order and format their fields were read. The hashes of the members of an object
 * are added up, so that they need no order. It is made of every record of two exports, without an object for each value.
 */
export class ContentHash {
  /** The number in the field that was asked for; 0 without it. */
  number = 0;
  #from: Uint8Array = new Uint8Array(0);
  #at = 0;
  /** The hash of the text or value that was read last. */
  #upper = 0;
  #lower = 0;

  /**
   * @param wire contains one JSON value at the offset `at`
   * @param leftOut fields of the outermost object that are left out
   * @param wanted a field of the outermost object with a number to read
   * @returns a number from 0 to 2^53 − 1
   */
  of(
    wire: Uint8Array,
    at: number,
    leftOut: readonly HashStates[] = [],
    wanted?: HashStates,
  ): number {
    this.#from = wire;
    this.#at = at;
    this.number = 0;
    if (!this.#value(leftOut, wanted)) this.#set(first.empty);
    return hashOf(this.#upper, this.#lower);
  }

  /** @param text JSON */
  ofText(text: string): HashStates {
    this.#hashText(Buffer.from(text), 0, true);
    return { upper: this.#upper, lower: this.#lower };
  }

  /** @returns whether the value is not empty: an object or list with content, or anything else */
  #value(leftOut: readonly HashStates[] = [], wanted?: HashStates): boolean {
    const byte = this.#next();
    if (byte === OPEN_OBJECT) return this.#object(leftOut, wanted);
    if (byte === OPEN_LIST) return this.#list();
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

  #object(leftOut: readonly HashStates[], wanted: HashStates | undefined): boolean {
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
      const hasContent = this.#value();
      if (wanted !== undefined && wanted.upper === keyUpper && wanted.lower === keyLower)
        this.number = numberIn(this.#from, start, this.#at);
      if (!hasContent || isAmong(leftOut, keyUpper, keyLower)) continue;
      isEmpty = false;
      upper = (upper + mixUpper(mixUpper(keyUpper, this.#upper, this.#lower), keyLower, 0)) | 0;
      lower = (lower + mixLower(mixLower(keyLower, this.#lower, this.#upper), keyUpper, 0)) | 0;
    }
    this.#at++;
    this.#upper = mixUpper(first.object.upper, upper, lower);
    this.#lower = mixLower(first.object.lower, lower, upper);
    return !isEmpty;
  }

  #list(): boolean {
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
      upper = mixUpper(upper, this.#upper, this.#lower);
      lower = mixLower(lower, this.#lower, this.#upper);
    }
    this.#at++;
    this.#upper = upper;
    this.#lower = lower;
    return !isEmpty;
  }

  /** A text; a number if the text is one exactly as JSON prints it. */
  #textOrNumber(): void {
    const start = this.#at + 1;
    this.#text();
    const end = this.#at - 1;
    if (isNumber(this.#from, start, end)) this.#bytes(first.word, this.#from, start, end);
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
   * @param isCanonical whether all its escapes are as `JSON.stringify` writes them
   * @returns the offset one past the text; -1 when escapes have to be changed first
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

  /** Hashes the text that begins here as `JSON.stringify` would write it. */
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
    const number = Buffer.from(jsonIn(from, start, end));
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

/** The hash of the name of a field, by which it is found in records. */
export function fieldName(field: string): HashStates {
  const hash = new ContentHash();
  return hash.ofText(JSON.stringify(field));
}

function isAmong(names: readonly HashStates[], upper: number, lower: number): boolean {
  for (const name of names) if (name.upper === upper && name.lower === lower) return true;
  return false;
}

/** Whether one of the four bytes of a word is 0. */
function hasByte(word: number): boolean {
  return ((word - 0x01010101) & ~word & 0x80808080) !== 0;
}
