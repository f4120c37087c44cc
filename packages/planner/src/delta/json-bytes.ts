import { Buffer } from 'node:buffer';
import { canonicalNumber, numberInText } from '@chatferry/contract';

export const QUOTE = 0x22;
export const BACKSLASH = 0x5c;
export const COMMA = 0x2c;
export const OPEN_OBJECT = 0x7b;
export const CLOSE_OBJECT = 0x7d;
export const OPEN_LIST = 0x5b;
export const CLOSE_LIST = 0x5d;

/** Texts that are longer are no numbers. */
const NUMBER_BYTES = 400;

/** JSON as `JSON.stringify` writes it. */
export function jsonIn(from: Uint8Array, start: number, end: number): string {
  return JSON.stringify(JSON.parse(asText(from, start, end)));
}

/** The number that the bytes of a text are, as numbers are compared; undefined when they are none. */
export function numberInBytes(from: Uint8Array, start: number, end: number): string | undefined {
  const byte = from[start]!;
  if (byte !== 0x2d && !isDigit(byte)) return undefined;
  if (end - start > NUMBER_BYTES) return undefined;
  for (let at = start + 1; at < end; at++)
    if (!isDigit(from[at]!) && !isInNumber(from[at]!)) return undefined;
  return numberInText(asText(from, start, end));
}

/** A number in JSON, as numbers are compared. */
export function numberBytes(from: Uint8Array, start: number, end: number): Uint8Array {
  return Buffer.from(canonicalNumber(asText(from, start, end)));
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
