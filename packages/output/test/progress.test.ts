import { afterEach, expect, test, vi } from 'vitest';
import { byKind } from '@chatferry/contract';
import { noOutcomes, type Rate, type RunEvent } from '@chatferry/runner';
import { Progress, runProgress } from '@chatferry/job/planned';
import { runDrawing, runLine } from '../src/running/run-drawing.ts';
import { deprecatedLine, RunScreen } from '../src/running/run-screen.ts';
import { sumLines } from '../src/running/sum-lines.ts';
import { logIo } from './support/log-io.ts';

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
    inFlight: 3,
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

const about = {
  title: '',
  resume: 'chatferry resume --job bulk',
  rate: (quota: string) => `chatferry rate ${quota} --job bulk`,
};

function drawing(
  progress: Progress,
  rate: Rate,
  now: number,
  { columns = 120, rows = 24, title = '' } = {},
): string[] {
  const run = runProgress(progress, { rate }, now);
  return runDrawing(run, { ...about, title }, { columns, rows, now });
}

function lineOf(progress: Progress, rate: Rate, now: number): string {
  return runLine(runProgress(progress, { rate }, now), 'messages', now);
}

test('the drawing has a bar for each kind, its speed, the time left, and how the quota is used', () => {
  expect(drawing(halfAMinute(), 60, 30_000)).toEqual([
    expect.stringMatching(/^26 %   30 s {80,}done about \d\d:\d\d$/),
    'users     ████████████████████████████████████ 100 %    100 of 100',
    'messages  █████████░░░░░░░░░░░░░░░░░░░░░░░░░░░  25 %  1,500 of 6,000  3,000/min, 2 min left',
    `${' '.repeat(54)}2 failed`,
    '50 records/s   100 % of 60 requests/min   3 in flight   answers 10 ms, 99 of 100 under 10 ms',
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

  expect(drawing(progress, 'unlimited', 30_000)[2]).toContain('  500 of 6,000  3,000/min, ');
});

test('the time left of a kind is that of its own records', () => {
  const progress = new Progress(planned, 0);
  progress.take(
    { type: 'kind-started', kind: 'users', counts: { ...noOutcomes, pending: 100 } },
    0,
  );
  for (let second = 1; second <= 30; second++)
    progress.take({ ...settled(1), kind: 'users' } as RunEvent, second * 1000);
  const { kinds, remainingMs } = runProgress(progress, { rate: 'unlimited' }, 30_000);

  expect(kinds.users?.remainingMs).toBe((70 / 60) * 60_000);
  expect(remainingMs).toBe(((70 + 6000) / 60) * 60_000);
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

  expect(drawing(progress, 60, 31_000).slice(-2)).toEqual([
    expect.stringMatching(
      /^waiting: The service does not answer. Next try \d\d:01:00 \(in 29 s\)$/,
    ),
    expect.stringMatching(/^last trouble \d\d:\d\d: HTTP 502, 1 request sent again$/),
  ]);

  progress.take({ type: 'going-on' }, 32_000);
  progress.take(settled(50), 33_000);

  expect(drawing(progress, 60, 33_000).join('\n')).not.toContain('waiting');
  // The latest trouble stays, with its age.
  expect(drawing(progress, 60, 331_000).at(-1)).toMatch(
    /last trouble \d\d:\d\d, 5 min ago: HTTP 502, 1 request sent again$/,
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

  expect(lineOf(progress, 60, 0)).toBe(
    'messages 5,999 of 6,000 (99 %), 1 failed, 2 skipped, 3 unresolved, all 99 %',
  );
  progress.take(settled(1), 1000);
  expect(lineOf(progress, 60, 1000)).toContain('6,000 of 6,000 (100 %)');
  const stopped = { ...noOutcomes, failed: 2, pending: 3000 };
  const reason = { code: 'interrupted', message: '', fix: '' } as const;
  progress.take(
    { type: 'stopped', reason, counts: { ...byKind(() => noPending), messages: stopped } },
    2000,
  );
  expect(lineOf(progress, 60, 2000)).toBe('messages 3,000 of 6,000 (50 %), 2 failed, all 50 %');
});

test('a line for logs says the same of one kind', () => {
  expect(lineOf(halfAMinute(), 'unlimited', 30_000)).toMatch(
    /^messages 1,500 of 6,000 \(25 %\), 2 failed, all 26 %, 50 records\/s, 60 requests\/min, done about \d\d:\d\d$/,
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

  expect(drawing(progress, 60, 10_000).at(-1)).toContain('100 % of 60 requests/min');
  expect(drawing(progress, 'unlimited', 10_000).at(-1)).toContain('66 requests/min');
});

test('what is older than a minute does not count for the speed', () => {
  const progress = halfAMinute();

  expect(progress.pace.requestsPerMinute(60_000)).toBe(30);
  expect(progress.pace.requestsPerMinute(61_000)).toBe(29);
  expect(progress.pace.requestsPerMinute(200_000)).toBe(0);
  expect(runProgress(progress, { rate: 60 }, 200_000).endsAt).toBeUndefined();
});

test.each([120, 80, 60, 40, 30])(
  'in %i columns no line is longer, and the percent, the end and the losses are in view',
  (columns) => {
    const [head = '', ...lines] = drawing(halfAMinute(), 60, 30_000, {
      columns,
      title: 'bulk → tram-depot, eu',
    });

    expect(head).toMatch(/26 %.*done about \d\d:\d\d$/);
    expect(head.startsWith('bulk → tram')).toBe(columns >= 60);
    expect(lines.some((line) => line.trim() === '2 failed')).toBe(true);
    for (const line of [head, ...lines]) expect(line.length).toBeLessThanOrEqual(columns);
  },
);

test('on a low terminal only the kind in progress has a bar', () => {
  const lines = drawing(halfAMinute(), 60, 30_000, { columns: 80, rows: 4 });

  expect(lines.slice(1, 3)).toEqual([
    '1 kind done, 100 records',
    expect.stringMatching(/^messages █/),
  ]);
});

test('a paused run names the command that continues it, on a line of its own where it does not fit', () => {
  const progress = halfAMinute();
  const message = 'The run is paused.';
  progress.take({ type: 'waiting', why: 'paused', until: undefined, message }, 31_000);
  const narrow = drawing(progress, 60, 211_000, { columns: 40 });

  expect(narrow[0]).toMatch(/paused 3 min$/);
  expect(narrow.slice(-2)).toEqual([
    expect.stringMatching(/^paused at \d\d:\d\d\. Resume with:$/),
    'chatferry resume --job bulk',
  ]);
  expect(drawing(progress, 60, 211_000, { columns: 80 }).at(-1)).toMatch(
    /^paused at \d\d:\d\d by `chatferry pause`\. Resume with: chatferry resume --job bulk$/,
  );
});

test('after a change of the quota the end is computed from the requests that are left', () => {
  const withRequests = { ...planned, messages: { planned: 6000, batches: 120 } };
  const progress = new Progress(withRequests, 0);
  const counts = { ...noOutcomes, pending: 6000 };
  progress.take({ type: 'kind-finished', kind: 'users', counts: { ...noOutcomes, pending: 0 } }, 0);
  progress.take({ type: 'kind-started', kind: 'messages', counts }, 0);
  const [first] = drawing(progress, 60, 0, { columns: 80 });
  progress.take({ type: 'rate-changed', requestsPerMinute: 20 }, 1000);
  const asked = runProgress(progress, { rate: 60, asked: () => 20 }, 1000);

  expect(first).toMatch(/done about .* by the plan$/);
  expect(runProgress(progress, { rate: 60 }, 0)).toMatchObject({
    endsAt: new Date((120 * 60_000) / 60).toISOString(),
  });
  expect(asked).toMatchObject({
    quota: 20,
    given: 60,
    endsAt: new Date(1000 + (120 * 60_000) / 20).toISOString(),
  });
  expect(runDrawing(asked, about, { columns: 80, rows: 24, now: 1000 }).at(-1)).toMatch(
    /^quota 20 requests\/min since \d\d:\d\d \(rate\); 60 was given$/,
  );
});

test('kinds of the chat API have its quota until the operator sets another one', () => {
  const both = { ...planned, reactions: { planned: 10_000, batches: 10_000 } };
  const progress = new Progress(both, 0);
  const remaining = (asked?: Rate): unknown =>
    runProgress(progress, { rate: 60, asked: () => asked }, 0).kinds.reactions?.remainingMs;

  expect([remaining(), remaining(20), remaining('unlimited')]).toEqual([
    60_000,
    500 * 60_000,
    60_000,
  ]);
});

test('someone else’s rate is the quota from then on', () => {
  const progress = halfAMinute();
  progress.take({ type: 'rate-changed', requestsPerMinute: 120 }, 30_000);
  const first = drawing(progress, 60, 30_000);
  for (let second = 31; second <= 50; second++) progress.take(settled(50), second * 1000);

  expect(first.at(-1)).toBe('quota 120 requests/min   3 in flight');
  expect(drawing(progress, 60, 50_000).at(-1)).toContain('50 % of 120 requests/min');
});

test.each([
  [80, ['no requests until', 'send now with: chatferry rate 20 --job bulk']],
  [40, ['no requests until', 'send now with:', 'chatferry rate 20 --job bulk']],
])('in %i columns a pause of the timetable says when it ends', (columns, parts) => {
  const spans = [{ from: 22 * 60, to: 6 * 60, rate: 60 }];
  const rate = { zone: 'UTC', spans, otherwise: 0 };
  const now = Date.parse('2026-01-01T20:48:00Z');
  const progress = new Progress(planned, now);
  const waiting = { type: 'waiting', why: 'no-rate', until: undefined, message: '' } as const;
  progress.take(waiting, now);
  const run = runProgress(progress, { rate }, now);

  expect(run.waiting?.until).toBe('2026-01-01T22:00:00.000Z');
  const lines = runDrawing(run, about, { columns, rows: 24, now }).slice(-parts.length);
  expect(lines[0]).toMatch(/in 1 h 12 min/);
  for (const [index, part] of parts.entries()) expect(lines[index]).toContain(part);
});

afterEach(() => {
  vi.useRealTimers();
});

/** What a log gets to see of a run. */
function logOf(quota: Rate): { view: RunScreen; lines: string[] } {
  vi.useFakeTimers({ now: 0 });
  const lines: string[] = [];
  const io = logIo(lines);
  const of = { allowed: { rate: quota }, about };
  return { view: new RunScreen(io, {}, planned, of), lines };
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
    expect.stringMatching(/^\d{4}-\d\d-\d\d, times in /),
    expect.stringMatching(/^\S{8} no answer from the service for 10 s; still waiting for it$/),
    expect.stringMatching(
      /^\S{8} paused by chatferry pause; resume with: chatferry resume --job bulk$/,
    ),
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

  expect(lines.slice(1).map((line) => /for (.*);/.exec(line)?.[1] ?? 'progress')).toEqual([
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

test('neither speed nor time left is shown before it was measured', () => {
  const progress = new Progress(planned, 0);
  progress.take(
    { type: 'kind-started', kind: 'messages', counts: { ...noOutcomes, pending: 6000 } },
    0,
  );
  progress.take(settled(50), 1000);

  expect(drawing(progress, 'unlimited', 1000).slice(-2)).toEqual([
    expect.stringMatching(/50 of 6,000$/),
    'no quota   3 in flight',
  ]);
  for (const now of [9000, 20_000])
    expect(drawing(progress, 60, now).at(-1)).toBe('quota 60 requests/min   3 in flight');
});

test('troubles of the same code are one, with its span', () => {
  const progress = halfAMinute();
  const trouble = { code: 'HTTP 502', message: '<html>\n  <h1>Bad gateway</h1>\n</html>' };
  const batch = { kind: 'messages', lane: 0, seq: 2, records: 50 } as const;
  for (const at of [31_000, 61_000, 151_000])
    progress.take({ type: 'retrying', ...batch, attempts: 1, afterMs: 500, trouble }, at);

  expect(drawing(progress, 60, 151_000).at(-1)).toMatch(
    /^last trouble \d\d:\d\d: HTTP 502 for 2 min, 3 requests sent again$/,
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
