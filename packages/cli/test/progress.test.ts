import { Readable } from 'node:stream';
import { afterEach, expect, test, vi } from 'vitest';
import { byKind } from '@chatferry/contract';
import { noOutcomes, type Rate, type RunEvent } from '@chatferry/runner';
import { viewFor } from '../src/running/progress-view.ts';
import { Progress } from '@chatferry/job/planned';
import { sumLines } from '../src/running/sum-lines.ts';
import { deprecatedLine, progressDrawing, progressLine } from '../src/running/progress-lines.ts';

const planned = {
  ...byKind(() => ({ planned: 0 })),
  users: { planned: 100 },
  messages: { planned: 6000 },
};

const noPending = { ...noOutcomes, pending: 0 };

function settled(records: number, failed = 0): RunEvent {
  const change = { ...noOutcomes, created: records - failed, failed };
  return {
    type: 'batch-settled',
    kind: 'messages',
    lane: 0,
    seq: 1,
    records,
    change,
    requests: 1,
    answerMs: 9,
  };
}

/** Half of a minute in which 30 requests carried 1,500 messages. */
function halfAMinute(): Progress {
  const progress = new Progress(planned, 0);
  progress.take(
    { type: 'kind-finished', kind: 'users', counts: { ...noOutcomes, created: 100, pending: 0 } },
    0,
  );
  progress.take(
    { type: 'kind-started', kind: 'messages', counts: { ...noOutcomes, pending: 6000 } },
    0,
  );
  for (let second = 1; second <= 30; second++)
    progress.take(settled(50, second === 7 ? 2 : 0), second * 1000);
  return progress;
}

test('the drawing has a bar for each kind, its speed, the time left, and how the quota is used', () => {
  const lines = progressDrawing(halfAMinute(), 60, 30_000, { columns: 120 }).split('\n');

  expect(lines).toEqual([
    expect.stringMatching(/^26 %   30 s {80,}done about \d\d:\d\d$/),
    'users    ████████████████████████ 100 %  100 of 100',
    'messages ██████░░░░░░░░░░░░░░░░░░  25 %  1,500 of 6,000  3,000/min, 2 min left  2 failed',
    '60 requests/min, 100 % of the quota   50 records/s   answers 10 ms, 99 of 100 under 10 ms',
  ]);
});

test('the speed of a kind is that since it began, and not since the run did', () => {
  const progress = new Progress(planned, 0);
  progress.take(
    { type: 'kind-started', kind: 'users', counts: { ...noOutcomes, pending: 100 } },
    0,
  );
  progress.take({ ...settled(100), kind: 'users' } as RunEvent, 10_000);
  progress.take(
    { type: 'kind-started', kind: 'messages', counts: { ...noOutcomes, pending: 6000 } },
    20_000,
  );
  for (let second = 21; second <= 30; second++) progress.take(settled(50), second * 1000);

  expect(progressDrawing(progress, 'unlimited', 30_000, { columns: 120 })).toContain(
    '500 of 6,000  3,000/min, ',
  );
});

test('the time left of a kind is that of its own records', () => {
  const progress = new Progress(planned, 0);
  progress.take(
    { type: 'kind-started', kind: 'users', counts: { ...noOutcomes, pending: 100 } },
    0,
  );
  for (let second = 1; second <= 30; second++)
    progress.take({ ...settled(1), kind: 'users' } as RunEvent, second * 1000);

  expect(progress.remainingMs(30_000, 'users')).toBe((70 / 60) * 60_000);
  expect(progress.remainingMs(30_000)).toBe(((70 + 6000) / 60) * 60_000);
});

test('the cause of a delay, and the last error, are shown until it is over', () => {
  const progress = halfAMinute();
  progress.take(
    { type: 'waiting', why: 'trouble', until: 60_000, message: 'The service does not answer.' },
    31_000,
  );
  progress.take(
    {
      type: 'retrying',
      kind: 'messages',
      lane: 0,
      seq: 2,
      records: 50,
      attempts: 1,
      afterMs: 500,
      trouble: { code: 'HTTP 502', message: 'Bad gateway' },
    },
    31_000,
  );

  expect(progressDrawing(progress, 60, 31_000, { columns: 120 })).toContain(
    'waiting until 00:01:00 UTC: The service does not answer.\nlast trouble ',
  );

  progress.take({ type: 'going-on' }, 32_000);
  progress.take(settled(50), 33_000);

  expect(progressDrawing(progress, 60, 33_000, { columns: 120 })).not.toContain('waiting');
  // The latest trouble stays, with its age.
  expect(progressDrawing(progress, 60, 331_000, { columns: 120 })).toMatch(
    /last trouble \d\d:\d\d, 5 min ago: HTTP 502: Bad gateway$/,
  );
});

