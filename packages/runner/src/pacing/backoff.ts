const FIRST_MS = 1000;
const LONGEST_MS = 60_000;

/**
 * Milliseconds to wait after a failure: 1 s, 2 s, 4 s … 60 s, of which chance takes away up to half, so that lanes and
 * machines that failed together do not come back together.
 *
 * @param failures in a row, from 1
 * @param random from 0 up to 1
 */
export function backoffMs(failures: number, random: number): number {
  return Math.min(FIRST_MS * 2 ** (failures - 1), LONGEST_MS) * (1 - random / 2);
}
