import { Buffer } from 'node:buffer';

const { copy } = Buffer.prototype;

/**
 * Copies the bytes of `from` between two offsets to the offset `at` of `to`. The `set` of typed arrays copies memory that threads share
 * byte by byte, which takes ten times as long.
 */
export function copyBytes(
  from: Uint8Array,
  start: number,
  end: number,
  to: Uint8Array,
  at: number,
): void {
  copy.call(from, to, at, start, end);
}