test('100 % means every record, and each loss is counted', () => {
  const progress = new Progress(planned, 0);
  const losses = { failed: 1, skipped: 2, unresolved: 3 };
  const counts = { ...noOutcomes, created: 5993, ...losses, pending: 1 };
  // What an earlier run has settled counts from the start.
  progress.take(
    { type: 'started', run: 2, counts: { ...byKind(() => noPending), messages: counts } },
    0,
  );

  expect(progressLine('messages', progress, 60, 0)).toBe(
    'messages 5,999 of 6,000 (99 %)  1 failed, 2 skipped, 3 unresolved',
  );
  progress.take(settled(1), 1000);
  expect(progressLine('messages', progress, 60, 1000)).toContain('6,000 of 6,000 (100 %)');
  const stopped = { ...noOutcomes, failed: 2, pending: 3000 };
  const reason = { code: 'interrupted', message: '', fix: '' } as const;
  progress.take(
    { type: 'stopped', reason, counts: { ...byKind(() => noPending), messages: stopped } },
    2000,
  );
  expect(progressLine('messages', progress, 60, 2000)).toBe(
    'messages 3,000 of 6,000 (50 %)  2 failed',
  );
});

test('a line for logs says the same of one kind', () => {
  expect(progressLine('messages', halfAMinute(), 'unlimited', 30_000)).toBe(
    'messages 1,500 of 6,000 (25 %)  2 failed, 60 requests/min, 2 min left in all',
  );
});

test('the first seconds never show more than all of the quota', () => {
  const progress = new Progress(planned, 0);
  progress.take(
    { type: 'kind-started', kind: 'messages', counts: { ...noOutcomes, pending: 6000 } },
    0,
  );
  // The first request leaves without a pause before it: eleven in ten seconds.
  for (let second = 0; second <= 10; second++) progress.take(settled(50), second * 1000);

  expect(progressDrawing(progress, 60, 10_000, { columns: 120 })).toContain(
    '\n60 requests/min, 100 % of the quota',
  );
  expect(progressDrawing(progress, 'unlimited', 10_000, { columns: 120 })).toContain(
    '\n66 requests/min',
  );
});

test('what is older than a minute does not count for the speed', () => {
  const progress = halfAMinute();

  expect(progress.pace.requestsPerMinute(60_000)).toBe(30);
  expect(progress.pace.requestsPerMinute(61_000)).toBe(29);
  expect(progress.pace.requestsPerMinute(200_000)).toBe(0);
  expect(progress.remainingMs(200_000)).toBeUndefined();
});

test('lines are cut to the width of the terminal', () => {
  const lines = progressDrawing(halfAMinute(), 60, 30_000, { columns: 30 }).split('\n');

  expect(lines.every((line) => line.length <= 30)).toBe(true);
});

test.each([120, 80, 60, 40, 30])(
  'in %i columns no line is longer, and the percent and the end are in view',
  (columns) => {
    const [head = '', ...lines] = progressDrawing(halfAMinute(), 60, 30_000, {
      columns,
      title: 'bulk → tram-depot, eu',
    }).split('\n');

    expect(head).toMatch(/26 %.*done about \d\d:\d\d$/);
    expect(head.startsWith('bulk → tram')).toBe(columns >= 60);
    for (const line of [head, ...lines]) expect(line.length).toBeLessThanOrEqual(columns);
  },
);

test('on a low terminal only the kind in progress has a bar', () => {
  const lines = progressDrawing(halfAMinute(), 60, 30_000, { columns: 80, rows: 4 }).split('\n');

  expect(lines.slice(1, 3)).toEqual([
    '1 kind done, 100 records',
    expect.stringMatching(/^messages █/),
  ]);
});

test('a paused run names the command that continues it, on a line of its own', () => {
  const progress = halfAMinute();
  const message = 'The run is paused.';
  progress.take({ type: 'waiting', why: 'paused', until: undefined, message }, 31_000);
  const frame = { columns: 40, resume: 'chatferry resume --job bulk' };

  const lines = progressDrawing(progress, 60, 211_000, frame).split('\n');

  expect(lines[0]).toMatch(/paused 3 min$/);
  expect(lines).toContain('chatferry resume --job bulk');
});

test('after a change of the quota the end is computed from the requests that are left', () => {
  const withRequests = { ...planned, messages: { planned: 6000, batches: 120 } };
  const progress = new Progress(withRequests, 0);
  progress.take(
    { type: 'kind-started', kind: 'messages', counts: { ...noOutcomes, pending: 6000 } },
    0,
  );
  const [first] = progressDrawing(progress, 60, 0, { columns: 80 }).split('\n');
  progress.take({ type: 'rate-changed', requestsPerMinute: 20 }, 1000);

  expect(first).toMatch(/done about .* by the plan$/);
  expect(progress.end(0, 60)).toEqual({ at: (120 * 60_000) / 60, isMeasured: false });
  expect(progress.end(0, 20)).toEqual({ at: (120 * 60_000) / 20, isMeasured: false });
});

