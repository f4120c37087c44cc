import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { measure } from './bench/measure.ts';
import { printTable, thousands } from './bench/print-table.ts';
import type { SinkReport } from './bench/sink-report.ts';
import { startSink } from './bench/start-sink.ts';
import { writeExport } from './bulk/write-export.ts';
import { chatferry } from './chatferry.ts';
import { ownPostgres } from './databases/own-server.ts';
import { runCommand } from './fleet/run-command.ts';
import { stateOf } from './fleet/store-rows.ts';
import { WorkerProcess } from './fleet/worker-process.ts';

const APP = 'bench';
const STORE = '--store=${CHATFERRY_STORE}';
const ANSWER_MS = 50;
const key = { CHATFERRY_API_KEY: 'key-of-the-benchmark' };

/** What the parts of the benchmark share. */
interface Bench {
  readonly folder: string;
  readonly address: string;
  readonly env: NodeJS.ProcessEnv;
  /** A new plan of the same export, which counts as another job. */
  readonly plan: () => Promise<string>;
}

/** Measures workers without a quota against one run on one machine, a quota that four of them share, and a takeover. */
export async function benchFleet(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      messages: { type: 'string', default: '200000' },
      seconds: { type: 'string', default: '65' },
      'requests-per-minute': { type: 'string', default: '3000' },
    },
  });
  const folder = mkdtempSync(path.join(tmpdir(), 'chatferry-bench-fleet-'));
  try {
    await using server = await ownPostgres();
    const env = { CHATFERRY_STORE: server.address };
    await runCommand(env, 'store', 'migrate', STORE);
    const now = Math.floor(Date.now() / 1000);
    const size = { users: 2000, groups: 100, memberships: 10_000, seed: 1, now };
    writeExport(
      path.join(folder, 'export'),
      { ...size, messages: Number(values.messages) },
      'ndjson',
    );
    let plans = 0;
    const plan = async (): Promise<string> => {
      const job = path.join(folder, `job-${++plans}`);
      // The prefix makes it another plan.
      const prefix = `--muid-prefix=p${plans}-`;
      await measure(chatferry, [
        'plan',
        path.join(folder, 'export'),
        '--job',
        job,
        prefix,
        '--quiet',
      ]);
      return job;
    };
    const bench = { folder, address: server.address, env, plan };
    await withoutQuota(bench);
    await withQuota(bench, Number(values.seconds), Number(values['requests-per-minute']));
    await takeover(bench);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function withoutQuota(bench: Bench): Promise<void> {
  using sink = await startSink();
  const job = await bench.plan();
  const target = ['--app-id', APP, '--base-url', sink.baseUrl];
  const rate = ['--requests-per-minute', 'unlimited'];
  await measure(chatferry, ['run', '--job', job, ...target, ...rate, '--quiet'], { env: key });
  const single = await sink.report();
  const rows: string[][] = [sent('run, ledger in SQLite', single, ['', ''])];
  for (const count of [1, 2, 4]) {
    const name = await submitted(bench, await bench.plan(), sink.baseUrl, 'unlimited');
    const workers = startWorkers(bench, count);
    await finished(bench, name, workers);
    const report = await sink.report();
    const share = perSecond(report) / perSecond(single);
    const moreMs = 1000 / perSecond(report) - 1000 / perSecond(single);
    rows.push(
      sent(count === 1 ? '1 worker' : `${count} workers`, report, [
        percent(share),
        `${moreMs.toFixed(2)} ms`,
      ]),
    );
  }
  console.log('Sending without a quota, to a server that answers at once:\n');
  printTable(['', 'requests', 'requests/s', 'of the run', 'more a batch'], rows);
}

async function withQuota(bench: Bench, seconds: number, perMinute: number): Promise<void> {
  using sink = await startSink(ANSWER_MS, perMinute);
  const name = await submitted(bench, await bench.plan(), sink.baseUrl, String(perMinute));
  const workers = startWorkers(bench, 4);
  while (!workers.some(({ held }) => held.size > 0)) await setTimeout(50);
  // Without what comes before the first kind, and the steps between the small ones.
  await setTimeout(10_000);
  await sink.report();
  await setTimeout(seconds * 1000);
  const report = await sink.report();
  await Promise.all(workers.map((worker) => worker.kill()));
  await runCommand(bench.env, 'cancel', name, STORE);
  const share = (perSecond(report) * 60) / perMinute;
  console.log(
    `\nA quota of ${perMinute} requests a minute, shared by 4 workers, over ${seconds} s:\n`,
  );
  printTable(
    ['', 'requests', 'requests/s', 'of the quota', 'answered 429'],
    [sent('4 workers', report, [percent(share), String(report.refused)])],
  );
}

/** From the kill of a worker to the moment in which another one has its shift. */
async function takeover(bench: Bench): Promise<void> {
  using sink = await startSink(ANSWER_MS, 600);
  const name = await submitted(bench, await bench.plan(), sink.baseUrl, '600', 1);
  const [first, second] = startWorkers(bench, 2) as [WorkerProcess, WorkerProcess];
  while (first.held.size === 0 && second.held.size === 0) await setTimeout(20);
  await setTimeout(3000);
  const [doomed, other] = first.held.size > 0 ? [first, second] : [second, first];
  const killedAt = performance.now();
  await doomed.kill();
  while (!other.printed.some((line) => line.includes('after another worker'))) await setTimeout(20);
  console.log(
    `\nAfter SIGKILL another worker had the shift in ${((performance.now() - killedAt) / 1000).toFixed(1)} s.`,
  );
  await other.kill();
  await runCommand(bench.env, 'cancel', name, STORE);
}

async function submitted(
  { env }: Bench,
  job: string,
  baseUrl: string,
  rate: string,
  spread = 16,
): Promise<string> {
  const out = await runCommand(
    env,
    'submit',
    job,
    STORE,
    `--app-id=${APP}`,
    `--base-url=${baseUrl}`,
    `--requests-per-minute=${rate}`,
    `--spread=${spread}`,
  );
  return out.trim();
}

function startWorkers({ folder, env }: Bench, count: number): WorkerProcess[] {
  const keys = path.join(folder, 'keys');
  mkdirSync(keys, { recursive: true });
  writeFileSync(path.join(keys, APP), key.CHATFERRY_API_KEY, { mode: 0o600 });
  const shifts = `--shifts=${Math.ceil(16 / count)}`;
  return Array.from(
    { length: count },
    (_, number) =>
      new WorkerProcess(
        String(number),
        [STORE, `--keys=${keys}`, `--plan-cache=${path.join(folder, 'plans')}`, shifts],
        env,
      ),
  );
}

async function finished(
  { address }: Bench,
  name: string,
  workers: readonly WorkerProcess[],
): Promise<void> {
  for (let state; state !== 'finished'; state = await stateOf(address, name)) {
    if (state === 'stopped') throw new Error(`The job ${name} was stopped.`);
    await setTimeout(500);
  }
  await Promise.all(workers.map((worker) => worker.kill()));
}

function sent(name: string, report: SinkReport, more: string[]): string[] {
  return [name, thousands(report.requests), perSecond(report).toFixed(2), ...more];
}

/** Requests a second between the first and the last. */
function perSecond({ requests, firstMs, lastMs }: SinkReport): number {
  return ((requests - 1) * 1000) / (lastMs - firstMs);
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
