import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { measure } from '../../processes/measure.ts';
import { printTable, thousands } from '../print-table.ts';
import type { SinkReport } from '../sink-report.ts';
import { startSink } from '../start-sink.ts';
import { writeExport } from '../../generate/write-export.ts';
import { chatferry } from '../../processes/chatferry.ts';

const ANSWER_MS = 300;
const key = { CHATFERRY_API_KEY: 'key-of-the-benchmark' };

/** Measures sending without a quota against a bare loop, and the used share of a quota. */
export async function benchRun(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      messages: { type: 'string', default: '500000' },
      seconds: { type: 'string', default: '60' },
      'requests-per-minute': { type: 'string', default: '60' },
    },
  });
  using temporary = mkdtempDisposableSync(path.join(tmpdir(), 'chatferry-bench-'));
  const folder = temporary.path;
  const job = path.join(folder, 'job');
  await planFor(folder, job, Number(values.messages));
  await unthrottled(job);
  await paced(folder, job, Number(values.seconds), Number(values['requests-per-minute']));
}

async function planFor(folder: string, job: string, messages: number): Promise<void> {
  const now = Math.floor(Date.now() / 1000);
  const [users, memberships] = [Math.min(2000, messages), Math.min(10_000, messages)];
  const size = { users, groups: 100, memberships, messages, seed: 1, now };
  writeExport(path.join(folder, 'export'), size, 'ndjson');
  await measure(chatferry, ['plan', path.join(folder, 'export'), '--job', job, '--quiet']);
}

async function unthrottled(job: string): Promise<void> {
  const planFile = path.join(job, 'plan.sqlite');
  using sink = await startSink();
  const bareScript = new URL('./bare-send.ts', import.meta.url);
  const bare = await measure(bareScript, [planFile, sink.baseUrl]);
  const bareReport = await sink.report();
  const run = await measure(chatferry, [...runArguments(job, sink.baseUrl), 'unlimited'], {
    env: key,
  });
  const runReport = await sink.report();

  console.log('Sending without a quota, the same ready-made requests to the same server:\n');
  const share = perSecond(runReport) / perSecond(bareReport);
  printTable(
    ['', 'requests', 'requests/s', 'share', 'needed', 'peak MiB'],
    [
      sent('bare undici loop', bareReport, ['', '', String(bare.peakRssMiB)]),
      sent('chatferry run', runReport, [percent(share), '≥ 60 %', String(run.peakRssMiB)]),
    ],
  );
}

/** Runs the sender and the bare loop concurrently, each against its own server that enforces the quota. */
async function paced(
  folder: string,
  job: string,
  seconds: number,
  requestsPerMinute: number,
): Promise<void> {
  const fresh = path.join(folder, 'paced');
  await measure(chatferry, ['plan', path.join(folder, 'export'), '--job', fresh, '--quiet']);
  using ours = await startSink(ANSWER_MS, requestsPerMinute);
  using theirs = await startSink(ANSWER_MS, requestsPerMinute);
  const planFile = path.join(job, 'plan.sqlite');
  const rate = String(requestsPerMinute);

  const senders = [
    start(chatferry, [...runArguments(fresh, ours.baseUrl), rate]),
    start(new URL('./send-then-sleep.ts', import.meta.url), [planFile, theirs.baseUrl, rate]),
  ];
  await setTimeout(seconds * 1000 + 1000);
  const reports = [await ours.report(), await theirs.report()];
  for (const sender of senders) {
    sender.kill('SIGKILL');
    await once(sender, 'exit');
  }

  console.log(
    `\nA quota of ${rate} requests a minute over ${seconds} s, answers after ${ANSWER_MS} ms:\n`,
  );
  printTable(
    ['', 'requests', 'requests/s', 'of the quota', 'answered 429'],
    ['chatferry run', 'send, then sleep'].map((name, index) => {
      const report = reports[index]!;
      const share = (perSecond(report) * 60) / requestsPerMinute;
      return sent(name, report, [percent(share), String(report.refused)]);
    }),
  );
}

function start(script: string | URL, args: string[]): ReturnType<typeof fork> {
  return fork(script, args, {
    execArgv: ['--conditions=@chatferry/source'],
    env: { ...process.env, ...key },
    stdio: 'ignore',
  });
}

function runArguments(job: string, baseUrl: string): string[] {
  const target = ['--app-id', 'bench', '--base-url', baseUrl];
  return ['run', '--job', job, ...target, '--quiet', '--requests-per-minute'];
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
