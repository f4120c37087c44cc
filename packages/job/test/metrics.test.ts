import { systemClock } from '@chatferry/client';
import { openPlan } from '@chatferry/planner';
import { lockJob, noOutcomes } from '@chatferry/runner';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { countAnswers } from '../src/metrics/app-metrics.ts';
import { defaultRunOptions } from '../src/sending/default-run-options.ts';
import { jobFolder, planFiles } from '../src/index.ts';
import { wholeJobStatus } from '../src/planned.ts';
import { jobName } from '../src/sending/job-name.ts';
import { Metrics } from '../src/metrics/metrics.ts';
import { RunMetrics } from '../src/metrics/run-metrics.ts';
import { sendPlan } from '../src/sending/send-plan.ts';
import { serveMetrics } from '../src/metrics/serve-metrics.ts';
import { Counter, Gauge } from '../src/metrics/metric.ts';
import { metricsText } from '../src/metrics/metrics-text.ts';
import { RecentRequests } from '../src/metrics/recent-requests.ts';
import { startJobRig } from './support/job-rig.ts';
import { parseOpenMetrics, valueOf } from './support/open-metrics.ts';

const here = { host: '127.0.0.1', port: 0 };

test('the counts of a run are those of its ledger, and its requests those that the service got', async () => {
  await using rig = await startJobRig({
    faults: [
      { operation: 'dataImport.messages', fault: 'refuse-records', code: 'ERR_BAD', share: 0.1 },
      {
        operation: 'dataImport.messages',
        fault: 'status-before',
        status: 503,
        when: { from: 2, to: 3 },
      },
      { operation: 'dataImport.messages', fault: 'reset-after', when: { from: 4, to: 4 } },
    ],
  });
  await planFiles([rig.writeExport(400)], { job: rig.job, recordsPerRequest: 10 });
  const job = jobFolder(rig.job);
  const metrics = new Metrics();
  await using server = await serveMetrics(here, metrics, () => ({ ok: true }));
  {
    using lock = lockJob(job.path, 0);
    using plan = openPlan(job.plan);
    const watch = new RunMetrics(metrics, jobName(plan, rig.target));
    const onAnswer = countAnswers(metrics, {
      app: rig.target.appId,
      quota: () => 6000,
      monotonicMs: () => systemClock.monotonicMs(),
    });
    const options = { ...defaultRunOptions, requestsPerMinute: 6000 };
    const sending = { job, lock, plan, target: rig.target, options, onAnswer };
    for await (const event of sendPlan(sending)) watch.take(event);
  }

  const answer = await fetch(`${server.url}/metrics`);
  const samples = parseOpenMetrics(await answer.text());

  expect(answer.headers.get('content-type')).toBe(
    'application/openmetrics-text; version=1.0.0; charset=utf-8',
  );
  const { kinds } = wholeJobStatus(rig.job);
  for (const kind of ['users', 'messages'] as const) {
    const { created, present, failed, skipped, unresolved } = kinds[kind];
    for (const [outcome, count] of Object.entries({
      created,
      present,
      failed,
      skipped,
      unresolved,
    }))
      expect([
        kind,
        outcome,
        valueOf(samples, 'chatferry_records_total', { kind, outcome }),
      ]).toEqual([kind, outcome, count]);
    expect(valueOf(samples, 'chatferry_records_pending', { kind })).toBe(0);
  }
  expect(kinds.messages.failed).toBeGreaterThan(0);
  const imports = rig.service.requests.filter(({ operation }) =>
    operation?.startsWith('dataImport.'),
  );
  // One request more asks which local service it is.
  expect(valueOf(samples, 'chatferry_requests_total')).toBe(rig.service.requests.length - 1);
  expect(valueOf(samples, 'chatferry_requests_total', { answer: '503' })).toBe(2);
  expect(valueOf(samples, 'chatferry_requests_total', { answer: 'unreachable' })).toBe(1);
  expect(valueOf(samples, 'chatferry_quota_share')).toBeCloseTo(imports.length / 6000, 10);
});

test('a wait has a reason, and a late slot is counted', () => {
  const metrics = new Metrics();
  const run = new RunMetrics(metrics, 'job-1');
  const waits = (why: string): number =>
    valueOf(parseOpenMetrics(metrics.text()), 'chatferry_waiting', { job: 'job-1', why });

  run.take({ type: 'waiting', why: 'trouble', until: undefined, message: 'Dear Ann' });
  run.take({ type: 'waiting', why: 'paused', until: undefined, message: 'Dear Ann' });
  run.take({ type: 'slot-late' });

  expect([waits('trouble'), waits('paused'), run.waiting]).toEqual([0, 1, 'paused']);
  expect(metrics.text()).not.toContain('Ann');
  expect(metrics.text()).toContain('\nchatferry_slots_late_total 1\n');
  run.take({ type: 'going-on' });
  expect([waits('trouble'), waits('paused'), run.waiting]).toEqual([0, 0, undefined]);
});

