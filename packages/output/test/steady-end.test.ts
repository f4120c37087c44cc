import { expect, test } from 'vitest';
import { SteadyEnd } from '../src/screens/steady-end.ts';

test('the shown end stays while the estimate changes by less than a minute, or 2 % of the time left', () => {
  const end = new SteadyEnd();
  const hour = 3_600_000;

  expect(
    [10, 10.1, 10.3, 10.29, undefined, 10.2].map((at) => end.take(at && at * hour, 0)),
  ).toEqual([10, 10, 10.3, 10.3, undefined, 10.2].map((at) => at && at * hour));
  expect([end.take(60_000, 0), end.take(119_000, 0), end.take(120_000, 0)]).toEqual([
    60_000, 60_000, 120_000,
  ]);
});
