import { execFile } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { startLocalService } from '@chatferry/local-service';
import { Client } from 'pg';
import type { BulkSize } from '../bulk/bulk-forum.ts';
import { allBulkKinds, writeExport } from '../bulk/write-export.ts';
import { chatferry } from '../chatferry.ts';
import { compare } from '../crash/compare.ts';
import { faultRules } from '../crash/fault-rules.ts';
import { retryLosses } from '../crash/retry-losses.ts';
import { installStoringLog } from '../crash/storing-log.ts';
import { sumMistakes } from '../crash/sums.ts';
import type { OwnServer } from '../databases/own-server.ts';
import { Random } from '../quickstart/random.ts';
import { mostInAMinute } from './most-in-a-minute.ts';
import { stopPoints } from './stop-points.ts';
import { WorkerProcess } from './worker-process.ts';

const WORKERS = 4;
const SPREAD = 4;
/** The service answers 429 beyond it. */
const REQUESTS_PER_MINUTE = 900;
/** A job that takes longer hangs. */
const LIMIT_MS = 15 * 60_000;

const rules = path.join(import.meta.dirname, '../crash/rules.yaml');
const preload = new URL('stop-points.ts', import.meta.url).href;
const clockJumps = new URL('../crash/clock-jumps.ts', import.meta.url).href;

export interface ChaosOptions {
  /** The seed of all random choices. The speed of the processes does not depend on it. */
  readonly seed: number;
  readonly faultShare: number;
  readonly messages: number;
  /** Kinds that go through the chat API too, and replies: their takeover takes a minute. */
  readonly hasFollowUps: boolean;
  /** Workers to kill at most. */
  readonly killsLeft: number;
  /** Whether PostgreSQL is crashed once; after that the quota rests for a minute. */
  readonly crashesStore: boolean;
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
  await command(env, 'store', 'migrate', store);
  await command(
    env,
    'plan',
    input,
    `--job=${job}`,
    '--records-per-request=10',
    `--config=${rules}`,
  );
  const name = (
    await command(
      env,
      ...['submit', job, store, `--app-id=${service.appId}`, `--base-url=${service.baseUrl}`],
      ...[`--spread=${SPREAD}`, `--requests-per-minute=${REQUESTS_PER_MINUTE}`, '--yes'],
      ...['--allow-chat', '--max-failures=none', `--pool=p${seed}`],
    )
  ).trim();
  const keys = path.join(folder, 'keys');
  mkdirSync(keys);
  writeFileSync(path.join(keys, service.appId), service.apiKey, { mode: 0o600 });

