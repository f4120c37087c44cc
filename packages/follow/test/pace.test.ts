import { expect, test } from 'vitest';
import { fallingBehind } from '../src/following/pace.ts';

test.each([
  { name: 'rows change faster than they are sent', inMs: 300_000, tookMs: 420_000, is: true },
  { name: 'they are sent as fast as they change', inMs: 300_000, tookMs: 300_000, is: false },
  { name: 'a round is too short to show it', inMs: 20_000, tookMs: 40_000, is: false },
])('when $name, falling behind is $is', ({ inMs, tookMs, is }) => {
  expect(fallingBehind({ found: 21_000, inMs, tookMs })).toEqual(
    is ? { changedPerMinute: 4200, sentPerMinute: 3000 } : undefined,
  );
});
