import type { Row } from '@chatferry/contract';
import { QUOTE, SPACE } from '../cutting/scanner.ts';

const BACKSLASH = 0x5c;
const COLON = 0x3a;

/**
 * How an object is written:
 * - `shortest`: compact, without escapes, and all its numbers are whole and not too long for JavaScript. Nearly all rows have this form
 * - `compact`: no white space between its tokens, so its bytes can be sent unchanged
 * - `spaced`: with white space
 * - `repeated-key`: an object repeats a key, and programs disagree about which value counts
 */
export type JsonForm = 'shortest' | 'compact' | 'spaced' | 'repeated-key';

/** The bytes from `from` up to `to`, their text, and the value that `JSON.parse` returned for it. */
export interface ParsedJson {
  readonly text: string;
  readonly bytes: Uint8Array;
  readonly from: number;
  readonly to: number;
  readonly value: Row;
}

export function jsonForm({ text, bytes, from, to, value }: ParsedJson): JsonForm {
  // A text as short as its value allows has neither white space nor a repeated key, and only numbers whose length `lengthOf` knows.
  if (text.length === lengthOf(value)) return 'shortest';
  let members = 0;
  let isCompact = true;
  for (let at = from; at < to; at++) {
    const byte = bytes[at]!;
    if (byte === QUOTE) {
      for (at++; bytes[at] !== QUOTE; at++) if (bytes[at] === BACKSLASH) at++;
    } else if (byte === COLON) members++;
    else if (byte <= SPACE) isCompact = false;
  }
  if (members !== membersOf(value)) return 'repeated-key';
  return isCompact ? 'compact' : 'spaced';
}

/** The first key that an object in a valid JSON text has twice. */
export function repeatedKey(json: string): string | undefined {
  const open: Set<string>[] = [];
  const tokens = /"(?:[^"\\]|\\.)*"(\s*:)?|[{}]/g;
  for (const [token, colon] of json.matchAll(tokens)) {
    if (token === '{') open.push(new Set());
    else if (token === '}') open.pop();
    else if (colon !== undefined) {
      const key = JSON.parse(token.slice(0, -colon.length)) as string;
      if (open.at(-1)!.has(key)) return key;
      open.at(-1)!.add(key);
    }
  }
  return undefined;
}

/** Quotes, colon and comma of a member. */
const PUNCTUATION = 4;

/** The length of the shortest JSON for the value; NaN where computing it is too expensive. */
function lengthOf(value: unknown): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value === 'number') return lengthOfNumber(value);
  if (typeof value === 'boolean') return value ? 4 : 5;
  if (value === null) return 4;
  let length = 1;
  if (Array.isArray(value)) {
    for (const inner of value) length += lengthOf(inner) + 1;
    return value.length === 0 ? 2 : length;
  }
  for (const key in value as Row)
    length += key.length + PUNCTUATION + lengthOf((value as Row)[key]);
  return length === 1 ? 2 : length;
}

/** Only integers that end with three zeros have a shorter form, such as `1e3`. Fractions are rare. */
function lengthOfNumber(value: number): number {
  if (!Number.isSafeInteger(value) || (value % 1000 === 0 && value !== 0)) return Number.NaN;
  let length = value < 0 ? 2 : 1;
  for (let rest = Math.abs(value); rest >= 10; rest /= 10) length++;
  return length;
}

function membersOf(value: object): number {
  let members = 0;
  if (Array.isArray(value)) {
    for (const inner of value)
      if (typeof inner === 'object' && inner !== null) members += membersOf(inner as object);
    return members;
  }
  for (const key in value) {
    members++;
    const inner = (value as Record<string, unknown>)[key];
    if (typeof inner === 'object' && inner !== null) members += membersOf(inner);
  }
  return members;
}
