import { Buffer } from 'node:buffer';

export const QUOTE = 0x22;
export const BACKSLASH = 0x5c;
export const COMMA = 0x2c;
export const OPEN_OBJECT = 0x7b;
export const CLOSE_OBJECT = 0x7d;
export const OPEN_LIST = 0x5b;
export const CLOSE_LIST = 0x5d;

/** Numbers as JSON prints them are at most this long. */
const NUMBER_BYTES = 25;

/** JSON as `JSON.stringify` writes it. */
export function jsonIn(from: Uint8Array, start: number, end: number): string {
  return JSON.stringify(JSON.parse(asText(from, start, end)));
}

/** Whether the bytes of a text are a number exactly as JSON prints it. */
export function isNumber(from: Uint8Array, start: number, end: number): boolean {
  const byte = from[start]!;
  if (byte !== 0x2d && !isDigit(byte)) return false;
  if (end - start > NUMBER_BYTES) return false;
  for (let at = start + 1; at < end; at++)
    if (!isDigit(from[at]!) && !isInNumber(from[at]!)) return false;
  const text = asText(from, start, end);
  return Number.isFinite(Number(text)) && String(Number(text)) === text;
}

/** The number that a value is, with or without quotes. */
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

/** Characters that `JSON.stringify` writes as a backslash and one character: 1 at the byte of the latter. */
export const SHORT_ESCAPES: Uint8Array = new Uint8Array(256);
for (const byte of Buffer.from('"\\bfnrt')) SHORT_ESCAPES[byte] = 1;

/** Whether a byte belongs to a number or a word: it is no space, comma or bracket. */
export function isWord(byte: number): boolean {
  return byte > 0x20 && byte !== COMMA && byte !== CLOSE_OBJECT && byte !== CLOSE_LIST;
}
