import { createHash } from 'node:crypto';
import { keyValues } from './key-text.ts';
import type { DatabaseRow } from './snapshot.ts';

/** Digests and their sums are whole numbers from 0 to this number, exclusive. The sum of two is still exact. */
export const DIGESTS: number = 2 ** 52;

/** Hexadecimal digits of an MD5 hash that make a digest. */
export const DIGEST_DIGITS = 13;

/** Numbers in one range of keys. */
export const NUMBERS_PER_RANGE = 10_000;

/** Hexadecimal digits of an MD5 hash that make the range of a key that is not a number. */
export const RANGE_DIGITS = 3;

/** The digest of a row: the digest that the server computed, or else the digest of its JSON. */
export function rowDigest({ json, digest }: Pick<DatabaseRow, 'json' | 'digest'>): number {
  if (digest !== undefined) return digest;
  return Number.parseInt(md5(json).slice(0, DIGEST_DIGITS), 16);
}

export function addDigests(one: number, other: number): number {
  return (one + other) % DIGESTS;
}

/** The columns of a key, and whether the key is one whole number. */
interface KeyColumns {
  readonly key: readonly string[];
  readonly isNumbered: boolean;
}

/**
 * The range of a key: of a number, of the hash of a value, or, for several values, of the hash of their hashes. New rows have the
 * highest numbers, so that they are in few ranges.
 */
export function rangeOfKey({ key, isNumbered }: KeyColumns, text: string): number {
  if (isNumbered) return Number(BigInt(text) / BigInt(NUMBERS_PER_RANGE));
  const hash =
    key.length === 1
      ? md5(text)
      : md5(
          keyValues(text, key.length)
            .map((value) => md5(value ?? ''))
            .join(''),
        );
  return Number.parseInt(hash.slice(0, RANGE_DIGITS), 16);
}

/** The first and the last number of a range. Division cuts off, so range 0 also has the negative numbers next to 0. */
export function boundsOf(range: number): readonly [from: bigint, to: bigint] {
  const size = BigInt(NUMBERS_PER_RANGE);
  const from = BigInt(range) * size;
  return [range > 0 ? from : from - size + 1n, range < 0 ? from : from + size - 1n];
}

function md5(text: string): string {
  return createHash('md5').update(text).digest('hex');
}
