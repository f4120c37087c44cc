import { appendFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import type { OwnPostgres } from '../databases/own-server.ts';
import { signalled } from '../databases/signalled.ts';
import type { Random } from '../generate/random.ts';
import { jump, jumpingClock } from './jumping-clock.ts';
import type { Relay, Way } from './relay.ts';
import { stopPoints } from './stop-points.ts';
import { endBackends, oneBackend } from './store-rows.ts';
import type { Tally } from './tally.ts';
import { WorkerProcess } from './worker-process.ts';

/**
 * Disturbances in addition to kills, sleeps and ended connections. `live`: kinds of the chat API, whose takeover takes a minute.
 * `unlimited`: crashes of the store, and no quota; without a quota, commits do not wait for the disk.
 */
export const scenarios = ['kills', 'crashes', 'cuts', 'live', 'unlimited'] as const;
export type Scenario = (typeof scenarios)[number];

/** The range of milliseconds between two disturbances. */
const pauses: Record<Scenario, readonly [number, number]> = {
  kills: [1000, 5000],
  crashes: [1000, 5000],
  cuts: [1000, 5000],
  live: [1000, 60_000],
  unlimited: [1000, 5000],
};

const WORKERS = 4;
/** Poll interval while no worker has a shift. */
const POLL_MS = 200;
const MOST_ASLEEP = 2;
const MOST_CUTS = 2;
const WHEN_ENDED_MS = 70_000;

const preloads = ['stop-points.ts', 'own-address.ts'].map(
  (name) => new URL(name, import.meta.url).href,
);

export interface ChaosSetUp {
  readonly scenario: Scenario;
  /** The number of workers to kill. Afterwards the workers are left alone. */
  readonly kills: number;
  readonly random: Random;
  readonly server: OwnPostgres;
  /** The networks of the workers. */
  readonly relays: Readonly<Record<'store' | 'service', Relay>>;
  /** Arguments and environment of each worker. */
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** The file with the output of the workers and the disturbances, in order of time. */
  readonly log: string;
  readonly clockFile: string;
  readonly tally: Tally;
}

/** Disturbs four workers. The clock of the first worker jumps. */
export class Chaos {
  readonly #setUp: ChaosSetUp;
  readonly #workers: WorkerProcess[] = [];
  readonly #asleep = new Set<WorkerProcess>();
  readonly #joins = new Set<() => void>();
  #killsLeft: number;
  #crashesLeft = 2;
  #isOver = false;

  constructor(setUp: ChaosSetUp) {
    this.#setUp = setUp;
    this.#killsLeft = setUp.kills;
  }

  /** Disturbs the workers until the job is finished. @returns mistakes */
  async until(
    step: () => Promise<'finished' | 'running' | { mistake: string }>,
  ): Promise<string[]> {
    for (let number = 0; number < WORKERS; number++) this.#start(number);
    let waits = false;
    for (;;) {
      const { random, scenario } = this.#setUp;
      await setTimeout(waits ? POLL_MS : random.between(...pauses[scenario]));
      const state = await step();
      if (state === 'finished') return [];
      if (state !== 'running') return [state.mistake];
      waits = this.#killsLeft > 0 && !(await this.#disturb());
      for (const [number, worker] of this.#workers.entries())
        if (!worker.isRunning) this.#start(number);
      jump(this.#setUp.clockFile, this.#setUp.random);
    }
  }

  /** @returns whether a worker had a shift */
  async #disturb(): Promise<boolean> {
    const { scenario, random, server } = this.#setUp;
    const awake = this.#workers.filter((worker) => worker.isRunning && !this.#asleep.has(worker));
    // Mostly picks busy workers: on a slow machine, all workers would otherwise be killed during their start.
    const busy = awake.filter(({ held }) => held.size > 0);
    if (busy.length === 0) return false;
    const worker = random.pick(random.chance(0.1) ? awake : busy);
    const crashes = scenario === 'crashes' || scenario === 'unlimited';
    if (crashes && random.chance(0.15)) await this.#crash();
    else if (scenario === 'cuts' && random.chance(0.25)) this.#cut();
    else if (random.chance(0.1)) {
      await endBackends(server.address);
      this.#count('connections ended');
    } else if (random.chance(0.15) && this.#asleep.size < MOST_ASLEEP) {
      worker.signal('SIGSTOP');
      this.#sleep(worker, 'asleep at random');
    } else {
      this.#killsLeft--;
      await worker.kill();
      this.#count('worker killed', worker);
    }
    return true;
  }

  /** Crashes the store, or kills one backend. A restart makes the quota rest for a minute, so crashes are rare. */
  async #crash(): Promise<void> {
    const { random, server } = this.#setUp;
    if (random.chance(0.5) || this.#crashesLeft === 0) {
      const pid = await oneBackend(server.address);
      if (pid !== undefined && signalled(pid, 'SIGKILL')) this.#count('backend killed');
      return;
    }
    this.#crashesLeft--;
    const how = random.pick(['immediate', 'killed'] as const);
    await server.crash(how);
    this.#count(how === 'killed' ? 'postmaster killed' : 'immediate shutdown');
    await setTimeout(random.between(0, 3000));
    await server.start();
  }

  /** Cuts the network of one worker in one direction for some time, or loses its connections. */
  #cut(): void {
    if (this.#joins.size >= MOST_CUTS) return;
    const { random, relays } = this.#setUp;
    const address = addressOf(random.between(0, WORKERS - 1));
    const to = random.pick(['store', 'service'] as const);
    if (random.chance(1 / 3)) {
      relays[to].lose(address);
      return this.#count(`connections of a worker to the ${to} lost`);
    }
    const way = random.pick<Way>(['there', 'back']);
    relays[to].cut(address, way);
    this.#count(way === 'there' ? `cut from worker to ${to}` : `cut from ${to} to worker`);
    const join = (): void => {
      if (this.#joins.delete(join)) relays[to].join(address, way);
    };
    this.#joins.add(join);
    later(random.between(5000, 60_000), join);
  }

  #start(number: number): void {
    const { random, args, env, clockFile, log } = this.#setUp;
    const point = random.chance(0.3) ? random.pick(stopPoints) : undefined;
    const clock = number === 0 ? jumpingClock(clockFile) : {};
    const modules = preloads.map((module) => `--import=${module}`).join(' ');
    const worker: WorkerProcess = new WorkerProcess(
      'worker',
      args,
      {
        ...env,
        ...clock,
        NODE_OPTIONS: `${modules} ${clock['NODE_OPTIONS'] ?? ''}`,
        ...(process.platform === 'linux' ? { OWN_ADDRESS: addressOf(number) } : {}),
        ...(point === undefined ? {} : { STOP_AT: point, STOP_NTH: String(random.between(1, 20)) }),
      },
      (line) => {
        appendFileSync(log, `${new Date().toISOString()} ${worker.pid} ${line}\n`);
        const [, at] = /^stopped at (.*)/.exec(line) ?? [];
        if (at !== undefined) this.#sleep(worker, `asleep at ${at}`);
        if (line.includes('after another worker was lost')) this.#setUp.tally.add('takeovers');
      },
    );
    this.#workers[number] = worker;
  }

  /** Wakes a stopped worker up after some time, when another worker has its shifts. */
  #sleep(worker: WorkerProcess, what: string): void {
    this.#count(what, worker);
    this.#asleep.add(worker);
    later(this.#setUp.random.between(15_000, 40_000), () => {
      this.#asleep.delete(worker);
      if (!this.#isOver) worker.signal('SIGCONT');
    });
  }

  #count(what: string, worker?: WorkerProcess): void {
    this.#setUp.tally.add(what);
    const line = `${new Date().toISOString()} ${worker?.pid ?? ''} -- ${what}\n`;
    appendFileSync(this.#setUp.log, line);
  }

  /** Ends all workers as an operator does. @returns mistakes */
  async end(): Promise<string[]> {
    this.#isOver = true;
    for (const join of this.#joins) join();
    for (const worker of this.#workers) {
      worker.signal('SIGCONT');
      worker.signal('SIGTERM');
    }
    const late = setTimeout(WHEN_ENDED_MS, 'late' as const, { ref: false });
    const statuses = await Promise.all(
      this.#workers.map((worker) => Promise.race([worker.ended(), late])),
    );
    for (const worker of this.#workers) await worker.kill();
    // A worker that has just been started does not handle the signal yet.
    return statuses
      .filter((status, index) => status !== 0 && (status !== null || !this.#workers[index]!.isIdle))
      .map((status) => `A worker ended with ${status}.`);
  }
}

/** The address from which a worker connects. */
function addressOf(number: number): string {
  return `127.0.0.${2 + number}`;
}

function later(ms: number, work: () => void): void {
  globalThis.setTimeout(work, ms).unref();
}
