import { hashOf } from '@chatferry/contract';

/** A hash of the bytes from an offset on, four at a time. Much faster than a hash of the content. @returns a number from 0 to 2^53 − 1 */
export function bytesHash(bytes: Uint8Array, start: number): number {
  // The states are 32-bit integers from the start: V8 calculates three times slower with a variable that once held a larger number.
  let upper = 0x9e3779b9 ^ bytes.length;
  let lower = 0x85ebca6b | 0;
  let at = start;
  for (; at + 4 <= bytes.length; at += 4) {
    const word =
      bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);
    upper = Math.imul(upper ^ word, 0x2c1b3c6d);
    upper ^= upper >>> 15;
    lower = Math.imul(lower ^ word, 0x297a2d39);
    lower ^= lower >>> 13;
  }
  for (; at < bytes.length; at++) {
    upper = Math.imul(upper ^ bytes[at]!, 0x2c1b3c6d);
    lower = Math.imul(lower ^ bytes[at]!, 0x297a2d39);
  }
  return hashOf(upper, lower);
}
