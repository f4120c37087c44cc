import type { WorkerEvent } from '@chatferry/fleet';
import { Metrics } from '@chatferry/job/metrics';
import { expect, test } from 'vitest';
import { parseOpenMetrics } from '../../job/test/support/open-metrics.ts';
import { workerLine } from '../src/store/worker-line.ts';
import { workerLog } from '../src/store/worker-log.ts';
import { WorkerMetrics } from '../src/store/worker-metrics.ts';

const of = {
  job: 'job-1',
  app: 'app-1',
  step: 'send',
  kind: 'users',
  part: 1,
  worker: 'w',
} as const;
const taken = { ...of, type: 'shift-taken', tookOver: false, quota: 60 } as const;
const ended = { ...of, type: 'shift-ended', how: 'done' } as const;
const waiting = {
  type: 'waiting',
  why: 'trouble',
  until: undefined,
  message: 'No\u001b answer.',
} as const;

test.each<[WorkerEvent, string | undefined]>([
  [taken, 'job-1: send users, part 2 taken'],
  [
    { ...taken, tookOver: true, part: 0 },
    'job-1: send users, part 1 taken, after another worker was lost',
  ],
  [{ ...taken, step: 'check', kind: undefined }, 'job-1: check, part 2 taken'],
  [ended, 'job-1: send users, part 2 done'],
  [
    { ...ended, how: 'given-back', note: 'no-key' },
    'job-1: send users, part 2 given back (no-key)',
  ],
  [
    { ...ended, how: 'stopped' },
    'job-1: send users, part 2 stopped: the job waits for an operator',
  ],
  [
    { ...ended, how: 'lost' },
    'job-1: send users, part 2 lost to another worker, or no longer needed',
  ],
  [
    { ...of, type: 'run', event: waiting },
    String.raw`job-1: send users, part 2 waits: No\u001b answer.`,
  ],
  [{ ...of, type: 'run', event: { type: 'going-on' } }, undefined],
])('%j is printed', (event, line) => {
  expect(workerLine(event)).toBe(line);
});

const pending = (name: string): unknown[] => ['chatferry_records_pending', name, 7];
const held = (number: number): unknown[] => [
  ['chatferry_takeovers_total', undefined, 1],
  ['chatferry_shifts_held', undefined, number],
];

test('a worker counts the shifts that it has, and of a job without one reports nothing that others change', () => {
  const metrics = new Metrics();
  const counts = new WorkerMetrics(metrics);
  const shown = (): unknown[] =>
    parseOpenMetrics(metrics.text())
      .filter(({ name }) => /shifts_held|takeovers|records_pending/.test(name))
      .map(({ name, labels, value }) => [name, labels['job'], value]);
  const started = { type: 'kind-started', kind: 'users', counts: { pending: 7 } } as never;
  const take = (...events: readonly WorkerEvent[]): unknown[] => {
    for (const event of events) counts.take(event);
    return shown();
  };
  const other = { job: 'job-2', app: 'app-2' };

  const seen = [
    take(taken, { ...taken, part: 2 }, { ...taken, ...other, tookOver: true }),
    take({ ...of, type: 'run', event: started }, { ...of, ...other, type: 'run', event: started }),
    take({ ...ended, how: 'lost' }),
    take({ ...ended, part: 2 }),
    take({ ...ended, ...other, how: 'given-back' }),
  ];

  expect(seen).toEqual([
    held(3),
    [pending('job-1'), pending('job-2'), ...held(3)],
    [pending('job-1'), pending('job-2'), ...held(2)],
    [pending('job-2'), ...held(1)],
    held(0),
  ]);
});

test('the share of the quota is that of the rate in force', () => {
  const metrics = new Metrics();
  const counts = new WorkerMetrics(metrics);
  const answer = {
    operation: 'dataImport.users',
    api: 'chat',
    method: 'POST',
    attempt: 1,
  } as const;
  const share = (): unknown => {
    counts.onAnswer('app-1')!({ ...answer, status: 200, error: undefined, tookMs: 5 });
    const shown = parseOpenMetrics(metrics.text());
    return shown.find(({ name }) => name === 'chatferry_quota_share')?.value;
  };
  counts.take(taken);
  const before = share();
  const event = { type: 'rate-changed', requestsPerMinute: 4 } as const;
  counts.take({ ...of, type: 'run', event });

  expect([before, share()]).toEqual([1 / 60, 2 / 4]);
});

test('the log of a worker names the job and the code of an error, and has no sentence of the service', async () => {
  const lines: string[] = [];
  const log = await workerLog((line) => lines.push(line));
  const trouble = { code: 'HTTP 502', message: 'Dear Ann' };
  const batch = { kind: 'users', lane: 0, seq: 1, records: 2, attempts: 1, afterMs: 9 } as const;

  log({ ...of, type: 'run', event: { type: 'retrying', ...batch, trouble } });

  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { job: 'job-1', app: 'app-1', worker: 'w', code: 'HTTP 502', msg: 'retrying' },
  ]);
  expect(lines.join('')).not.toContain(trouble.message);
});
