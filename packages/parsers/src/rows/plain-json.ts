import type { Row } from '@chatferry/contract';
import { QUOTE, SPACE } from '../cutting/scanner.ts';

const BACKSLASH = 0x5c;
const COLON = 0x3a;

/** A row of JSON: its text, the same as bytes, and what `JSON.parse` made of it. */
export interface ParsedJson {
  readonly text: string;
  readonly bytes: Uint8Array;
  readonly value: Row;
  /** A member that the value has got since, if any. */
  readonly added?: string;
}

/**
 * Whether the bytes of a JSON object can be sent as they are: nothing between its tokens, and no key twice in one
 * object, which every reader would resolve in its own way.
 */
export function isPlainJson({ text, bytes, value, added }: ParsedJson): boolean {
  const isAdded = added !== undefined && value[added] !== undefined;
  const members = isAdded ? 1 : 0;
  const length = isAdded ? lengthOf(value[added]) + added.length + PUNCTUATION : 0;
  // What takes no more room than its value needs has nothing in it besides. That is nearly always so, and soon seen.
  if (text.length === lengthOf(value) - length) return true;
  return membersIn(bytes) === membersOf(value) - members;
}

/** Quotes, colon and comma of a member. */
const PUNCTUATION = 4;

/** Characters of the shortest JSON that means the value; NaN where that is not worth finding out. */
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

/** Only what has three zeros at its end can be written shorter, such as `1e3`; fractions are rare. */
function lengthOfNumber(value: number): number {
  if (!Number.isSafeInteger(value) || (value % 1000 === 0 && value !== 0)) return Number.NaN;
  let length = value < 0 ? 2 : 1;
  for (let rest = Math.abs(value); rest >= 10; rest /= 10) length++;
  return length;
}

/** How many members the objects in a JSON text have; -1 when there is white space between its tokens. */
function membersIn(bytes: Uint8Array): number {
  let members = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (byte === QUOTE) {
      for (at++; bytes[at] !== QUOTE; at++) if (bytes[at] === BACKSLASH) at++;
    } else if (byte === COLON) members++;
    else if (byte <= SPACE) return -1;
  }
  return members;
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