  const chaos = new Chaos(
    random,
    options,
    [store, `--keys=${keys}`, `--pool=p${seed}`, '--shifts=3'],
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
    await command(env, 'ledger', 'export', store, `--job=${job}`);
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

/** Four workers, and what happens to them. */
class Chaos {
  kills = 0;
  stops = 0;
  storeCrashes = 0;
  readonly #random: Random;
  readonly #options: ChaosOptions;
  readonly #args: readonly string[];
  readonly #env: NodeJS.ProcessEnv;
  readonly #server: OwnServer;
  readonly #workers: WorkerProcess[] = [];
  readonly #asleep = new Set<WorkerProcess>();
  #lines: string[] = [];
  #isOver = false;

  constructor(
    random: Random,
    options: ChaosOptions,
    args: readonly string[],
    env: NodeJS.ProcessEnv,
    server: OwnServer,
  ) {
    this.#random = random;
    this.#options = options;
    this.#args = args;
    this.#env = env;
    this.#server = server;
  }

  get printed(): string {
    return this.#lines.join('\n');
  }

  get takeovers(): number {
    return this.#lines.filter((line) => line.includes('after another worker was lost')).length;
  }

  /** @returns mistakes */
  async until(
    read: () => Promise<string | undefined>,
    env: NodeJS.ProcessEnv,
    name: string,
  ): Promise<readonly string[]> {
    for (let number = 0; number < WORKERS; number++) this.#start(number === 0);
    const begin = performance.now();
    let resumed = 0;
    for (;;) {
      await setTimeout(this.#random.between(1000, 5000));
      const state = await read();
      if (state === 'finished') return [];
      if (performance.now() - begin > LIMIT_MS) return [`The job does not end: ${state}.`];
      if (state === 'stopped') {
        if (++resumed > 10) return ['The job was stopped again and again.'];
        await command(env, 'resume', name, '--store=${CHATFERRY_STORE}');
      }
      await this.#disturb();
      while (this.#workers.length < WORKERS) this.#start(false);
    }
  }

  async #disturb(): Promise<void> {
    const random = this.#random;
    const awake = this.#workers.filter((worker) => worker.isRunning && !this.#asleep.has(worker));
    const worker = awake[random.between(0, Math.max(0, awake.length - 1))];
    const { crashesStore, killsLeft } = this.#options;
    if (crashesStore && this.storeCrashes === 0 && random.chance(0.2)) {
      this.storeCrashes++;
      await this.#server.crash();
      await setTimeout(random.between(0, 3000));
      await this.#server.start();
    } else if (random.chance(0.1)) {
      await endBackends(this.#server.address);
    } else if (worker !== undefined && random.chance(0.15) && this.#asleep.size < 2) {
      worker.signal('SIGSTOP');
      this.#sleep(worker);
    } else if (worker !== undefined && this.kills < killsLeft) {
      this.kills++;
      await worker.kill();
      this.#workers.splice(this.#workers.indexOf(worker), 1);
    }
  }

  #start(hasClockJumps: boolean): void {
    const random = this.#random;
    const point = random.chance(0.3)
      ? stopPoints[random.between(0, stopPoints.length - 1)]
      : undefined;
    const modules = [preload, ...(hasClockJumps ? [clockJumps] : [])];
    const worker: WorkerProcess = new WorkerProcess(
      'worker',
      this.#args,
      {
        ...this.#env,
        NODE_OPTIONS: modules.map((module) => `--import=${module}`).join(' '),
        ...(point === undefined ? {} : { STOP_AT: point, STOP_NTH: String(random.between(1, 20)) }),
      },
      (line) => {
        this.#lines.push(`${Math.round(performance.now())} ${worker.pid} ${line}`);
        if (line.startsWith('stopped at')) this.#sleep(worker);
      },
    );
    this.#workers.push(worker);
  }

  /** Wakes a stopped worker up, after a time in which another one has its shifts. */
  #sleep(worker: WorkerProcess): void {
    this.stops++;
    this.#asleep.add(worker);
    void setTimeout(this.#random.between(15_000, 40_000), undefined, { ref: false }).then(() => {
      this.#asleep.delete(worker);
      if (!this.#isOver) worker.signal('SIGCONT');
    });
  }

  /** Ends all workers as an operator does. @returns mistakes */
  async end(): Promise<readonly string[]> {
    this.#isOver = true;
    for (const worker of this.#workers) {
      worker.signal('SIGCONT');
      worker.signal('SIGTERM');
    }
    const late = setTimeout(70_000, 'late' as const, { ref: false });
    const statuses = await Promise.all(
      this.#workers.map((worker) => Promise.race([worker.ended(), late])),
    );
    for (const worker of this.#workers) await worker.kill();
    return statuses
      .filter((status) => status !== 0)
      .map((status) => `A worker ended with ${status}.`);
  }
}

async function stateOf(address: string, name: string): Promise<string | undefined> {
  const rows = await rowsOf(address, 'SELECT state FROM chatferry.job WHERE name = $1', [name]);
  return rows[0]?.['state'] as string | undefined;
}

/** Ends all connections to the store at this moment, as an administrator or a proxy does. */
async function endBackends(address: string): Promise<void> {
  await rowsOf(
    address,
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'chatferry'",
  );
}

async function rowsOf(
  address: string,
  text: string,
  values: unknown[] = [],
): Promise<Record<string, unknown>[]> {
  for (;;) {
    const client = new Client(address);
    client.on('error', () => {});
    try {
      await client.connect();
      return (await client.query(text, values)).rows as Record<string, unknown>[];
    } catch {
      await setTimeout(200);
    } finally {
      await client.end().catch(() => {});
    }
  }
}

/** Runs the command line tool to its end. The service is in this process. @throws {Error} unless it succeeds */
async function command(env: NodeJS.ProcessEnv, ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--conditions=@chatferry/source', chatferry, ...args],
    { env: { ...process.env, ...env } },
  );
  return stdout;
}