test('someone else’s rate is the quota from then on', () => {
  const progress = halfAMinute();
  progress.take({ type: 'rate-changed', requestsPerMinute: 120 }, 30_000);
  const atOnce = progressDrawing(progress, 60, 30_000, { columns: 120 });
  for (let second = 31; second <= 50; second++) progress.take(settled(50), second * 1000);

  expect(atOnce).not.toContain('of the quota');
  expect(progressDrawing(progress, 60, 50_000, { columns: 120 })).toContain(
    '60 requests/min, 50 % of the quota',
  );
});

afterEach(() => {
  vi.useRealTimers();
});

/** What a log gets to see of a run. */
function logOf(quota: Rate): { view: ReturnType<typeof viewFor>; lines: string[] } {
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
  return { view: viewFor(io, {}, planned, quota, () => Date.now()), lines };
}

test('a log says that no answer comes while it does not come', () => {
  const { view, lines } = logOf(60);
  using _ = view;
  view.show(settled(50));
  vi.advanceTimersByTime(9000);
  const before = [...lines];
  vi.advanceTimersByTime(60_000);
  view.show({ type: 'waiting', why: 'paused', until: undefined, message: 'The run is paused.' });
  vi.advanceTimersByTime(300_000);

  expect(before).toEqual([]);
  expect(lines).toEqual([
    'no answer from the service for 10 s; still waiting for it',
    'waiting: The run is paused.',
  ]);
});

test('a log says once a minute that still no answer comes, and starts anew after one', () => {
  const { view, lines } = logOf('unlimited');
  using _ = view;
  vi.advanceTimersByTime(75_000);
  view.show(settled(50));
  vi.advanceTimersByTime(12_000);
  view.show({ type: 'finished', counts: byKind(() => noPending) });
  vi.advanceTimersByTime(100_000);

  expect(lines.map((line) => /for (.*);/.exec(line)?.[1] ?? 'progress')).toEqual([
    '10 s',
    '1 min',
    '10 s',
  ]);
});

test('what is silent because of a small quota is no silence', () => {
  const { view, lines } = logOf(1);
  using _ = view;
  vi.advanceTimersByTime(110_000);

  expect(lines).toEqual([]);
});

test('on a narrow terminal the bar gives way to the numbers', () => {
  const frame = { columns: 40 };
  const [, users, messages] = progressDrawing(halfAMinute(), 60, 30_000, frame).split('\n');

  expect(users).toBe('users    ████████████ 100 %  100 of 100');
  expect(messages).toBe('messages  25 %  1,500 of 6,000  2 failed');
});

test('neither speed nor time left is shown before it was measured', () => {
  const progress = new Progress(planned, 0);
  progress.take(
    { type: 'kind-started', kind: 'messages', counts: { ...noOutcomes, pending: 6000 } },
    0,
  );
  progress.take(settled(50), 1000);

  expect(progressDrawing(progress, 'unlimited', 1000, { columns: 120 })).toMatch(
    /50 of 6,000\nno quota$/,
  );
  for (const now of [9000, 20_000])
    expect(progressDrawing(progress, 60, now, { columns: 120 })).toMatch(
      /50 of 6,000\nquota 60 requests\/min$/,
    );
});

test('a trouble of several lines takes one', () => {
  const progress = halfAMinute();
  const trouble = { code: 'HTTP 502', message: '<html>\n  <h1>Bad gateway</h1>\n</html>' };
  const batch = { kind: 'messages', lane: 0, seq: 2, records: 50 } as const;
  progress.take({ type: 'retrying', ...batch, attempts: 1, afterMs: 500, trouble }, 31_000);

  expect(progressDrawing(progress, 60, 31_000, { columns: 120 }).split('\n').at(-1)).toMatch(
    /^last trouble \d\d:\d\d: HTTP 502: <html> <h1>Bad gateway<\/h1> <\/html>$/,
  );
});

test('a sum that is too wide for 80 columns continues under its first term', () => {
  const kind = {
    ...noOutcomes,
    made: 0,
    madeBy: {},
    pending: 0,
    rejected: 12_345,
    merged: 67,
    filtered: 0,
    unchanged: 0,
    changed: 0,
    updated: 0,
    failed: 1_000_000,
    skipped: 1_000_000,
  };
  const counts = { ...kind, created: 1_234_567, rows: 3_246_979 };
  const sums = byKind(() => counts);

  const lines = sumLines(sums);

  expect(lines.every((line) => line.length <= 80)).toBe(true);
  expect(lines.join(' ').replaceAll(/ +/g, ' ')).toContain(
    'users 3,246,979 = 1,234,567 created + 1,000,000 failed + 1,000,000 skipped + 12,345 rejected + 67 merged',
  );
});

test('an operation that the service ends is named with the day', () => {
  const event = { type: 'deprecated', operation: 'users.list' } as const;
  const ends = '2027-03-01T12:00:00.000Z';

  expect(deprecatedLine({ ...event, ends })).toContain('ends users.list on 2027-03-01');
  expect(deprecatedLine(event)).toContain('has deprecated users.list');
});
