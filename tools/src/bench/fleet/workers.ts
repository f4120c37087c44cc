import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { SinkReport } from '../sink-report.ts';
import type { OwnPostgres } from '../../databases/own-server.ts';
import { runCommand } from '../../fleet/run-command.ts';
import { stateOf } from '../../fleet/store-rows.ts';
import { WorkerProcess } from '../../fleet/worker-process.ts';

export const APP = 'bench';
export const STORE = '--store=${CHATFERRY_STORE}';
export const KEY = 'key-of-the-benchmark';
export const ANSWER_MS = 50;

/** The number of shifts of a kind: the default of `submit` above 120 requests a minute. */
const SPREAD = 4;

/** Longer than a worker takes from printing the address of its metrics to its first query for shifts. */
const START_MS = 3000;

/** What the parts of the benchmark share. */
export interface Bench {
  readonly folder: string;
  readonly server: OwnPostgres;
  readonly env: NodeJS.ProcessEnv;
  /** Plans the export into a new job folder. Each plan has another id, so it counts as another job. */
  readonly plan: () => Promise<string>;
}

/** Submits a job. @returns its name */
export async function submitted(
  { env }: Bench,
  plan: string,
  { baseUrl, rate, spread = SPREAD }: { baseUrl: string; rate: string; spread?: number },
): Promise<string> {
  const where = [`--app-id=${APP}`, `--base-url=${baseUrl}`];
  const how = [`--requests-per-minute=${rate}`, `--spread=${spread}`];
  const out = await runCommand(env, 'submit', plan, STORE, ...where, ...how);
  return out.trim();
}

/** Starts workers that share the shifts of a kind evenly. Resolves when all workers query for shifts. */
export async function startWorkers(
  { folder, env }: Bench,
  count: number,
): Promise<WorkerProcess[]> {
  const keys = path.join(folder, 'keys');
  mkdirSync(keys, { recursive: true });
  writeFileSync(path.join(keys, APP), KEY, { mode: 0o600 });
  const cache = `--plan-cache=${path.join(folder, 'plans')}`;
  const args = [STORE, `--keys=${keys}`, cache, `--shifts=${SPREAD / count}`, '--metrics=0'];
  const asInstalled = {
    ...env,
    NODE_OPTIONS: '--max-semi-space-size=4',
    NODE_COMPILE_CACHE: path.join(folder, 'compiled'),
  };
  const workers = Array.from(
    { length: count },
    (_, number) => new WorkerProcess(String(number), args, asInstalled),
  );
  while (workers.some(({ printed }) => metricsOf(printed) === undefined)) await setTimeout(50);
  await setTimeout(START_MS);
  return workers;
}

function metricsOf(printed: readonly string[]): string | undefined {
  return printed.map((line) => /^Metrics: (.*)/.exec(line)?.[1]).find(Boolean);
}

export async function finished({ server }: Bench, name: string): Promise<void> {
  for (let state; state !== 'finished'; state = await stateOf(server.address, name)) {
    if (state === 'stopped') throw new Error(`The job ${name} was stopped.`);
    await setTimeout(200);
  }
}

/** The number of granted slots that were not used within 400 ms. */
export async function lateSlots(workers: readonly WorkerProcess[]): Promise<number> {
  const late = await Promise.all(
    workers.map(async ({ printed }) => {
      const text = await fetch(metricsOf(printed)!).then((answer) => answer.text());
      return Number(/^chatferry_slots_late_total (\d+)/m.exec(text)?.[1] ?? 0);
    }),
  );
  return late.reduce((sum, each) => sum + each, 0);
}

/** Requests a second between the first and the last. */
export function perSecond({ requests, firstMs, lastMs }: SinkReport): number {
  return ((requests - 1) * 1000) / (lastMs - firstMs);
}

export function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
