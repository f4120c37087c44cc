// Shows a whole migration: plan, import, SIGKILL in every phase, the same command again, and a comparison that proves that
// nothing is missing and nothing is stored twice. The exit status is 1 unless every announced step happened. `npm run demo`
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { counted, importKinds, type Kind, kinds, kindsInOrder } from '@chatferry/contract';
import { openPlan } from '@chatferry/planner';
import { runStatus, type Status } from '@chatferry/runner';
import { printTable, thousands } from './bench/print-table.ts';
import { chatferry } from './processes/chatferry.ts';
import { differences } from './demo/differences.ts';
import { readBack } from './demo/read-back.ts';
import { makeQuickstart } from './make-quickstart.ts';
import { ServiceProcess, type ServiceTarget } from './processes/service-process.ts';

/** Fast enough to watch, slow enough to be killed halfway. */
const REQUESTS_PER_MINUTE = 1500;
/** A latency like the hosted service's, so that the kill interrupts requests in flight. */
const ANSWER_MS = 250;
/** The latency of replies, reactions and friends, which take one request a record. */
const FOLLOW_UP_MS = 100;

const latencies = [
  { fault: 'latency', ms: ANSWER_MS, operation: 'dataImport.*' },
  { fault: 'latency', ms: ANSWER_MS, operation: 'roles.create' },
  { fault: 'latency', ms: FOLLOW_UP_MS, operation: 'messages.thread.send' },
  { fault: 'latency', ms: FOLLOW_UP_MS, operation: 'messages.reactions.add' },
  { fault: 'latency', ms: FOLLOW_UP_MS, operation: 'users.friends.add' },
  { fault: 'latency', ms: ANSWER_MS, operation: 'users.blockedUsers.block' },
  { fault: 'latency', ms: ANSWER_MS, operation: 'users.deactivate' },
] as const;

const folder = mkdtempSync(path.join(tmpdir(), 'chatferry-demo-'));
const sample = path.relative('', path.join(import.meta.dirname, '../../samples/quickstart'));
const job = path.join(folder, 'job');
const planFile = path.join(job, 'plan.sqlite');
const ledgerFile = path.join(job, 'ledger.sqlite');
const configuration = path.join(folder, 'chatferry.yaml');
const children = new Set<ChildProcess>();

process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));

process.exitCode = (await demo()) ? 0 : 1;

async function demo(): Promise<boolean> {
  say('The export of a small forum, and the local service on this machine.');
  makeQuickstart(sample, new Date());
  writeFileSync(configuration, 'threads: reply\n');
  await using service = new ServiceProcess(folder, REQUESTS_PER_MINUTE);
  const target = await service.start(latencies);
  console.log(`Listening at ${target.baseUrl}`);

  say('chatferry plan: what will be sent, what will not, and why.');
  await ended(start(['plan', sample]));

  const where = [`--app-id=${target.appId}`, `--base-url=${target.baseUrl}`];
  const sending = ['run', ...where, `--requests-per-minute=${REQUESTS_PER_MINUTE}`, '--yes'];
  let interrupted = 0;
  for (const kind of kindsInOrder) {
    if (status().kinds[kind].planned === 0) continue;
    const open = await killedWhileSending(kind, sending, target.apiKey);
    if (open === undefined) return failed('The run had ended before it was killed.');
    interrupted += open;
  }
  if (interrupted === 0) return failed('No kill has interrupted a request.');

  say('The same command again.');
  await ended(start(sending, target.apiKey));
  if (status().end !== 'finished') return failed('The run that continues has not finished.');
  if (status().kinds.replies.unresolved > 0) {
    say('chatferry retry: replies in flight at the kill are looked up once more, then sent.');
    await ended(start(['retry', ...sending.slice(1)], target.apiKey));
  }

  say('chatferry verify: every kind is compared with the plan, field by field.');
  const verifying = start(['verify', ...where, '--requests-per-minute=10000'], target.apiKey);
  await ended(verifying);
  const isAsPlanned = await compared(target);
  say('Every row of the export, and its outcome.');
  const left = printSums(status());
  if (!isAsPlanned) return failed('The service does not hold what was planned.');
  if (left > 0) return failed('Rows have no outcome.');
  return verifying.exitCode === 0 || failed('verify has found differences.');
}

