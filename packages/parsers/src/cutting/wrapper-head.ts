import { CR, LF, QUOTE, SPACE, TAB } from './scanner.ts';

const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const OPEN_OBJECT = 0x7b;

/**
 * Checks whether a file begins with an object that contains its rows, as in `{"users":[`.
 *
 * @param from offset of the first byte that is not blank
 * @returns the offset one past the bracket; undefined when the file begins otherwise, `more` when more bytes are needed to decide
 */
export function wrapperHead(
  bytes: Uint8Array,
  from: number,
  to: number,
  key: string,
): number | 'more' | undefined {
  const wanted = [
    OPEN_OBJECT,
    QUOTE,
    ...Array.from(key, (letter) => letter.charCodeAt(0)),
    QUOTE,
    COLON,
    OPEN_LIST,
  ];
  const blanksBefore = new Set([1, wanted.length - 2, wanted.length - 1]);
  let at = from;
  for (const [index, byte] of wanted.entries()) {
    if (blanksBefore.has(index)) while (at < to && isBlank(bytes[at]!)) at++;
    if (at >= to) return 'more';
    if (bytes[at++] !== byte) return undefined;
  }
  return at;
}

function isBlank(byte: number): boolean {
  return byte === SPACE || byte === TAB || byte === CR || byte === LF;
}
