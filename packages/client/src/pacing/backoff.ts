export interface Backoff {
  /** Longest pause after the first failure, in milliseconds. */
  readonly firstMs: number;
  /** Longest pause, in milliseconds. */
  readonly longestMs: number;
}

/**
 * Milliseconds to wait after a failure. The pause doubles with each failure in a row: `firstMs`, 2 × `firstMs`, … `longestMs`. The random
 * number reduces it by up to half, so that callers that failed together do not repeat together.
 *
 * @param failures in a row, from 1
 * @param random from 0 up to 1
 */
export function backoffMs(
  failures: number,
  random: number,
  { firstMs, longestMs }: Backoff,
): number {
  return Math.min(firstMs * 2 ** (failures - 1), longestMs) * (1 - random / 2);
}
