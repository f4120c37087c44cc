import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { tmpdir } from 'node:os';
import { mkdtempDisposableSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseTimetable } from '@chatferry/runner';
import { LinesFile } from '../src/job/lines-file.ts';
import { finishTime } from '../src/planning/finish-time.ts';
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

test('a file appears when it is complete, and not at all otherwise', () => {
  using folder = mkdtempDisposableSync(path.join(tmpdir(), 'chatferry-lines-'));
  const whole = path.join(folder.path, 'whole');
  {
    using file = new LinesFile(whole);
    for (let line = 0; line < 20_000; line++) file.write(`line ${line} ⛴`);
    file.finish();
    using left = new LinesFile(path.join(folder.path, 'left'));
    left.write('half');
  }

  expect(readdirSync(folder.path)).toEqual(['whole']);
  const lines = readFileSync(whole, 'utf8').split('\n');
  expect(lines).toHaveLength(20_001);
  expect(lines[19_999]).toBe('line 19999 ⛴');
});
