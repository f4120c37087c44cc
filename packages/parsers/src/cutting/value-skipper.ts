import { CR, LF, QUOTE, SPACE, TAB } from './scanner.ts';

const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Finds the end of a JSON value that may arrive in pieces. Looks at strings and brackets only. */
export class ValueSkipper {
  #depth = 0;
  #isInString = false;
  #isEscaped = false;
  #hasBegun = false;
  /** Whether the value is a number or word, whose end shows only in the next byte. */
  isScalar = false;

  begin(): void {
    this.#depth = 0;
    this.#isInString = this.#isEscaped = this.#hasBegun = this.isScalar = false;
  }

  /** @returns the offset one past the value; -1 when it does not end before `to` */
  skip(bytes: Uint8Array, from: number, to: number): number {
    let at = from;
    let depth = this.#depth;
    while (at < to) {
      if (this.#isInString) {
        at = this.#endOfString(bytes, at, to);
        if (this.#isInString) break;
        if (depth === 0) return at;
        continue;
      }
      const byte = bytes[at]!;
      if (this.isScalar) {
        if (endsScalar(byte)) return at;
      } else if (byte === QUOTE) this.#isInString = true;
      else if (byte === OPEN_OBJECT || byte === OPEN_LIST) depth++;
      else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
        if (--depth === 0) return at + 1;
      } else if (!this.#hasBegun) this.isScalar = true;
      this.#hasBegun = true;
      at++;
    }
    this.#depth = depth;
    return this.isScalar ? to : -1;
  }

  /** @returns the offset one past the string, or the end of the bytes when the string continues */
  #endOfString(bytes: Uint8Array, from: number, to: number): number {
    let at = from;
    if (this.#isEscaped) {
      this.#isEscaped = false;
      at++;
    }
    for (; at < to; at++) {
      const byte = bytes[at];
      if (byte === QUOTE) {
        this.#isInString = false;
        return at + 1;
      }
      if (byte === BACKSLASH) at++;
    }
    // The last byte was a backslash, which escapes the first byte of the next piece.
    this.#isEscaped = at > to;
    return to;
  }
}

function endsScalar(byte: number): boolean {
  const isBlank = byte === SPACE || byte === TAB || byte === LF || byte === CR;
  return isBlank || byte === COMMA || byte === CLOSE_LIST || byte === CLOSE_OBJECT;
}
