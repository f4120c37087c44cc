import type { Kind } from '@chatferry/contract';
import type { VerifyEvent } from '@chatferry/job';
import type { Rate } from '@chatferry/runner';
import { afterEach, expect, test, vi } from 'vitest';
import { VerifyProgress } from '@chatferry/job/planned';
import { live } from '../src/screens/live.ts';
import { verifyDrawing, verifyLine } from '../src/verifying/verify-drawing.ts';
import { logIo } from './support/log-io.ts';

const kinds: VerifyEvent['kinds'] = [
  { kind: 'users', planned: 1000, requests: 2 },
  { kind: 'messages', planned: 8000, requests: 9 },
  { kind: 'reactions', planned: 1000, requests: 2000 },
];

function event(kind: Kind, records: number, requests: number, more: object = {}): VerifyEvent {
  const { planned } = kinds.find((each) => each.kind === kind)!;
  return { step: 'reading', kind, records, planned, requests, kinds, found: {}, ...more };
}

/** Half of the messages were read in 20 seconds, in 10 requests. */
function halfOfTheMessages(): VerifyProgress {
  const progress = new VerifyProgress(0);
  for (let second = 2; second <= 20; second += 2)
    progress.take(event('messages', 4000, second / 2, { answerMs: 80 }), second * 1000);
  return progress;
}

const title = 'bulk ⇄ tram-depot, eu';

function drawing(progress: VerifyProgress, quota: Rate, columns: number, at = 20_000): string[] {
  return verifyDrawing(progress, quota, title, { columns, rows: 24, now: at });
}

test('the drawing has a line with the end, a bar for each kind, and the rates', () => {
  expect(drawing(halfOfTheMessages(), 60, 120)).toEqual([
    // 2,004.5 requests are left: those of reactions, and half of those of messages.
    expect.stringMatching(/^bulk ⇄ tram-depot, eu   50 %   20 s {50,}done about .*\d\d:\d\d$/),
    'users      ████████████████████████████████████ 100 %  1,000 of 1,000  all same',
    'messages   ██████████████████░░░░░░░░░░░░░░░░░░  50 %  4,000 of 8,000  reading',
    'reactions  ░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░   0 %      0 of 1,000',
    '200 records/s   50 % of 60 requests/min   answers 80 ms, 99 of 100 under 80 ms',
  ]);
});

const different = {
  different: 2,
  missing: 1,
  doubled: 0,
  field: {
    field: 'data.text',
    records: 2,
    examples: [{ id: 'post-58120', file: 'messages.ndjson.gz', line: 702 }],
  },
};

test.each([
  [
    120,
    'messages so far: 2 differ, 1 missing; data.text in 2, such as post-58120 (messages.ndjson.gz:702)',
  ],
  [80, 'messages so far: 2 differ, 1 missing; data.text in 2'],
  [40, 'messages so far: 2 differ, 1 missing'],
])('in %i columns what differs so far is shown', (columns, line) => {
  const progress = halfOfTheMessages();
  progress.take(event('messages', 4000, 10, { found: { messages: different } }), 20_000);
  const lines = drawing(progress, 60, columns);

  expect(lines).toContain(line);
  expect(lines.every((each) => each.length <= columns)).toBe(true);
  expect(lines[0]).toMatch(/50 %.*done about/);
  expect(verifyLine(progress, 60, 20_000)).toMatch(
    /^reading messages 4,000 of 8,000 \(50 %\), 2 differ, 1 missing, all 50 %, 50 % of 60 requests\/min, done about /,
  );
});

test('a line for logs states the same, and no end before the rate is known or when the app holds more', () => {
  const early = new VerifyProgress(0);
  early.take(event('users', 0, 1), 1000);
  const more = halfOfTheMessages();
  more.take(event('messages', 9000, 11), 21_000);
  const compared = halfOfTheMessages();
  compared.take(event('messages', 80, 11, { step: 'comparing' }), 21_000);

  expect(verifyLine(early, 500, 1000)).toBe(
    'reading users 0 of 1,000 (0 %), all 0 %, quota 500 requests/min',
  );
  expect(verifyLine(more, 'unlimited', 21_000)).toBe(
    'reading messages 8,000 of 8,000 (100 %), all 90 %, 31 requests/min',
  );
  expect(drawing(more, 60, 120, 21_000).join('\n')).toContain(
    '8,000 of 8,000  reading, 9,000 held',
  );
  expect(verifyLine(compared, 'unlimited', 21_000)).toMatch(
    /^comparing messages 8,000 of 8,000 \(100 %\), all same, all 90 %, 31 requests\/min, done about /,
  );
});

afterEach(() => {
  vi.useRealTimers();
});

function now(): number {
  return Date.now();
}

test('a log gets a line every ten seconds, and one when no answer comes', () => {
  vi.useFakeTimers({ now: 0 });
  const lines: string[] = [];
  const io = logIo(lines);
  const progress = new VerifyProgress(0);
  const text = {
    drawing: () => [],
    line: (at: number) => verifyLine(progress, 60, at),
    silentMs: (at: number) => progress.silentMs(at, 60),
  };
  using shown = live(io, {}, text, now);
  for (let second = 1; second <= 25; second++) {
    vi.advanceTimersByTime(1000);
    for (const records of [second, second + 1]) {
      progress.take(event('users', records, second), now());
      shown.progressed();
    }
  }
  const regular = [...lines];
  vi.advanceTimersByTime(15_000);

  expect(regular).toEqual([
    expect.stringMatching(/^1970-01-01, times in /),
    expect.stringMatching(/^\d\d:\d\d:10 reading users 10 of 1,000 \(1 %\), all 0 %, 100 % of 60/),
    expect.stringMatching(/^\d\d:\d\d:20 reading users 20 of 1,000 \(2 %\), all 0 %, 100 % of 60/),
  ]);
  expect(lines.slice(3)).toEqual([
    expect.stringMatching(/ no answer from the service for 10 s; still waiting for it$/),
  ]);
});
