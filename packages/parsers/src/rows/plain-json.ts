import { QUOTE, SPACE } from '../cutting/scanner.ts';

const BACKSLASH = 0x5c;
const COLON = 0x3a;

/**
 * Whether the bytes of a JSON object can be sent as they are: nothing between its tokens, and no key twice in one
 * object, which every reader would resolve in its own way.
 *
 * @param value what `JSON.parse` made of the bytes
 * @param added members that it has got since
 */
export function isPlainJson(
  bytes: Uint8Array,
  from: number,
  to: number,
  value: object,
  added: number,
): boolean {
  return membersIn(bytes, from, to) === membersOf(value) - added;
}

/** How many members the objects in a JSON text have; -1 when there is white space between its tokens. */
function membersIn(bytes: Uint8Array, from: number, to: number): number {
  let members = 0;
  for (let at = from; at < to; at++) {
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
