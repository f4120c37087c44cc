import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { startLocalService } from '@chatferry/local-service';
import type { BulkSize } from '../bulk/bulk-forum.ts';
import { allBulkKinds, writeExport } from '../bulk/write-export.ts';
import { compare } from '../crash/compare.ts';
import { faultRules } from '../crash/fault-rules.ts';
import { retryLosses } from '../crash/retry-losses.ts';
import { installStoringLog } from '../crash/storing-log.ts';
import { sumMistakes } from '../crash/sums.ts';
import type { OwnServer } from '../databases/own-server.ts';
import { Random } from '../quickstart/random.ts';
import { Chaos, type ChaosLimits } from './chaos.ts';
import { mostInAMinute } from './most-in-a-minute.ts';
import { runCommand } from './run-command.ts';
import { stateOf } from './store-rows.ts';

const SPREAD = 4;
/** The service answers 429 beyond it. */
const REQUESTS_PER_MINUTE = 900;

const rules = path.join(import.meta.dirname, '../crash/rules.yaml');

export interface ChaosOptions extends ChaosLimits {
  /** The seed of all random choices. The speed of the processes does not depend on it. */
  readonly seed: number;
  readonly faultShare: number;
  readonly messages: number;
  /** Kinds that go through the chat API too, and replies: their takeover takes a minute. */
  readonly hasFollowUps: boolean;
}

/** What was done, and what was found. */
export interface ChaosResult {
  readonly kills: number;
  readonly stops: number;
  readonly storeCrashes: number;
  readonly takeovers: number;
  /** Import requests in the busiest 60 seconds, as a share of the quota. */
  readonly busiest: number;
  readonly mistakes: readonly string[];
}

/**
 * One job in a temporary folder, sent by four workers that are killed and stopped at random while the service and the store
 * fail. Then what the service holds is compared with the input, and all sums. The folder stays if there is a mistake.
 */
export async function chaosRound(
  folder: string,
  server: OwnServer,
  options: ChaosOptions,
): Promise<ChaosResult> {
  const { seed, faultShare, messages, hasFollowUps } = options;
  const random = new Random(seed);
  const size: BulkSize = {
    users: 60,
    groups: 8,
    memberships: 160,
    messages,
    seed,
    now: Math.floor(Date.now() / 1000),
    messageSpan: Math.ceil(messages / 20),
    ...(hasFollowUps ? { deactivatedEvery: 2, hasFollowUps: true as const } : {}),
  };
  const input = path.join(folder, 'export');
  mkdirSync(folder, { recursive: true });
  writeExport(input, size, 'ndjson', ...(hasFollowUps ? [allBulkKinds] : []));
  const file = path.join(folder, 'service.sqlite');
  await using service = await startLocalService({
    db: file,
    appId: `chaos-${seed}`,
    importRequestsPerMinute: REQUESTS_PER_MINUTE,
    faults: faultRules(faultShare, seed * 1000),
  });
  using db = new DatabaseSync(file, { timeout: 5000 });
  installStoringLog(db);
  const job = path.join(folder, 'job');
  const env = { CHATFERRY_STORE: server.address };
  const store = '--store=${CHATFERRY_STORE}';
  await runCommand(env, 'store', 'migrate', store);
  await runCommand(
    env,
    'plan',
    input,
    `--job=${job}`,
    '--records-per-request=10',
    `--config=${rules}`,
  );
  const name = (
    await runCommand(
      env,
      'submit',
      job,
      store,
      `--app-id=${service.appId}`,
      `--base-url=${service.baseUrl}`,
      `--spread=${SPREAD}`,
      `--requests-per-minute=${REQUESTS_PER_MINUTE}`,
      '--yes',
      '--allow-chat',
      '--max-failures=none',
      `--pool=p${seed}`,
    )
  ).trim();
  const keys = path.join(folder, 'keys');
  mkdirSync(keys);
  writeFileSync(path.join(keys, service.appId), service.apiKey, { mode: 0o600 });

  const chaos = new Chaos(
    random,
    options,
    [
      store,
      `--keys=${keys}`,
      `--plan-cache=${path.join(folder, 'plans')}`,
      `--pool=p${seed}`,
      '--shifts=3',
    ],
    env,
    server,
  );
  const mistakes: string[] = [];
  try {
    mistakes.push(...(await chaos.until(() => stateOf(server.address, name), env, name)));
  } finally {
    mistakes.push(...(await chaos.end()));
  }
  if (mistakes.length === 0) {
    await runCommand(env, 'ledger', 'export', store, `--job=${job}`);
    const importer = { input, job, target: service };
    const ending = await retryLosses(importer, { killed: false, status: 1, said: '' });
    if (ending.status !== 0) mistakes.push(`retry ended with ${ending.status}:\n${ending.said}`);
    mistakes.push(...sumMistakes(job), ...compare(db, size));
    if (chaos.printed.includes(service.apiKey)) mistakes.push('A worker has printed the key.');
  }
  const imports = service.requests.filter(({ operation }) => operation?.startsWith('dataImport'));
  const most = mostInAMinute(imports.map(({ at }) => at));
  if (most > REQUESTS_PER_MINUTE)
    mistakes.push(`${most} requests in 60 seconds at a quota of ${REQUESTS_PER_MINUTE}.`);
  if (mistakes.length === 0) rmSync(folder, { recursive: true });
  else writeFileSync(path.join(folder, 'workers.log'), chaos.printed);
  const { kills, stops, storeCrashes, takeovers } = chaos;
  return { kills, stops, storeCrashes, takeovers, busiest: most / REQUESTS_PER_MINUTE, mistakes };
}
