import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type LocalService, startLocalService } from '@chatferry/local-service';
import type { BulkSize } from '../generate/bulk-forum.ts';
import { allBulkKinds, writeExport } from '../generate/write-export.ts';
import { compare } from '../crash/compare.ts';
import { faultRules } from '../crash/fault-rules.ts';
import type { ImporterOptions } from '../crash/importer.ts';
import { retryLosses } from '../crash/retry-losses.ts';
import { forumOf, notDone } from '../crash/round.ts';
import { installStoringLog } from '../crash/storing-log.ts';
import { sumMistakes } from '../crash/sums.ts';
import type { OwnPostgres } from '../databases/own-server.ts';
import { Random } from '../generate/random.ts';
import type { ServiceTarget } from '../processes/service-process.ts';
import { Chaos, type Scenario } from './chaos.ts';
import { mostInAMinute } from './most-in-a-minute.ts';
import { runCommand } from './run-command.ts';
import { Relay } from './relay.ts';
import { standstill, stateOf } from './store-rows.ts';
import type { Tally } from './tally.ts';

/** A job that takes longer counts as hanging. */
const LIMIT_MS = 20 * 60_000;
const STORE = '--store=${CHATFERRY_STORE}';
const SPREAD = 4;
/** The quota: the service answers 429 above it. */
const REQUESTS_PER_MINUTE = 900;
/** The factor for the messages of a job without a quota, so that the job takes long enough. */
const LONGER = 10;

const rules = path.join(import.meta.dirname, '../crash/rules.yaml');

export interface ChaosOptions {
  /** The seed of all random choices. The speed of the processes does not depend on it. */
  readonly seed: number;
  readonly scenario: Scenario;
  readonly faultShare: number;
  readonly messages: number;
  /** Workers to kill at most. */
  readonly kills: number;
  /** Counts the disturbances. */
  readonly tally: Tally;
}

/** The findings of a round. */
export interface ChaosResult {
  /** Import requests in the busiest 60 seconds, as a share of the quota. */
  readonly busiest: number;
  readonly mistakes: readonly string[];
}

/**
 * Runs one job in a temporary folder, with four workers that are killed and stopped at random while the service and the store fail. Then
 * compares the records in the service with the input, and checks all sums. The folder stays if there is a mistake.
 */
export async function chaosRound(
  folder: string,
  server: OwnPostgres,
  options: ChaosOptions,
): Promise<ChaosResult> {
  const { seed, scenario, faultShare, kills, tally } = options;
  const perMinute = scenario === 'unlimited' ? 'unlimited' : REQUESTS_PER_MINUTE;
  const size = sizeOf(options);
  const input = path.join(folder, 'export');
  mkdirSync(folder, { recursive: true });
  writeExport(input, size, 'ndjson', ...(scenario === 'live' ? [allBulkKinds] : []));
  const file = path.join(folder, 'service.sqlite');
  await using service = await startLocalService({
    db: file,
    appId: `chaos-${seed}`,
    importRequestsPerMinute: perMinute,
    quotaWindow: 'sliding',
    faults: faultRules(faultShare, seed * 1000),
  });
  using db = new DatabaseSync(file, { timeout: 5000 });
  installStoringLog(db);
  await using toService = await Relay.to(Number(new URL(service.baseUrl).port));
  await using toStore = await Relay.to(Number(new URL(server.address).port));
  const target = {
    appId: service.appId,
    apiKey: service.apiKey,
    baseUrl: withPort(service.baseUrl, toService.port),
  };

  const env = { CHATFERRY_STORE: server.address };
  const job = path.join(folder, 'job');
  const name = await submitted({ env, input, job, target, pool: `p${seed}`, perMinute });
  const log = path.join(folder, 'workers.log');
  appendFileSync(log, `${name}, ${scenario}\n`);
  const chaos = new Chaos({
    scenario,
    kills,
    random: new Random(seed),
    server,
    relays: { store: toStore, service: toService },
    args: workerArguments(folder, seed, target),
    env: { CHATFERRY_STORE: withPort(server.address, toStore.port) },
    log,
    clockFile: path.join(folder, 'clock'),
    tally,
  });
  const mistakes: string[] = [];
  try {
    mistakes.push(...(await chaos.until(stepOf(server.address, name, env))));
  } finally {
    mistakes.push(...(await chaos.end()));
  }
  if (mistakes.length === 0) {
    await runCommand(env, 'ledger', 'export', STORE, `--job=${job}`);
    mistakes.push(...(await endingMistakes({ input, job, target })), ...compare(db, size));
    const printed = readFileSync(log, 'utf8');
    if (printed.includes(service.apiKey)) mistakes.push('A worker has printed the key.');
  } else appendFileSync(log, await standstill(server.address));
  const busiest = perMinute === 'unlimited' ? 0 : busiestMinute(service.requests) / perMinute;
  // Requests that a cut network has delayed arrive later than they were sent.
  if (busiest > 1 && scenario !== 'cuts')
    mistakes.push(`A minute had ${busiest.toFixed(2)} times the quota of ${perMinute} requests.`);
  if (mistakes.length === 0) rmSync(folder, { recursive: true });
  return { busiest, mistakes };
}

