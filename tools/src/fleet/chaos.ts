import { setTimeout } from 'node:timers/promises';
import type { OwnServer } from '../databases/own-server.ts';
import type { Random } from '../quickstart/random.ts';
import { runCommand } from './run-command.ts';
import { stopPoints } from './stop-points.ts';
import { endBackends } from './store-rows.ts';
import { WorkerProcess } from './worker-process.ts';

const WORKERS = 4;
/** A job that takes longer hangs. */
const LIMIT_MS = 15 * 60_000;

const preload = new URL('stop-points.ts', import.meta.url).href;
const clockJumps = new URL('../crash/clock-jumps.ts', import.meta.url).href;

export interface ChaosLimits {
  /** Workers to kill at most. */
  readonly killsLeft: number;
  /** Whether PostgreSQL is crashed once; after that the quota rests for a minute. */
  readonly crashesStore: boolean;
}

/** Four workers, and what happens to them. */
export class Chaos {
  kills = 0;
  stops = 0;
  storeCrashes = 0;
  readonly #random: Random;
  readonly #options: ChaosLimits;
  readonly #args: readonly string[];
  readonly #env: NodeJS.ProcessEnv;
  readonly #server: OwnServer;
  readonly #workers: WorkerProcess[] = [];
  readonly #asleep = new Set<WorkerProcess>();
  #lines: string[] = [];
  #isOver = false;

  constructor(
    random: Random,
    options: ChaosLimits,
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
        await runCommand(env, 'resume', name, '--store=${CHATFERRY_STORE}');
      }
      await this.#disturb();
      while (this.#workers.length < WORKERS) this.#start(false);
    }
  }

  async #disturb(): Promise<void> {
    const random = this.#random;
    const awake = this.#workers.filter((worker) => worker.isRunning && !this.#asleep.has(worker));
    // Mostly those that are at work: on a slow machine they would all be killed while they start.
    const busy = awake.filter(({ held }) => held.size > 0);
    const victims = random.chance(0.1) ? awake : busy;
    const worker = victims[random.between(0, Math.max(0, victims.length - 1))];
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
    wakeLater(this.#random.between(15_000, 40_000), () => {
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
    // One that has just been started does not know the signal yet.
    return statuses
      .filter((status, index) => status !== 0 && (status !== null || !this.#workers[index]!.isIdle))
      .map((status) => `A worker ended with ${status}.`);
  }
}

function wakeLater(ms: number, wake: () => void): void {
  globalThis.setTimeout(wake, ms).unref();
}
