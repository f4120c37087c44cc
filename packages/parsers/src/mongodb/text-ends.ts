const LF = 0x0a;
const SPACE = 0x20;
const QUOTE = 0x22;
const APOSTROPHE = 0x27;
const OPEN_BRACKET = 0x28;
const CLOSE_BRACKET = 0x29;
const SLASH = 0x2f;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

export function isLetter(byte: number): boolean {
  return (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a) || byte === 0x5f;
}

/** The offset one past an object; -1 when it is incomplete, -2 when the bytes are not one object. */
export function endOfObject(bytes: Uint8Array, open: number): number {
  let depth = 0;
  let last = COLON;
  for (let at = open; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (byte <= SPACE) continue;
    if (byte === QUOTE) {
      at = endOfText(bytes, at, QUOTE);
      if (at < 0) return at;
    } else if (byte === OPEN_OBJECT) {
      if (last !== COLON) return -2; // a line that was cut off, followed by another line
      depth++;
    } else if (byte === CLOSE_OBJECT && --depth === 0) return at + 1;
    last = byte;
  }
  return -1;
}

/** The offset one past the brackets of a call; -1 when they are incomplete, -2 when the bytes are not a call. */
export function endOfCall(bytes: Uint8Array, open: number): number {
  let depth = 0;
  for (let at = open; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === LF) return -2;
    if (byte === QUOTE || byte === APOSTROPHE) {
      at = endOfText(bytes, at, byte);
      if (at < 0) return at;
    } else if (byte === OPEN_BRACKET) depth++;
    else if (byte === CLOSE_BRACKET && --depth === 0) return at + 1;
  }
  return -1;
}

/** The offset of the closing quote; -1 when it has not arrived, -2 when the line ends before it. */
export function endOfText(bytes: Uint8Array, open: number, quote: number): number {
  let at = open + 1;
  while (at < bytes.length && bytes[at] !== quote && bytes[at] !== LF)
    at += bytes[at] === BACKSLASH ? 2 : 1;
  if (at >= bytes.length) return -1;
  return bytes[at] === LF ? -2 : at;
}

/** Reads a pattern and its options on one line. @returns the offset one past the pattern, or -1 */
export function endOfPattern(bytes: Uint8Array, open: number): number {
  let at = open + 1;
  while (at < bytes.length && bytes[at] !== SLASH && bytes[at] !== LF)
    at += bytes[at] === BACKSLASH ? 2 : 1;
  if (bytes[at] !== SLASH) return -1;
  at++;
  while (at < bytes.length && isLetter(bytes[at]!)) at++;
  return at < bytes.length ? at : -1;
}
