import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { servePlan } from '../../fleet/test/support/plan-server.ts';
import { parseOpenMetrics, valueOf } from '../../job/test/support/open-metrics.ts';
import { writeForum } from './support/forum.ts';
import { startRig } from './support/rig.ts';
import { databaseForTests } from './support/test-databases.ts';

const database = databaseForTests();

/** The pause between two scrapes, so that the test leaves the processor to the command. */
const POLL_MS = 20;

test.each([
  ['in the job folder', []],
  ['in a store', ['--store=${CHATFERRY_STORE}']],
])(
  'a run with its ledger %s serves what it has done, without a key',
  async (_, store) => {
    await using rig = await startRig();
    const env = { CHATFERRY_STORE: database.address };
    await rig.cli(['plan', writeForum(rig), '--records-per-request=1']);
    if (store.length > 0) await rig.cli(['store', 'migrate', ...store], { env });
    const target = rig.target.map((option) => option.replace('=unlimited', '=1200'));
    const run = rig.spawn(['run', '--metrics=0', ...store, ...target], env);
    await run.until(() => run.err.includes('Metrics: '));
    const [, url] = /Metrics: (\S+)\/metrics/.exec(run.err)!;
    const scraped = async (): Promise<string> => (await fetch(`${url}/metrics`)).text();

    let text = await scraped();
    while (valueOf(parseOpenMetrics(text), 'chatferry_records_total') < 5) {
      await setTimeout(POLL_MS);
      text = await scraped();
    }
    const health = await fetch(`${url}/health`);
    const samples = parseOpenMetrics(text);

    expect([health.status, await health.json()]).toEqual([200, { ok: true }]);
    const isRequest = { app: rig.service.appId, answer: '200' };
    expect(valueOf(samples, 'chatferry_requests_total', isRequest)).toBeGreaterThanOrEqual(5);
    const commits = valueOf(samples, 'chatferry_store_commit_seconds_count');
    expect(commits > 0).toBe(store.length > 0);
    expect(text).not.toContain(rig.service.apiKey);
    run.child.kill('SIGTERM');
    const { status, out } = await run.ended();
    expect([status, out]).toEqual([130, expect.stringContaining('--metrics 0')]);
  },
  60_000,
);

test('a worker fetches the plan from an address, serves what it has done, and logs it without a key', async () => {
  await using rig = await startRig({ appId: 'metrics-1' });
  const env = { CHATFERRY_STORE: database.address, CHATFERRY_API_KEY: '' };
  const store = '--store=${CHATFERRY_STORE}';
  await rig.cli(['store', 'migrate', store], { env });
  await rig.cli(['plan', writeForum(rig), '--records-per-request=1']);
  await using plans = await servePlan(readFileSync(path.join(rig.job, 'plan.sqlite')));
  plans.cuts = [5000];
  const cache = `--plan-cache=${path.join(rig.folder, 'plans')}`;
  const target = rig.target.map((option) => option.replace('=unlimited', '=1200'));
  const given = await rig.cli(['submit', plans.url, store, cache, ...target], { env });
  expect([given.status, given.err]).toEqual([0, '']);
  using worker = rig.spawn(['worker', store, cache, '--metrics=0', '--json', '--until-done'], {
    ...env,
    CHATFERRY_API_KEY_METRICS_1: rig.service.apiKey,
  });
  await worker.until(() => worker.err.includes('Metrics: '));
  const [, url] = /Metrics: (\S+)\/metrics/.exec(worker.err)!;
  const scraped = async (): Promise<string> => (await fetch(`${url}/metrics`)).text();

  const labels = { job: given.out, outcome: 'created' };
  let text: string;
  let samples: ReturnType<typeof parseOpenMetrics>;
  do {
    await setTimeout(POLL_MS);
    text = await scraped();
    samples = parseOpenMetrics(text);
  } while (
    valueOf(samples, 'chatferry_records_total', labels) < 10 ||
    valueOf(samples, 'chatferry_shifts_held') === 0
  );

  expect(valueOf(samples, 'chatferry_quota_share', { app: 'metrics-1' })).toBeGreaterThan(0);
  expect(valueOf(samples, 'chatferry_store_commit_seconds_count')).toBeGreaterThan(0);
  const { status, out, err } = await worker.ended();
  expect([status, err]).toEqual([0, expect.stringMatching(/^Metrics: \S+\n$/)]);
  expect(`${text}${out}${err}`).not.toContain(rig.service.apiKey);
  const lines = out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  const about = { worker: expect.any(String) as string, job: given.out, app: 'metrics-1' };
  for (const line of lines)
    expect(line).toMatchObject({ ...about, time: expect.any(String) as string });
  const kinds = lines.filter(({ msg }) => msg === 'kind-started').map(({ kind }) => kind);
  expect(kinds).toEqual(expect.arrayContaining(['users', 'messages']));
});

test.each(['no-port', '1234567', 'host:', '[::1]'])('--metrics %s is refused', async (value) => {
  await using rig = await startRig();

  const { status, err } = await rig.cli(['run', `--metrics=${value}`]);

  expect([status, err]).toEqual([2, expect.stringContaining('9464')]);
});

test('a port that is in use ends the run before anything is sent', async () => {
  await using rig = await startRig();
  await rig.cli(['plan', writeForum(rig)]);

  const { status, out } = await rig.cli([
    'run',
    `--metrics=${rig.service.port}`,
    '--json',
    ...rig.target,
  ]);

  expect([status, JSON.parse(out)]).toEqual([
    2,
    expect.objectContaining({ code: 'metrics-address' }),
  ]);
  expect(rig.service.requests).toEqual([]);
});