function sizeOf({ seed, scenario, messages: wanted }: ChaosOptions): BulkSize {
  const messages = wanted * (scenario === 'unlimited' ? LONGER : 1);
  const messageSpan = Math.ceil(messages / 20);
  const forum = forumOf({ seed, messages }, { messageSpan });
  if (scenario === 'live') return forum;
  const { users, groups, memberships, now } = forum;
  return { users, groups, memberships, messages, messageSpan, seed, now };
}

/** The options of a worker, which finds the key in a folder. */
function workerArguments(folder: string, seed: number, { appId, apiKey }: ServiceTarget): string[] {
  const keys = path.join(folder, 'keys');
  mkdirSync(keys);
  writeFileSync(path.join(keys, appId), apiKey, { mode: 0o600 });
  const plans = path.join(folder, 'plans');
  return [STORE, `--keys=${keys}`, `--plan-cache=${plans}`, `--pool=p${seed}`, '--shifts=2'];
}

/** Retries the failed records, as an operator does at the end, and checks the sums of the job. */
async function endingMistakes(importer: ImporterOptions): Promise<string[]> {
  const sent = { killed: false, status: 1, said: '' };
  const ending = await retryLosses(importer, sent);
  return [...notDone('retry', ending), ...sumMistakes(importer.job)];
}

function busiestMinute(requests: LocalService['requests']): number {
  const imports = requests.filter(({ operation }) => operation?.startsWith('dataImport'));
  return mostInAMinute(imports.map(({ at }) => at));
}

/** Plans the export and submits it to the workers. @returns the name of the job */
async function submitted({
  env,
  input,
  job,
  target,
  pool,
  perMinute,
}: {
  readonly env: NodeJS.ProcessEnv;
  readonly input: string;
  readonly job: string;
  readonly target: ServiceTarget;
  readonly pool: string;
  readonly perMinute: number | 'unlimited';
}): Promise<string> {
  await runCommand(env, 'store', 'migrate', STORE);
  const planning = [`--job=${job}`, '--records-per-request=10', `--config=${rules}`];
  await runCommand(env, 'plan', input, ...planning);
  const out = await runCommand(
    env,
    'submit',
    job,
    STORE,
    `--app-id=${target.appId}`,
    `--base-url=${target.baseUrl}`,
    `--spread=${SPREAD}`,
    `--requests-per-minute=${perMinute}`,
    '--yes',
    '--allow-chat',
    '--max-failures=none',
    `--pool=${pool}`,
  );
  return out.trim();
}

/** Queries the state of a job. A stopped job is resumed, as an operator does. */
function stepOf(address: string, name: string, env: NodeJS.ProcessEnv) {
  const begin = performance.now();
  let resumed = 0;
  return async (): Promise<'finished' | 'running' | { readonly mistake: string }> => {
    const state = await stateOf(address, name);
    if (state === 'finished') return state;
    if (performance.now() - begin > LIMIT_MS) return { mistake: `The job does not end: ${state}.` };
    if (state !== 'stopped') return 'running';
    if (++resumed > 10) return { mistake: 'The job was stopped again and again.' };
    await runCommand(env, 'resume', name, STORE);
    return 'running';
  };
}

function withPort(address: string, port: number): string {
  const url = new URL(address);
  url.port = String(port);
  return url.href;
}
