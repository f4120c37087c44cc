import { byKind } from '@chatferry/contract';
import type { FleetState, JobState } from '@chatferry/fleet';
import { noOutcomes } from '@chatferry/runner';
import { expect, test } from 'vitest';
import { jobJson } from '../src/store/job-json.ts';
import { jobTable } from '../src/store/job-table.ts';
import { workerTable } from '../src/store/worker-table.ts';

const ten = Date.parse('2026-01-01T10:00:00Z');

/** A job of 1,000 users and 200 messages, of which 40 are not sent yet; each other number occurs once. */
function job(given: Partial<JobState> = {}): JobState {
  const outcomes = { created: 900, present: 50, presentByThisJob: 50, failed: 4, skipped: 3 };
  const none = { ...noOutcomes, pending: 0 };
  return {
    name: 'job-1',
    target: { appId: 'app-1' },
    state: 'running',
    paused: false,
    pool: 'default',
    askedRate: undefined,
    settings: { requestsPerMinute: 4 },
    step: 'send',
    kind: 'users',
    planned: { ...byKind(() => 0), users: 1000, messages: 200 },
    counts: {
      ...byKind(() => none),
      users: { ...none, ...outcomes, unresolved: 2, pending: 41 },
      messages: { ...none, created: 200 },
    },
    requests: 116,
    lastChangeAt: ten - 1000,
    reason: undefined,
    workers: ['here:1'],
    notes: [],
    lacksKey: false,
    ...given,
  } as unknown as JobState;
}

const untouched = {
  requests: 0,
  step: 'check',
  kind: undefined,
  counts: {
    ...byKind(() => ({ ...noOutcomes, pending: 0 })),
    users: { ...noOutcomes, pending: 1000 },
    messages: { ...noOutcomes, pending: 200 },
  },
} as Partial<JobState>;

const sums =
  '1,159 of 1,200 records settled in 116 requests = 1,100 created + 50 present + 4 failed + 3 skipped + 2 unresolved.';
const reason = { code: 'key-refused', message: 'No key.', fix: 'Set one.' } as const;

test.each<[string, Partial<JobState>, string, readonly string[]]>([
  // 41 records at 10 a request and 4 requests a minute.
  ['is worked on', {}, 'running  send users  1,159    1,200  1 min', [sums]],
  ['waits', { workers: [] }, 'waiting  send users  1,159    1,200  1 min', [sums]],
  [
    'has not begun',
    { ...untouched, workers: [] },
    'waiting  check  0        1,200  6 min',
    ['0 of 1,200 records settled in 0 requests.'],
  ],
  [
    'has settled nothing, in many requests',
    { ...untouched, requests: 100, workers: [] },
    'waiting  check  0        1,200  6 min',
    ['0 of 1,200 records settled in 100 requests.'],
  ],
  ['is paused', { paused: true }, 'paused  send users  1,159    1,200  1 min', [sums]],
  [
    'is paused, and lacks a key',
    { paused: true, lacksKey: true, workers: [], notes: ['no-key'] },
    'paused  send users  1,159    1,200  1 min',
    [sums, 'job-1 waits for a worker that has the key of the app app-1.'],
  ],
  [
    'lacks a key',
    { lacksKey: true, workers: [] },
    'no key  send users  1,159    1,200  1 min',
    [sums, 'job-1 waits for a worker that has the key of the app app-1.'],
  ],
  [
    'was given back',
    { notes: ['gave-up', 'HTTP 503'], workers: [] },
    'waiting  send users  1,159    1,200  1 min',
    [sums, 'job-1 was given back: gave-up, HTTP 503.'],
  ],
  [
    'stopped',
    { state: 'stopped', reason, notes: ['gave-up'], workers: [] },
    'stopped  send users  1,159    1,200',
    [sums, 'job-1 stopped: No key. Set one.'],
  ],
  [
    'is cancelled',
    { state: 'cancelled', reason, workers: [] },
    'cancelled  send users  1,159    1,200',
    [sums],
  ],
  ['is finished', { state: 'finished' }, 'finished        1,159    1,200', [sums]],
  [
    'has a rate',
    { askedRate: 41 },
    'running  send users  1,159    1,200  6 s',
    [sums, 'job-1 has a quota of 41 requests a minute, from an earlier rate command.'],
  ],
  [
    'has a quota of 0',
    { askedRate: 0 },
    'running  send users  1,159    1,200',
    [sums, 'job-1 has a quota of 0 requests a minute, from an earlier rate command.'],
  ],
  [
    'has no limit',
    { askedRate: -1 },
    'running  send users  1,159    1,200',
    [sums, 'job-1 has no quota, from an earlier rate command.'],
  ],
])('a job of a store that %s', (_, given, row, lines) => {
  const [, shown, ...others] = jobTable([job(given)], ten);

  expect([shown, ...others]).toEqual([`job-1  app-1  ${row}`, '', ...lines]);
});

