import { Readable } from 'node:stream';
import type { Kind } from '@chatferry/contract';
import type { VerifyEvent } from '@chatferry/job';
import type { Rate } from '@chatferry/runner';
import { afterEach, expect, test, vi } from 'vitest';
import { VerifyProgress } from '@chatferry/job/planned';
import {
  verifyDrawing,
  verifyLine,
  verifyProgressView,
} from '../src/verifying/verify-progress-view.ts';
import { writeForum } from './support/forum.ts';
import { startRig } from './support/rig.ts';

const kinds: VerifyEvent['kinds'] = [
  { kind: 'users', planned: 1000, requests: 2 },
  { kind: 'messages', planned: 8000, requests: 9 },
  { kind: 'reactions', planned: 1000, requests: 2000 },
];

function event(kind: Kind, records: number, requests: number, more: object = {}): VerifyEvent {
  const { planned } = kinds.find((each) => each.kind === kind)!;
  return { step: 'reading', kind, records, planned, requests, kinds, ...more };
}

/** Half of the messages were read in 20 seconds, in 10 requests. */
function halfOfTheMessages(): VerifyProgress {
  const progress = new VerifyProgress(0);
  for (let second = 2; second <= 20; second += 2)
    progress.take(event('messages', 4000, second / 2), second * 1000);
  return progress;
}

test('the drawing has a bar for each kind, and share, rate and end of all kinds together', () => {
  const lines = verifyDrawing(halfOfTheMessages(), 60, 20_000, 120).split('\n');

  expect(lines).toEqual([
    'users     ████████████████████████ 100 %  1,000 of 1,000',
    'messages  ████████████░░░░░░░░░░░░  50 %  4,000 of 8,000  reading',
    'reactions ░░░░░░░░░░░░░░░░░░░░░░░░   0 %      0 of 1,000',
    // 2,004.5 requests are left: those of reactions, and half of those of messages.
    '50 % in all, 30 requests/min, 50 % of the quota, about 1 h 7 min left, done about 1970-01-01 01:07 UTC',
  ]);
});

test('a narrow terminal shows the share and the time left', () => {
  const lines = verifyDrawing(halfOfTheMessages(), 60, 20_000, 40).split('\n');

  expect(lines.at(-1)).toBe('50 % in all, about 1 h 7 min left');
  expect(lines.every((line) => line.length <= 40)).toBe(true);
});

test('a line for logs states the same, and no end before the rate is known or when the app holds more', () => {
  const early = new VerifyProgress(0);
  early.take(event('users', 0, 1), 1000);
  const more = halfOfTheMessages();
  more.take(event('messages', 9000, 11), 21_000);
  const compared = halfOfTheMessages();
  compared.take(event('messages', 80, 11, { step: 'comparing' }), 21_000);

  expect(verifyLine(early, 500, 1000)).toBe(
    'reading users 0 of 1,000 (0 %), 0 % in all, quota 500 requests/min',
  );
  expect(verifyLine(more, 'unlimited', 21_000)).toBe(
    'reading messages 8,000 of 8,000 (100 %), 90 % in all, 31 requests/min',
  );
  expect(verifyDrawing(more, 60, 21_000, 120)).toContain(
    '8,000 of 8,000  reading, 9,000 held so far',
  );
  expect(verifyLine(compared, 'unlimited', 21_000)).toMatch(
    /^comparing messages 80 of 8,000 \(1 %\), 10 % in all, 31 requests\/min, about 1 h 4 min left, done about /,
  );
});

afterEach(() => {
  vi.useRealTimers();
});

function logOf(quota: Rate): { view: ReturnType<typeof verifyProgressView>; lines: string[] } {
  vi.useFakeTimers({ now: 0 });
  const lines: string[] = [];
  const io = {
    out: () => {},
    err: (line: string) => void lines.push(line),
    stdin: Readable.from([]),
    env: {},
    screen: undefined,
    onInterrupt: () => () => {},
  };
  return { view: verifyProgressView(io, {}, quota, () => Date.now()), lines };
}

test('a log gets a line every ten seconds, and one when no answer comes', () => {
  const { view, lines } = logOf(60);
  using _ = view;
  for (let second = 1; second <= 25; second++) {
    vi.advanceTimersByTime(1000);
    for (const records of [second, second + 1]) view.show(event('users', records, second));
  }
  const regular = [...lines];
  vi.advanceTimersByTime(15_000);

  expect(regular).toEqual([
    expect.stringMatching(/^reading users 10 of 1,000 \(1 %\), 0 % in all, 60 requests\/min/),
    expect.stringMatching(/^reading users 20 of 1,000 \(2 %\), 0 % in all, 60 requests\/min/),
  ]);
  expect(lines.slice(2)).toEqual(['no answer from the service for 10 s; still waiting for it']);
});

test('a terminal shows the progress until the end, and then only the result', async () => {
  await using rig = await startRig();
  await rig.cli(['import', writeForum(rig), ...rig.target]);
  rig.service.setFaults([{ fault: 'latency', operation: 'messages.list', ms: 600 }]);
  const drawn: string[] = [];
  const screen = {
    columns: () => 120,
    draw: (text: string) => void drawn.push(text),
    clear: () => {},
    done: () => void drawn.push('done'),
  };

  const { status } = await rig.cli(['verify', ...rig.target.slice(0, 2)], { screen });

  expect(status).toBe(0);
  expect(drawn).toContainEqual(
    expect.stringMatching(/^messages .* 0 of 120 {2}reading\n6 % in all, no quota$/m),
  );
  expect(drawn.slice(-2)).toEqual(['', 'done']);
});
