import { mkdirSync, mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { BossQueue, jobStates, PlanCache, Store, submit } from '@chatferry/fleet';
import { printTable, thousands } from '../print-table.ts';
import { cpuSecondsOf, rssMibOf } from '../../processes/process-usage.ts';
import { startSink } from '../start-sink.ts';
import { writeExport } from '../../generate/write-export.ts';
import { type OwnPostgres, ownPostgres } from '../../databases/own-server.ts';
import { runCommand } from '../../fleet/run-command.ts';
import { rowsOf } from '../../fleet/store-rows.ts';
import { WorkerProcess } from '../../fleet/worker-process.ts';

const STORE = '--store=${CHATFERRY_STORE}';
const WORKERS = 4;
const ANSWER_MS = 50;
/** Additional minutes of messages for each app: the first app starts sending long before the last app. */
const MORE_MINUTES = 5;
const MORE_MINUTES_PER_APP = 0.015;

/** Cumulative resource usage of the store and the workers. */
interface Used {
  readonly storeCpu: number;
  readonly workersCpu: number;
  readonly commits: number;
  readonly walBytes: number;
}

/** Measures many apps with a small quota each, which four workers hold at the same time. */
export async function benchFleetApps(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      apps: { type: 'string', default: '1000' },
      minutes: { type: 'string', default: '10' },
      'requests-per-minute': { type: 'string', default: '60' },
    },
  });
  const apps = Array.from({ length: Number(values.apps) }, (_, number) => `app-${number + 1}`);
  const seconds = Number(values.minutes) * 60;
  const perMinute = Number(values['requests-per-minute']);
  using temporary = mkdtempDisposableSync(path.join(tmpdir(), 'chatferry-bench-fleet-apps-'));
  const folder = temporary.path;
  await using server = await ownPostgres();
  using sink = await startSink(ANSWER_MS, perMinute);
  const minutes = Number(values.minutes) + MORE_MINUTES + MORE_MINUTES_PER_APP * apps.length;
  const messages = Math.ceil(minutes * perMinute * 50);
  const { address } = server;
  const { baseUrl } = sink;
  await submitToAll(apps, { folder, address, baseUrl, messages, perMinute });
  const workers = startWorkers(apps, folder, server.address);
  const begin = performance.now();
  await allSendMessages(server.address, apps.length);
  console.log(
    `All ${thousands(apps.length)} apps were sending messages after ${((performance.now() - begin) / 1000).toFixed(0)} s.`,
  );
  await sink.report();
  const before = await used(server, workers);
  await setTimeout(seconds * 1000);
  const report = await sink.report();
  const after = await used(server, workers);

  const shares = apps.map((app) => (report.byKey[keyOf(app)] ?? 0) / (perMinute * (seconds / 60)));
  const memory = workers.map(({ pid }) => rssMibOf(pid!));
  await Promise.all(workers.map((worker) => worker.kill()));
  const per = (what: keyof Used): number => after[what] - before[what];
  console.log(
    `${thousands(apps.length)} apps, ${perMinute} requests a minute each, ${WORKERS} workers, ${seconds} s:\n`,
  );
  printTable(
    ['', ''],
    [
      ['requests', thousands(report.requests)],
      ['of all quotas', percent(shares.reduce((sum, share) => sum + share, 0) / apps.length)],
      ['of the quota of the app that got least', percent(Math.min(...shares))],
      ['answered 429', String(report.refused)],
      ['shifts taken over', String(takeovers(workers))],
      ['cores of the database', (per('storeCpu') / seconds).toFixed(2)],
      ['cores of all workers', (per('workersCpu') / seconds).toFixed(2)],
      ['memory of the largest worker', `${Math.max(...memory)} MiB`],
      ['commits a request', (per('commits') / report.requests).toFixed(2)],
      ['WAL bytes a request', thousands(Math.round(per('walBytes') / report.requests))],
      ['bytes of ledger a batch', thousands(await bytesPerBatch(server.address))],
    ],
  );
}

