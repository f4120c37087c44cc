import { counted } from '@chatferry/contract';
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, rmSync, statSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeFolder, publishFile, takeQuietLock } from '@chatferry/disk';
import { JobError } from '@chatferry/job/planned';
import { openPlan, type Plan } from '@chatferry/planner';
import { fetchFile } from './fetch-file.ts';
import { makeSpace } from './make-space.ts';
import { planLocation } from './plan-location.ts';

/** Pause before asking again whether another process has fetched a plan. */
const POLL_MS = 200;

/** Space for a few plans of about 4 GB, the size of a plan of 10 million messages. */
const MOST_BYTES = 20e9;

/** What identifies the plan of a job. */
export interface PlanSource {
  /** An absolute path, or an address. */
  readonly location: string;
  /** The plan's own id. */
  readonly id: string;
  readonly bytes: number;
  readonly sha256: string;
}

export interface PlanCacheOptions {
  /** The folder of the cache, created when missing. Several processes of one machine may share it. */
  readonly folder: string;
  /** The values for `${NAME}` in an address. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Bytes in the folder above which the plans that have not been used for longest are removed. Default: 20 GB. */
  readonly mostBytes?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Copies of plans on the disk of this machine. Each copy is checked before its first use by a process: size, SHA-256 and the plan's id. */
export class PlanCache {
  readonly #options: PlanCacheOptions;
  /** By path: the stamp of a file when it was checked. */
  readonly #checked = new Map<string, string>();

  constructor(options: PlanCacheOptions) {
    this.#options = options;
  }

  /**
   * Finds out what identifies a plan. A plan at an address is fetched into the cache; a plan at a path is opened there.
   *
   * @throws {JobError} `bad-plan-source`, `plan-unreachable` @throws {PlanError}
   */
  async describe(location: string): Promise<{ readonly source: PlanSource; readonly plan: Plan }> {
    const from = planLocation(location, this.#options.env);
    if ('file' in from) return described(location, from.file);
    this.#makeFolder();
    makeSpace(this.#options.folder, 0, this.#mostBytes);
    const part = this.#path(`new-${randomUUID()}.part`);
    try {
      await this.#fetch(location, part, Number.POSITIVE_INFINITY);
      const sha256 = await sha256Of(part);
      const file = this.#path(`${sha256}.sqlite`);
      publishFile(part, file);
      return await described(location, file);
    } finally {
      rmSync(part, { force: true });
    }
  }

  /**
   * Opens a plan from the cache. Fetches it first if it is missing or damaged.
   *
   * @throws {JobError} `bad-plan-source`; `plan-unreachable`: try again later; `plan-changed`: the bytes differ from the description
   */
  async open(source: PlanSource): Promise<Plan> {
    this.#makeFolder();
    const file = this.#path(`${source.sha256}.sqlite`);
    for (;;) {
      if (await this.#isGood(file, source)) return this.#opened(file, source);
      using lock = takeQuietLock(this.#path(`${source.sha256}.lock`));
      if (lock === undefined) await this.#waitForOther(source);
      // Another process may have fetched the plan in the meantime.
      else if (!(await this.#isGood(file, source))) await this.#bring(file, source);
    }
  }

  /** @throws {JobError} `plan-unreachable` when the caller ends before the other process has fetched the plan */
  async #waitForOther({ location }: PlanSource): Promise<void> {
    try {
      await sleep(POLL_MS, undefined, { signal: this.#options.signal });
    } catch (error) {
      throw unreachable(location, error);
    }
  }

  #opened(file: string, source: PlanSource): Plan {
    const now = new Date();
    utimesSync(file, now, now);
    this.#checked.set(file, stampOf(file)!);
    const plan = openPlan(file);
    if (plan.id === source.id) return plan;
    plan[Symbol.dispose]();
    throw changed(source, `its id is ${plan.id}, and not ${source.id}`);
  }

  /** Whether the file is in the cache with the right content. Reads the file once. */
  async #isGood(file: string, { bytes, sha256 }: PlanSource): Promise<boolean> {
    const stamp = stampOf(file);
    if (stamp === undefined) return false;
    if (this.#checked.get(file) === stamp) return true;
    const isGood = statSync(file).size === bytes && (await sha256Of(file)) === sha256;
    if (isGood) this.#checked.set(file, stamp);
    else rmSync(file, { force: true });
    return isGood;
  }

  /** Fetches a plan. The rest of an earlier transfer may have other content: the plan is then fetched again as a whole. */
  async #bring(file: string, source: PlanSource): Promise<void> {
    const part = this.#path(`${source.sha256}.part`);
    makeSpace(this.#options.folder, source.bytes, this.#mostBytes, part);
    const hadPart = stampOf(part) !== undefined;
    for (const isLast of hadPart ? [false, true] : [true]) {
      await this.#fetch(source.location, part, source.bytes);
      const { size } = statSync(part);
      if (size === source.bytes && (await sha256Of(part)) === source.sha256) {
        publishFile(part, file);
        this.#checked.set(file, stampOf(file)!);
        return;
      }
      rmSync(part);
      if (isLast)
        throw changed(
          source,
          size === source.bytes
            ? 'its SHA-256 is another one'
            : `it has ${counted(size, 'byte')}, and not ${source.bytes}`,
        );
    }
  }

  async #fetch(location: string, part: string, mostBytes: number): Promise<void> {
    const { env, signal } = this.#options;
    const from = planLocation(location, env);
    try {
      await fetchFile(from, part, mostBytes, signal);
    } catch (error) {
      throw unreachable(location, error);
    }
  }

  get #mostBytes(): number {
    return this.#options.mostBytes ?? MOST_BYTES;
  }

  #path(name: string): string {
    return path.join(this.#options.folder, name);
  }

  #makeFolder(): void {
    makeFolder(this.#options.folder);
  }
}

async function described(
  location: string,
  file: string,
): Promise<{ readonly source: PlanSource; readonly plan: Plan }> {
  const plan = openPlan(file);
  const sha256 = await sha256Of(file);
  return { source: { location, id: plan.id, bytes: statSync(file).size, sha256 }, plan };
}

async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/** A text that changes when a file is written or replaced; undefined without a file. */
function stampOf(file: string): string | undefined {
  const stat = statSync(file, { throwIfNoEntry: false });
  return stat && `${stat.ino} ${stat.size} ${stat.ctimeMs}`;
}

function unreachable(location: string, cause: unknown): JobError {
  const { message, code } = ((cause as Error).cause ?? cause) as NodeJS.ErrnoException;
  return new JobError(
    'plan-unreachable',
    `The plan at ${location} cannot be read: ${code ?? message}.`,
    'Check the location and the network. Work on the job continues by itself when the plan can be read.',
    { cause },
  );
}

function changed({ location }: PlanSource, why: string): JobError {
  return new JobError(
    'plan-changed',
    `The plan at ${location} is not the one that was submitted: ${why}.`,
    'Put the plan back that was submitted, from a copy. A plan never changes.',
  );
}
