import { type Clock, systemClock } from '@chatferry/client';
import { expect, test } from 'vitest';
import { Deadline } from '../src/cut-over/deadline.ts';
import { type CutOver, notBegun } from '../src/state/cut-over-state.ts';

const frozen: CutOver = { ...notBegun, state: 'frozen', frozenAt: 10_000 };

const clockAt = (now: number): Clock => ({
  ...systemClock,
  now: () => now,
  monotonicMs: () => 500,
});

test('the deadline counts from the freeze, with what is left to do', () => {
  using deadline = new Deadline(frozen, 5000, clockAt(14_000));

  expect(deadline.remainingMs).toBe(1000);
  expect(deadline.isPassedAfter(999)).toBe(false);
  expect(deadline.isPassedAfter(1000)).toBe(true);
});

test('without a deadline there is always time', () => {
  using deadline = new Deadline(frozen, undefined, clockAt(1_000_000_000));

  expect(deadline.isPassedAfter(Number.MAX_SAFE_INTEGER)).toBe(false);
});

test('a clock that was set back since the freeze gives no more time than the deadline', () => {
  using deadline = new Deadline(frozen, 5000, clockAt(1000));

  expect(deadline.remainingMs).toBe(5000);
});
