import { expect, test } from 'vitest';
import { Spacing } from '../src/pacing/spacing.ts';

/** The waits of requests that ask at these times, a second apart, after one that was sent at 0. */
function waits(lateMs: number, times: readonly number[]): number[] {
  const spacing = new Spacing(lateMs, 0);
  return times.map((now) => {
    const wait = spacing.waitMs(now, 1000);
    const taken = spacing.take(now, 1000);
    expect(taken).toBe(Math.max(0, wait));
    return taken;
  });
}

test.each([
  ['on time', 100, [0, 0, 0], [1000, 2000, 3000]],
  ['a little late does not move those after it', 100, [1080, 1080], [0, 920]],
  ['as late as is allowed', 100, [1100, 1100], [0, 900]],
  ['later moves them by what is too much', 100, [1500, 1500], [0, 900]],
  ['late without an allowance moves them by all of it', 0, [1080, 1080], [0, 1000]],
  ['after an hour does not let two leave together', 100, [3_600_000, 3_600_000], [0, 900]],
])('a request %s', (_, lateMs, times, expected) => {
  expect(waits(lateMs, times)).toEqual(expected);
});