test('jobs of a store are added up', () => {
  const other = job({ ...untouched, name: 'job-2', state: 'stopped', reason });

  expect(jobTable([], ten)).toEqual(['The store has no job for workers.']);
  expect(jobTable([job(), other], ten)).toEqual([
    'job    app    state    step        settled  of     left',
    'job-1  app-1  running  send users  1,159    1,200  1 min',
    'job-2  app-1  stopped  check       0        1,200',
    '',
    sums.replace('1,200', '2,400'),
    'job-2 stopped: No key. Set one.',
  ]);
});

const shift = (part: number) => ({ job: 'job-1', step: 'send', kind: 'users', part }) as const;

const fleet: FleetState = {
  workers: [
    {
      name: 'here:1',
      pool: 'default',
      startedAt: ten - 3_600_000,
      seenAt: ten - 2000,
      isAlive: true,
      shifts: [1, 2, 3, 4].map((part) => ({ ...shift(part), takenAt: ten - 1_800_000 })),
    },
    {
      name: 'there:2',
      pool: 'default',
      startedAt: ten - 3_600_000,
      seenAt: ten - 40_000,
      isAlive: false,
      shifts: [],
    },
  ],
  takeOvers: [{ ...shift(1), lost: 'there:2', worker: 'here:1', at: ten - 29_000 }],
};

test('the workers of a store are shown with their shifts, and what was taken over', () => {
  expect(workerTable(fleet, ten)).toEqual([
    '',
    'worker   pool     since                 seen            shifts',
    'here:1   default  2026-01-01 09:00 UTC  2 s ago         job-1 send users, part 2, job-1 send users, part 3, job-1 send users, part 4, 1 more',
    'there:2  default  2026-01-01 09:00 UTC  lost, 40 s ago',
    '',
    '2026-01-01 09:59:31 UTC: here:1 took over job-1 send users, part 2 from there:2.',
  ]);
  expect(workerTable({ workers: [], takeOvers: [] }, ten)).toEqual(['', 'No worker is there.']);
});

test('jobs of a store have their facts in JSON, and of the kinds those with records', () => {
  const { counts } = job();
  const facts = {
    name: 'job-1',
    state: 'running',
    paused: false,
    pool: 'default',
    step: 'send',
    kind: 'users',
    requests: 116,
    workers: ['here:1'],
    notes: [],
    lacksKey: false,
    app: 'app-1',
    lastChangeAt: '2026-01-01T09:59:59.000Z',
    kinds: {
      users: { planned: 1000, ...counts.users },
      messages: { planned: 200, ...counts.messages },
    },
  };
  const rates = [undefined, 41, 0, -1] as const;

  const shown = JSON.parse(
    jobJson(
      rates.map((askedRate) => job({ askedRate, ...(askedRate === 0 ? { reason } : {}) })),
      fleet,
      (...words) => words.join(' '),
    ),
  ) as unknown;

  expect(shown).toEqual({
    type: 'jobs',
    jobs: [
      facts,
      { ...facts, rate: 41 },
      { ...facts, rate: 0, reason },
      { ...facts, rate: 'unlimited' },
    ],
    workers: [
      {
        name: 'here:1',
        pool: 'default',
        startedAt: '2026-01-01T09:00:00.000Z',
        seenAt: '2026-01-01T09:59:58.000Z',
        isAlive: true,
        shifts: [1, 2, 3, 4].map((part) => ({
          ...shift(part),
          takenAt: '2026-01-01T09:30:00.000Z',
        })),
      },
      {
        name: 'there:2',
        pool: 'default',
        startedAt: '2026-01-01T09:00:00.000Z',
        seenAt: '2026-01-01T09:59:20.000Z',
        isAlive: false,
        shifts: [],
      },
    ],
    takeOvers: [{ ...shift(1), lost: 'there:2', worker: 'here:1', at: '2026-01-01T09:59:31.000Z' }],
    next: [],
  });
});
