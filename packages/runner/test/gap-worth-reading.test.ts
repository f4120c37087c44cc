import { expect, test } from 'vitest';
import { GapWorthReading } from '../src/comparing/part/gap-worth-reading.ts';

test('a few seconds without other messages do not make a gap of hours worth reading', () => {
  const gap = new GapWorthReading();

  for (let stretch = 0; stretch < 20; stretch++) gap.take(0, 3);

  expect(gap.longestS).toBe(6000);
});

test('the gap has as many messages as a request costs, at the density that was met', () => {
  const gap = new GapWorthReading();

  for (let stretch = 0; stretch < 20; stretch++) gap.take(99, 1000);

  expect(gap.longestS).toBeCloseTo(100 / 0.099, -1);
});
