import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { openPlan } from '@chatferry/planner';
import { planFiles } from 'chatferry';
import { measure } from '../processes/measure.ts';
import { chatferry } from '../processes/chatferry.ts';
import {
  type DatabaseSystem,
  databaseSystems,
  legacyKinds,
  legacyTables,
} from '../databases/legacy-tables.ts';
import { hasMariadb, type OwnServer, ownMariadb, ownPostgres } from '../databases/own-server.ts';
import { Random } from '../generate/random.ts';

/** Every crash comes after more rows than this, so that it interrupts reading the messages. */
const USERS = 5000;

/** The largest share of the messages before a crash: the last messages are read before they are reported. */
const LATEST_CRASH = 0.8;

/** The memory limit of planning. */
const MOST_MIB = 512;

export interface DatabaseCrashOptions {
  /** The number of crashes of each server. */
  readonly crashes: number;
  readonly seed: number;
  readonly messages: number;
  readonly log: (line: string) => void;
}

/**
 * Plans a table of its own PostgreSQL server and of its own MariaDB server, and crashes the server during planning. Planning must fail with
 * `database-lost` and leave nothing; after the restart of the server, the plan must equal the undisturbed plan.
 *
 * @returns a description of each mistake
 */
export async function databaseCrashes(
  folder: string,
  { crashes, seed, messages, log }: DatabaseCrashOptions,
): Promise<readonly string[]> {
  const random = new Random(seed);
  const mistakes: string[] = [];
  for (const system of databaseSystems) {
    if (system.name === 'mysql' && !hasMariadb()) {
      log('mysql: skipped, because MariaDB is not installed');
      continue;
    }
    const place = path.join(folder, system.name);
    mkdirSync(place, { recursive: true });
    await using server = await (system.name === 'mysql' ? ownMariadb(place) : ownPostgres());
    log(`${system.name}: writing ${messages} messages`);
    await system.exec(server.address, legacyTables(system, USERS, messages));
    mistakes.push(...(await crashWhilePlanning(system, server, place)));
    if (mistakes.length > 0) return mistakes;
  }
  rmSync(folder, { recursive: true, force: true });
  return mistakes;

  async function crashWhilePlanning(
    { name }: DatabaseSystem,
    server: OwnServer,
    place: string,
  ): Promise<readonly string[]> {
    const config = path.join(place, 'chatferry.yaml');
    const sources = [{ [name]: '${CHATFERRY_LEGACY_URL}', kinds: legacyKinds }];
    writeFileSync(config, JSON.stringify({ retentionMonths: 'none', sources }));
    const job = path.join(place, 'job');
    const env = { CHATFERRY_LEGACY_URL: server.address };
    const args = ['plan', '--config', config, '--job', job, '--quiet'];
    const plan = () => measure(chatferry, args, { env });

    const undisturbed = await plan();
    const { id } = planIn(job);
    const seconds = undisturbed.seconds.toFixed(0);
    log(`${name}: planned in ${seconds} s, at most ${undisturbed.peakRssMiB} MiB`);
    if (undisturbed.peakRssMiB > MOST_MIB)
      return [`${name}: ${undisturbed.peakRssMiB} MiB are more than ${MOST_MIB}`];
    for (let crash = 1; crash <= crashes; crash++) {
      rmSync(job, { recursive: true });
      const after = random.between(USERS + 1, Math.ceil(messages * LATEST_CRASH));
      let crashing: Promise<void> | undefined;
      const error = await planFiles([], {
        job,
        retentionMonths: 'none',
        databases: [{ [name]: server.address, kinds: legacyKinds }],
        onProgress: (progress) => {
          if (progress.step === 'reading' && progress.rows >= after) crashing ??= server.crash();
        },
      }).catch((reason: unknown) => reason);
      if (crashing === undefined)
        return [`${name}, crash ${crash}: planning ended before ${after} rows: ${String(error)}`];
      await crashing;
      await server.start();
      if ((error as { code?: unknown }).code !== 'database-lost')
        return [`${name}, crash ${crash}: planning ended otherwise: ${String(error)}`];
      if (existsSync(path.join(job, 'plan.sqlite')))
        return [`${name}, crash ${crash}: a plan was left`];
      await plan();
      if (planIn(job).id !== id) return [`${name}, crash ${crash}: the second plan is another`];
      log(`${name}: crash ${crash} after ${after} rows: refused, then the same plan`);
    }
    return [];
  }
}

function planIn(job: string): { id: string } {
  using plan = openPlan(path.join(job, 'plan.sqlite'));
  return { id: plan.id };
}
