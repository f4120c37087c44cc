import { expect, test } from 'vitest';
import { parseTimetable } from '@chatferry/runner';
import { byKind } from '@chatferry/contract';
import { finishTime } from '../src/planning/finish-time.ts';
import { planFinishTime } from '../src/planning/plan-finish-time.ts';
import { oldestSentAt } from '../src/planning/oldest-sent-at.ts';

const utc = (text: string): number => Date.parse(`${text}Z`) / 1000;

test.each([
  ['2026-11-21T08:30:00', 6, '2026-05-22T08:30:00'],
  ['2026-08-31T00:00:00', 6, '2026-03-01T00:00:00'],
  ['2026-03-15T00:00:00', 3, '2025-12-16T00:00:00'],
  ['2026-03-15T00:00:00', 24, '2024-03-16T00:00:00'],
])(
  'at %s, with %d months of retention, messages are planned that were sent since %s',
  (now, months, oldest) => {
    expect(oldestSentAt(utc(now), months)).toBe(utc(oldest));
  },
);

test('when it would be done follows from the quota', () => {
  expect(finishTime(120, 60, 0)).toBe(120_000);
  expect(finishTime(120, 'unlimited', 0)).toBeUndefined();
  expect(finishTime(120, 0, 0)).toBeUndefined();
});

test('and from the time of day, where the quota does', () => {
  const nightly = parseTimetable('22:00-06:00 60/min, else 0/min', 'UTC');
  const evening = utc('2026-11-21T21:00:00') * 1000;

  expect(finishTime(120, nightly, evening)).toBe(utc('2026-11-21T22:02:00') * 1000);
});

test('follow-ups cost requests of the chat API, and not of the import', () => {
  const kinds = byKind(() => ({ batches: 0 }) as never) as Record<string, { batches: number }>;
  kinds['messages'] = { batches: 60 };
  kinds['friends'] = { batches: 20_000 };

  expect(planFinishTime({ kinds: kinds as never }, 60, 0)).toBe(3 * 60_000);
  // One sender: the first reply leaves at once, and each other one two seconds later.
  expect(planFinishTime({ kinds: kinds as never }, 60, 0, 121)).toBe(5 * 60_000);
  expect(planFinishTime({ kinds: kinds as never }, 'unlimited', 0)).toBeUndefined();
});
