import { Buffer } from 'node:buffer';
import { canonicalNumber, numberInText } from '@chatferry/contract';

export const QUOTE = 0x22;
export const BACKSLASH = 0x5c;
export const COMMA = 0x2c;
export const OPEN_OBJECT = 0x7b;
export const CLOSE_OBJECT = 0x7d;
export const OPEN_LIST = 0x5b;
export const CLOSE_LIST = 0x5d;

/** Longer texts are not numbers. */
const NUMBER_BYTES = 400;

/** JSON in the form that `JSON.stringify` writes. */
export function jsonIn(from: Uint8Array, start: number, end: number): string {
  return JSON.stringify(JSON.parse(asText(from, start, end)));
}

/** The canonical number in the bytes of a text; undefined when the text is not a number. */
export function numberInBytes(from: Uint8Array, start: number, end: number): string | undefined {
  const byte = from[start]!;
  if (byte !== 0x2d && !isDigit(byte)) return undefined;
  if (end - start > NUMBER_BYTES) return undefined;
  for (let at = start + 1; at < end; at++)
    if (!isDigit(from[at]!) && !isInNumber(from[at]!)) return undefined;
  return numberInText(asText(from, start, end));
}

/** A number in JSON, in canonical form. */
export function numberBytes(from: Uint8Array, start: number, end: number): Uint8Array {
  return Buffer.from(canonicalNumber(asText(from, start, end)));
}

/** The number in a value, with or without quotes. */
export function numberIn(from: Uint8Array, start: number, end: number): number {
  const quotes = from[start] === QUOTE ? 1 : 0;
  let number = 0;
  for (let at = start + quotes; at < end - quotes; at++) {
    if (!isDigit(from[at]!)) return Number(asText(from, start + quotes, end - quotes));
    number = number * 10 + from[at]! - 0x30;
  }
  return number;
}

function asText({ buffer, byteOffset }: Uint8Array, start: number, end: number): string {
  return Buffer.from(buffer, byteOffset + start, end - start).toString();
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}

/** Whether numbers contain this byte in addition to digits. */
function isInNumber(byte: number): boolean {
  return byte === 0x2e || byte === 0x65 || byte === 0x2b || byte === 0x2d;
}

/** Characters that `JSON.stringify` writes as a backslash and one character: 1 at the index of that character's byte. */
export const SHORT_ESCAPES: Uint8Array = new Uint8Array(256);
for (const byte of Buffer.from('"\\bfnrt')) SHORT_ESCAPES[byte] = 1;

/** Whether a byte belongs to a number or a word: it is not a space, comma or bracket. */
export function isWord(byte: number): boolean {
  return byte > 0x20 && byte !== COMMA && byte !== CLOSE_OBJECT && byte !== CLOSE_LIST;
}
