import { createHash } from 'node:crypto';

/** Digests, and sums of them, are whole numbers from 0 to this one, exclusive. A sum of two is still exact. */
export const DIGESTS: number = 2 ** 52;

/** Hexadecimal digits of an MD5 hash that make a digest. */
export const DIGEST_DIGITS = 13;

/** Numbers in one range of keys. */
export const NUMBERS_PER_RANGE = 10_000;

/** Hexadecimal digits of an MD5 hash that make the range of a key that is no number. */
export const RANGE_DIGITS = 3;

/** The digest of a row as JSON. */
export function rowDigest(json: string): number {
  return Number.parseInt(md5(json).slice(0, DIGEST_DIGITS), 16);
}

export function addDigests(one: number, other: number): number {
  return (one + other) % DIGESTS;
}

/**
 * The range of a key. New rows have the last numbers, so that they are in few ranges.
 *
 * @param isNumbered whether the key is a whole number
 */
export function rangeOfKey(key: string, isNumbered: boolean): number {
  // Without a sign: -0 is no range.
  if (isNumbered) return Math.trunc(Number(key) / NUMBERS_PER_RANGE) + 0;
  return Number.parseInt(md5(key).slice(0, RANGE_DIGITS), 16);
}

function md5(text: string): string {
  return createHash('md5').update(text).digest('hex');
}