/** Plans a forum once, and submits the plan for each app. */
async function submitToAll(
  apps: readonly string[],
  given: {
    readonly folder: string;
    readonly address: string;
    readonly baseUrl: string;
    readonly messages: number;
    readonly perMinute: number;
  },
): Promise<void> {
  const { folder, address, baseUrl, messages, perMinute } = given;
  const input = path.join(folder, 'export');
  const job = path.join(folder, 'job');
  const now = Math.floor(Date.now() / 1000);
  const size = { users: 50, groups: 5, memberships: 100, seed: 1, now, messages };
  writeExport(input, size, 'ndjson');
  const env = { CHATFERRY_STORE: address };
  await runCommand(env, 'store', 'migrate', STORE);
  await runCommand(env, 'plan', input, `--job=${job}`, '--quiet');
  const where = [`--app-id=${apps[0]}`, `--base-url=${baseUrl}`];
  const rate = `--requests-per-minute=${perMinute}`;
  await runCommand(env, 'submit', job, STORE, ...where, rate);

  // Submits the other apps in this process, with the settings of the first: a command for each takes longer than the measurement.
  await using store = new Store(address, { giveUpAfterMs: 10_000 });
  await using queue = await BossQueue.open(store, 'default', false);
  const [first] = await jobStates(store);
  const { settings, pool } = first!;
  const plans = new PlanCache({ folder: path.join(folder, 'plans'), env });
  const { source, plan: opened } = await plans.describe(path.join(job, 'plan.sqlite'));
  using plan = opened;
  for (const appId of apps.slice(1)) {
    const target = { appId, baseUrl };
    const allowed = { allowsLive: false, allowsChat: false };
    await submit(store, queue, { plan, source, target, settings, pool, spread: 1, ...allowed });
  }
}

function startWorkers(apps: readonly string[], folder: string, address: string): WorkerProcess[] {
  const keys = path.join(folder, 'keys');
  mkdirSync(keys);
  for (const app of apps) writeFileSync(path.join(keys, app), keyOf(app), { mode: 0o600 });
  const cache = `--plan-cache=${path.join(folder, 'plans')}`;
  const shifts = `--shifts=${Math.ceil(apps.length / WORKERS)}`;
  const args = [STORE, `--keys=${keys}`, cache, shifts];
  return Array.from(
    { length: WORKERS },
    (_, number) => new WorkerProcess(String(number), args, { CHATFERRY_STORE: address }),
  );
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

/** The number of takeovers; 0 as long as no worker ends. */
function takeovers(workers: readonly WorkerProcess[]): number {
  const lines = workers.flatMap(({ printed }) => printed);
  return lines.filter((line) => line.includes('after another worker was lost')).length;
}

function keyOf(app: string): string {
  return `key-of-${app}`;
}

async function allSendMessages(address: string, count: number): Promise<void> {
  const query = `SELECT count(*)::int AS apps FROM chatferry.shift
    WHERE step = 'send' AND kind = 'messages' AND released_at IS NULL`;
  for (;;) {
    const [row] = await rowsOf(address, query);
    if (row!['apps'] === count) return;
    await setTimeout(1000);
  }
}

async function used(server: OwnPostgres, workers: readonly WorkerProcess[]): Promise<Used> {
  const [row] = await rowsOf(
    server.address,
    `SELECT sum(xact_commit)::float8 AS commits, pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 AS wal
     FROM pg_stat_database`,
  );
  return {
    storeCpu: cpuSecondsOf(server.pid()),
    workersCpu: workers.reduce((sum, { pid }) => sum + cpuSecondsOf(pid!), 0),
    commits: row!['commits'] as number,
    walBytes: row!['wal'] as number,
  };
}

/** The bytes of a batch in the store, including indexes. */
async function bytesPerBatch(address: string): Promise<number> {
  const [row] = await rowsOf(
    address,
    "SELECT (pg_total_relation_size('chatferry.batch') / count(*))::float8 AS bytes FROM chatferry.batch",
  );
  return row!['bytes'] as number;
}
