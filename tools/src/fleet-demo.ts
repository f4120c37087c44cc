// Shows several machines: a PostgreSQL of its own, the sample submitted to four apps, three workers of which one is killed, and
// the sums. The exit status is 1 unless every announced step happened. PostgreSQL need not be installed. `npm run fleet-demo`
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { counted } from '@chatferry/contract';
import { type LocalService, startLocalService } from '@chatferry/local-service';
import { openPlan } from '@chatferry/planner';
import { chatferry } from './processes/chatferry.ts';
import { ownPostgres } from './databases/own-server.ts';
import { differences } from './demo/differences.ts';
import { readBack } from './demo/read-back.ts';
import { WorkerProcess } from './fleet/worker-process.ts';
import { makeQuickstart } from './make-quickstart.ts';

/** Fast enough to watch, slow enough to be killed halfway. */
const REQUESTS_PER_MINUTE = 1500;
const ANSWER_MS = 100;
/** All four apps, or as many as the first argument says. */
const APPS = ['forum-de', 'forum-en', 'forum-fr', 'forum-nl'].slice(
  0,
  Number(process.argv[2] ?? 4),
);
const WORKERS = ['worker 1', 'worker 2', 'worker 3'];

const folder = mkdtempSync(path.join(tmpdir(), 'chatferry-fleet-demo-'));
const sample = path.relative('', path.join(import.meta.dirname, '../../samples/quickstart'));
const job = path.join(folder, 'job');
const store = '--store=${CHATFERRY_STORE}';
const workers: WorkerProcess[] = [];

process.on('exit', () => {
  rmSync(folder, { recursive: true, force: true });
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));

process.exitCode = (await demo()) ? 0 : 1;

async function demo(): Promise<boolean> {
  say(`A PostgreSQL on this machine, and ${APPS.length} apps of the local service.`);
  await using server = await ownPostgres();
  const env = { CHATFERRY_STORE: server.address };
  await using services = await startServices();
  command(env, 'store', 'migrate', store);

  say('The export of a small forum is planned once, and submitted to each app.');
  makeQuickstart(sample, new Date());
  command(env, 'plan', sample, `--job=${job}`, '--max-rejects=10%', '--quiet');
  for (const { appId, baseUrl } of services.all) {
    const where = [`--app-id=${appId}`, `--base-url=${baseUrl}`];
    const how = [`--requests-per-minute=${REQUESTS_PER_MINUTE}`, '--spread=2', '--yes'];
    command(env, 'submit', job, store, ...where, ...how);
  }

  say('Three workers. One of them is killed in the middle.');
  const given = [
    store,
    `--keys=${keysOf(services.all)}`,
    `--plan-cache=${path.join(folder, 'plans')}`,
    '--shifts=4',
    '--until-done',
  ];
  for (const name of WORKERS)
    workers.push(
      new WorkerProcess(name, given, env, (line) => {
        if (!line.includes(': compare')) console.log(`${name}  ${line}`);
      }),
    );
  const doomed = await busyWorker();
  if (doomed === undefined) return failed('All messages were sent before a worker was killed.');
  await doomed.kill();
  const lost = [...doomed.held];
  console.log(
    `\n${doomed.name} was killed with SIGKILL. It had ${counted(lost.length, 'shift')}.\n`,
  );
  const others = workers.filter((worker) => worker !== doomed);
  const statuses = await Promise.all(others.map((worker) => worker.ended()));
  const takenOver = lost.filter((shift) =>
    others.some(({ printed }) => printed.includes(`${shift} taken, after another worker was lost`)),
  );
  if (!takenOver.some(isOfMessages)) return failed('No other worker has continued its work.');
  console.log(`\nOther workers have taken over ${takenOver.length} of them.`);
  if (statuses.some((status) => status !== 0)) return failed('A worker has ended with an error.');

  say('The jobs, and the sums of all.');
  command(env, 'status', store);

  say('What each app holds is compared with the plan.');
  using plan = openPlan(path.join(job, 'plan.sqlite'));
  let found = 0;
  for (const service of services.all) {
    const different = differences(plan, await readBack(service));
    found += different.length;
    console.log(
      `${service.appId}: ${different.length === 0 ? 'exactly what was planned' : different.slice(0, 5).join('\n')}`,
    );
  }
  return found === 0;
}

/** @returns a worker that has been sending messages for a while; undefined when all workers have ended */
async function busyWorker(): Promise<WorkerProcess | undefined> {
  while (workers.some(({ isRunning }) => isRunning)) {
    const busy = workers.find(({ held }) => [...held].some(isOfMessages));
    const [shift] = [...(busy?.held ?? [])].filter(isOfMessages);
    await setTimeout(busy === undefined ? 20 : 300);
    if (busy?.isRunning === true && shift !== undefined && busy.held.has(shift)) return busy;
  }
  return undefined;
}

function isOfMessages(shift: string): boolean {
  return shift.includes('send messages');
}

function failed(why: string): false {
  console.error(`\nThe demo has not shown what it is for. ${why}`);
  return false;
}

async function startServices(): Promise<
  AsyncDisposable & { readonly all: readonly LocalService[] }
> {
  const all = await Promise.all(
    APPS.map((appId) =>
      startLocalService({
        appId,
        importRequestsPerMinute: REQUESTS_PER_MINUTE,
        quotaWindow: 'sliding',
        faults: [{ fault: 'latency', ms: ANSWER_MS, operation: 'dataImport.*' }],
      }),
    ),
  );
  return {
    all,
    [Symbol.asyncDispose]: async () => {
      await Promise.all(all.map((service) => service.close()));
    },
  };
}

/** Writes a folder with the key of each app, in the form of a mounted secret. */
function keysOf(services: readonly LocalService[]): string {
  const keys = path.join(folder, 'keys');
  mkdirSync(keys);
  for (const { appId, apiKey } of services)
    writeFileSync(path.join(keys, appId), apiKey, { mode: 0o600 });
  return keys;
}

/** Runs a command of the tool that makes no requests: the services run in this process, which waits until the command ends. */
function command(env: NodeJS.ProcessEnv, ...args: string[]): void {
  console.log(
    `$ chatferry ${args.map((arg) => arg.replace(/^(--store)=(.*)$/, "$1 '$2'")).join(' ')}`,
  );
  const { status } = spawnSync(
    process.execPath,
    ['--conditions=@chatferry/source', chatferry, ...args],
    { stdio: 'inherit', env: { ...process.env, ...env } },
  );
  if (status !== 0) throw new Error(`The command has ended with ${status}.`);
}

function say(what: string): void {
  console.log(`\n── ${what}\n`);
}
