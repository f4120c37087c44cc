import type { WorkerEvent } from '@chatferry/fleet';
import { Metrics } from '@chatferry/job/metrics';
import { expect, test } from 'vitest';
import { parseOpenMetrics } from '../../job/test/support/open-metrics.ts';
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
