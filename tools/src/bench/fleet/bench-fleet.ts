import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { measure } from '../../processes/measure.ts';
import { printTable, thousands } from '../print-table.ts';
import { cpuSecondsOf } from '../../processes/process-usage.ts';
import type { SinkReport } from '../sink-report.ts';
import { type Sink, startCountedService, startSink } from '../start-sink.ts';
import { measureLostStore, measureTakeover } from './outages.ts';
import {
  ANSWER_MS,
  APP,
  type Bench,
  finished,
  KEY,
  lateSlots,
  percent,
  perSecond,
  startWorkers,
  STORE,
  submitted,
} from './workers.ts';
import { writeExport } from '../../generate/write-export.ts';
import { chatferry } from '../../processes/chatferry.ts';
import { ownPostgres } from '../../databases/own-server.ts';
import { runCommand } from '../../fleet/run-command.ts';
import type { WorkerProcess } from '../../fleet/worker-process.ts';

/**
 * Measures workers without a quota against one run on one machine, with the local service and with a server that answers immediately; a
 * quota that four workers share; a takeover; and the loss of PostgreSQL.
 */
export async function benchFleet(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      messages: { type: 'string', default: '200000' },
      seconds: { type: 'string', default: '65' },
      'requests-per-minute': { type: 'string', default: '3000' },
    },
  });
  using temporary = mkdtempDisposableSync(path.join(tmpdir(), 'chatferry-bench-fleet-'));
  const folder = temporary.path;
  await using server = await ownPostgres();
  const env = { CHATFERRY_STORE: server.address };
  await runCommand(env, 'store', 'migrate', STORE);
  const now = Math.floor(Date.now() / 1000);
  const input = path.join(folder, 'export');
  const size = { users: 2000, groups: 100, memberships: 10_000, seed: 1, now };
  writeExport(input, { ...size, messages: Number(values.messages) }, 'ndjson');
  let plans = 0;
  const plan = async (): Promise<string> => {
    const job = path.join(folder, `job-${++plans}`);
    // Another prefix results in another plan.
    const prefix = `--muid-prefix=p${plans}-`;
    await measure(chatferry, ['plan', input, '--job', job, prefix, '--quiet']);
    return job;
  };
  const bench = { folder, server, env, plan };
  await withoutQuota(bench, 'the local service', () => startCountedService(APP, KEY));
  await withoutQuota(bench, 'a server that answers at once', () => startSink());
  await withQuota(bench, Number(values.seconds), Number(values['requests-per-minute']));
  await measureTakeover(bench);
  await measureLostStore(bench);
}

/** Processor time in seconds. */
interface Used {
  readonly workers: number;
  readonly database: number;
}

/** The requests that a server received for one job, and the processor time of sending them. */
interface Sent {
  readonly report: SinkReport;
  readonly used: Used;
}

/** Each job is sent to a server of its own: a service that holds the users already answers differently. */
async function withoutQuota(bench: Bench, to: string, start: () => Promise<Sink>): Promise<void> {
  const single = await ofRun(bench, start);
  const rows = [row('run, ledger in SQLite', single, single)];
  for (const count of [1, 2, 4])
    rows.push(
      row(
        count === 1 ? '1 worker' : `${count} workers`,
        await ofWorkers(bench, start, count),
        single,
      ),
    );
  console.log(`\nSending without a quota, to ${to}.`);
  console.log(
    'The processor time of the run includes its start, and that of the workers the check of the plan.\n',
  );
  const columns = ['requests', 'requests/s', 'of the run', 'more a batch', 'CPU a batch'];
  printTable(['', ...columns, 'of the workers', 'of the database'], rows);
}

async function ofRun({ plan }: Bench, start: () => Promise<Sink>): Promise<Sent> {
  const job = await plan();
  using sink = await start();
  const target = ['--app-id', APP, '--base-url', sink.baseUrl];
  const rate = ['--requests-per-minute', 'unlimited'];
  const run = ['run', '--job', job, ...target, ...rate, '--quiet'];
  const { cpuSeconds } = await measure(chatferry, run, { env: { CHATFERRY_API_KEY: KEY } });
  return { report: await sink.report(), used: { workers: cpuSeconds, database: 0 } };
}

async function ofWorkers(bench: Bench, start: () => Promise<Sink>, count: number): Promise<Sent> {
  const plan = await bench.plan();
  const workers = await startWorkers(bench, count);
  using sink = await start();
  const before = usedBy(bench, workers);
  const name = await submitted(bench, plan, { baseUrl: sink.baseUrl, rate: 'unlimited' });
  await finished(bench, name);
  const after = usedBy(bench, workers);
  await Promise.all(workers.map((worker) => worker.kill()));
  const used = {
    workers: after.workers - before.workers,
    database: after.database - before.database,
  };
  return { report: await sink.report(), used };
}

function usedBy({ server }: Bench, workers: readonly WorkerProcess[]): Used {
  return {
    workers: workers.reduce((sum, { pid }) => sum + cpuSecondsOf(pid!), 0),
    database: cpuSecondsOf(server.pid()),
  };
}

function row(name: string, { report, used }: Sent, single: Sent): string[] {
  const [rate, singleRate] = [perSecond(report), perSecond(single.report)];
  const moreMs = 1000 / rate - 1000 / singleRate;
  const cpuMs = (seconds: number): string =>
    `${((seconds * 1000) / report.requests).toFixed(2)} ms`;
  const isSingle = report === single.report;
  return [
    name,
    thousands(report.requests),
    rate.toFixed(0),
    isSingle ? '' : percent(rate / singleRate),
    isSingle ? '' : `${moreMs.toFixed(2)} ms`,
    cpuMs(used.workers + used.database),
    cpuMs(used.workers),
    cpuMs(used.database),
  ];
}

async function withQuota(bench: Bench, seconds: number, perMinute: number): Promise<void> {
  using sink = await startSink(ANSWER_MS, perMinute);
  const plan = await bench.plan();
  const workers = await startWorkers(bench, 4);
  const given = { baseUrl: sink.baseUrl, rate: String(perMinute) };
  const name = await submitted(bench, plan, given);
  while (!workers.some(({ held }) => held.size > 0)) await setTimeout(50);
  // The measurement starts after the preflight and the short first steps.
  await setTimeout(10_000);
  const lateBefore = await lateSlots(workers);
  await sink.report();
  await setTimeout(seconds * 1000);
  const report = await sink.report();
  const late = (await lateSlots(workers)) - lateBefore;
  await Promise.all(workers.map((worker) => worker.kill()));
  await runCommand(bench.env, 'cancel', name, STORE);
  const granted = Math.round(((perMinute * 0.99) / 60) * seconds);
  console.log(
    `\nA quota of ${perMinute} requests a minute, shared by 4 workers, over ${seconds} s:\n`,
  );
  printTable(
    ['', ''],
    [
      ['slots at 99 % of the quota', thousands(granted)],
      ['requests', thousands(report.requests)],
      ['slots taken and not used in time', String(late)],
      ['of the quota', percent((perSecond(report) * 60) / perMinute)],
      ['answered 429', String(report.refused)],
    ],
  );
}