test('what is pending is known from the start of a kind until this process has no part of the job', () => {
  const metrics = new Metrics();
  const run = new RunMetrics(metrics, 'job-1');
  const pending = () =>
    parseOpenMetrics(metrics.text()).filter(({ name }) => name === 'chatferry_records_pending');
  const change = { ...noOutcomes, created: 2 };
  const settled = {
    type: 'batch-settled',
    kind: 'users',
    lane: 0,
    seq: 1,
    records: 2,
    change,
  } as const;

  run.take({ ...settled, requests: 1, answerMs: 1, inFlight: 0 });
  expect(pending()).toEqual([]);
  run.take({ type: 'kind-started', kind: 'users', counts: { ...noOutcomes, pending: 5 } });
  run.take({ ...settled, requests: 1, answerMs: 1, inFlight: 0 });
  expect(pending()).toMatchObject([{ labels: { job: 'job-1', kind: 'users' }, value: 3 }]);
  run.end();
  expect(pending()).toEqual([]);
  expect(metrics.text()).toContain('{job="job-1",kind="users",outcome="created"} 4\n');
});

test('requests of the last minute are counted, and no older ones', () => {
  let now = 0;
  const recent = new RecentRequests(() => now);
  for (; now < 90_000; now += 1000) recent.add();

  now -= 1000;
  expect(recent.count()).toBe(60);
  now += 30_000;
  expect(recent.count()).toBe(30);
});

test('every text is a valid one, whatever the labels and values', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ label: fc.string({ unit: 'binary' }), count: fc.nat() })),
      (entries) => {
        const counter = new Counter<'job' | 'kind'>('a_counter', 'A "text"\nof \\ two lines.');
        const gauge = new Gauge<'job'>('a_gauge', 'Help.');
        for (const { label, count } of entries) {
          counter.add({ job: label, kind: 'users' }, count);
          counter.add({ kind: 'users', job: label }, 1);
          gauge.set({ job: label }, () => -count / 7);
        }
        const samples = parseOpenMetrics(metricsText([counter, gauge]));

        const sum = entries.reduce((total, { count }) => total + count + 1, 0);
        expect(valueOf(samples, 'a_counter_total')).toBe(sum);
        const labels = new Set(entries.map(({ label }) => label));
        expect(new Set(samples.map((each) => each.labels['job']))).toEqual(labels);
      },
    ),
  );
});

test('a commit is in every bucket that it fits', () => {
  const metrics = new Metrics();
  for (const seconds of [0.001, 0.3, 60]) metrics.ofStore.committed(seconds);
  const samples = parseOpenMetrics(metrics.text());
  const upTo = (le: string): number =>
    valueOf(samples, 'chatferry_store_commit_seconds_bucket', { le });

  expect(['0.001', '0.2', '0.4', '1.0', '5.0', '+Inf'].map(upTo)).toEqual([1, 1, 2, 2, 2, 3]);
  expect(valueOf(samples, 'chatferry_store_commit_seconds_sum')).toBeCloseTo(60.301, 6);
});

test('the server answers what it is asked for, and nothing else', async () => {
  const metrics = new Metrics();
  let ok = true;
  await using server = await serveMetrics(here, metrics, () => ({ ok, waiting: 'store' }));
  const status = async (path: string, method = 'GET'): Promise<number> =>
    (await fetch(`${server.url}${path}`, { method })).status;

  const health = await fetch(`${server.url}/health`);
  expect([health.status, await health.json()]).toEqual([200, { ok: true, waiting: 'store' }]);
  ok = false;
  expect(await status('/health')).toBe(503);
  expect(await status('/metrics?name=a')).toBe(200);
  expect(await status('//')).toBe(404);
  expect(await status('/metrics', 'POST')).toBe(405);
});

test('an address that cannot be used is an error with a fix', async () => {
  const metrics = new Metrics();
  await using server = await serveMetrics(here, metrics, () => ({ ok: true }));
  const taken = { host: '127.0.0.1', port: Number(new URL(server.url).port) };
  const error = { code: 'metrics-address', fix: expect.stringContaining('Choose') as string };

  for (const address of [
    taken,
    { host: '192.0.2.1', port: 0 },
    { host: '127.0.0.1', port: 99_999 },
  ])
    await expect(serveMetrics(address, metrics, () => ({ ok: true }))).rejects.toMatchObject(error);
});