/** @returns the number of requests that may have been in flight; undefined when the run ended before the kill */
async function killedWhileSending(
  kind: Kind,
  sending: readonly string[],
  apiKey: string,
): Promise<number | undefined> {
  const [, noun] = kinds[kind].nouns;
  say(`chatferry run, killed with SIGKILL while ${noun} are sent.`);
  const doomed = start(sending, apiKey);
  while (isRunning(doomed) && !isBegun(kind)) await setTimeout(20);
  doomed.kill('SIGKILL');
  await ended(doomed);
  if (doomed.signalCode !== 'SIGKILL') return undefined;
  const { planned, pending } = status().kinds[kind];
  const open = requestsInFlight();
  console.log(
    `\nKilled. ${thousands(planned - pending)} of ${thousands(planned)} ${noun} are settled in the ledger; ${counted(open, 'request')} may have been in flight.`,
  );
  return open;
}

/** Reads all records from the service, and prints how they differ from the plan. @returns whether nothing differs */
async function compared(target: ServiceTarget): Promise<boolean> {
  say('The service is read back and compared with the plan.');
  using plan = openPlan(planFile);
  const held = await readBack(target);
  const found = differences(plan, held);
  for (const difference of found.slice(0, 20)) console.log(difference);
  console.log(
    found.length === 0
      ? `${importKinds.map((kind) => `${thousands(held[kind].size)} ${kind}`).join(', ')}: exactly what was planned.`
      : `${found.length} differences.`,
  );
  return found.length === 0;
}

function failed(why: string): false {
  console.error(`\nThe demo has not shown what it is for. ${why}`);
  return false;
}

/** @returns the number of lanes with a batch that may have been sent and has no outcome; a lane sends one request at a time */
function requestsInFlight(): number {
  using ledger = new DatabaseSync(ledgerFile, { readOnly: true });
  const row = ledger
    .prepare(
      `SELECT count(*) AS open FROM lanes AS l WHERE announced > settled
         OR EXISTS (SELECT 1 FROM batches AS b WHERE b.kind = l.kind AND b.lane = l.lane AND b.state = 'open')`,
    )
    .get();
  return row!['open'] as number;
}

/** Starts the command line tool like an operator, with its output on this terminal. */
function start(args: readonly string[], apiKey?: string): ChildProcess {
  const child = spawn(
    process.execPath,
    [
      '--conditions=@chatferry/source',
      chatferry,
      ...args,
      `--job=${job}`,
      `--config=${configuration}`,
    ],
    {
      stdio: 'inherit',
      env: { ...process.env, ...(apiKey === undefined ? {} : { CHATFERRY_API_KEY: apiKey }) },
    },
  );
  children.add(child);
  return child;
}

async function ended(child: ChildProcess): Promise<void> {
  if (isRunning(child)) await once(child, 'exit');
  children.delete(child);
}

function isRunning(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null;
}

function status(): Status {
  return runStatus(planFile, ledgerFile);
}

/** Whether a third of a kind's records is settled. For a kind of one request: whether all kinds before it are settled. */
function isBegun(kind: Kind): boolean {
  const { kinds: counts } = status();
  const { planned, pending } = counts[kind];
  if (planned > kinds[kind].recordsPerRequest) return pending <= (planned * 2) / 3;
  const before = kindsInOrder.slice(0, kindsInOrder.indexOf(kind));
  return before.every((each) => counts[each].pending === 0);
}

/** @returns the number of rows of all kinds that have no outcome */
function printSums({ kinds: counts }: Status): number {
  const columns = [
    'created',
    'present',
    'failed',
    'skipped',
    'rejected',
    'merged',
    'filtered',
  ] as const;
  let left = 0;
  const withRows = kindsInOrder.filter((kind) => counts[kind].rows > 0);
  const lines = withRows.map((kind) => {
    const outcomes = columns.map((column) => counts[kind][column]);
    const over = counts[kind].rows - outcomes.reduce((sum, count) => sum + count, 0);
    left += Math.abs(over);
    return [kind, ...[counts[kind].rows, ...outcomes, over].map(thousands)];
  });
  printTable(['', 'rows =', ...columns, 'left over'], lines);
  return left;
}

function say(what: string): void {
  console.log(`\n── ${what}\n`);
}
