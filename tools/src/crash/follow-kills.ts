import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { chatferry } from '../processes/chatferry.ts';
import { ServiceProcess, type ServiceTarget } from '../processes/service-process.ts';
import { type FollowedServer, followedServers } from '../databases/followed-servers.ts';
import { Random } from '../generate/random.ts';
import { faultRules } from './fault-rules.ts';
import { forumMistakes } from './follow-mistakes.ts';
import { ForumWriters, FORUM, forumKinds } from './forum-writers.ts';

export interface FollowKillOptions {
  /** The number of followers to kill. */
  readonly kills: number;
  /** The number of crashes of the database server. */
  readonly databaseKills: number;
  readonly seed: number;
  readonly faultShare: number;
  readonly system: keyof typeof followedServers;
  readonly log: (line: string) => void;
}

/** The share of followers that are killed only after their start; the others may be killed during it. */
const AT_WORK = 0.7;

/** The most attempts to follow until nothing is left: a fault can make a record fail until `retry`. */
const ENDS = 8;

/**
 * Follows a database while writers change it, kills the follower and the database server at random moments, and at the end compares the
 * service with the database.
 *
 * @returns a description of each mistake
 */
export async function followKills(
  folder: string,
  { kills, databaseKills, seed, faultShare, system, log }: FollowKillOptions,
): Promise<readonly string[]> {
  const random = new Random(seed);
  mkdirSync(folder, { recursive: true });
  await using server = await followedServers[system](folder);
  await server.exec(FORUM);
  await using service = new ServiceProcess(folder);
  const target = await service.start();
  const follower = new FollowerProcess(folder, server, target);
  const imported = await follower.run('import', ['--job', follower.bulk]);
  if (imported.status !== 0) return [`The import ended with ${imported.status}:\n${imported.said}`];
  await service.kill();
  await service.start(faultRules(faultShare, seed));

  const writers = new ForumWriters(server, random);
  writers.start();
  const crashEvery = databaseKills === 0 ? Infinity : Math.ceil(kills / databaseKills);
  let crashes = 0;
  for (let killed = 1; killed <= kills; killed++) {
    const isCrash = killed % crashEvery === crashEvery - 1 && crashes < databaseKills;
    if (isCrash) crashes++;
    const mistake =
      (await killedAtWork(follower, random)) ??
      (isCrash ? await killedInACrash(follower, server, random) : undefined);
    if (mistake !== undefined) {
      await writers.stop();
      return [mistake];
    }
    if (killed % 20 === 0)
      log(`${killed} kills, ${crashes} crashes of the server, ${writers.count} writes`);
  }
  await writers.stop();
  log(`${writers.count} writes, ${writers.failed} of them while the server was down`);

  const last = await drained(follower, log);
  using db = new DatabaseSync(service.db, { readOnly: true });
  const verified = await follower.run('verify', ['--job', follower.job]);
  const checked = await follower.run('check', ['--job', follower.job]);
  const mistakes = [
    ...(last.status === 0 || last.status === 1
      ? []
      : [`follow ended with ${last.status}:\n${last.said}`]),
    ...(await forumMistakes(server, db, log)),
    ...(verified.status === 0 ? [] : [`verify ended with ${verified.status}:\n${verified.said}`]),
    ...(checked.status === 0 ? [] : [`check ended with ${checked.status}:\n${checked.said}`]),
  ];
  if (mistakes.length === 0) rmSync(folder, { recursive: true });
  return mistakes;
}

/** Kills a follower at a random moment. @returns a mistake if the follower ended by itself */
async function killedAtWork(
  follower: FollowerProcess,
  random: Random,
): Promise<string | undefined> {
  const child = follower.start();
  if (random.chance(AT_WORK)) await child.isFollowing;
  await setTimeout(random.between(0, random.chance(0.3) ? 4000 : 1500));
  const ending = await child.kill();
  return ending && `A follower ended by itself:\n${ending}`;
}

/** Crashes the server while a follower runs, which must survive, and kills the follower later. @returns a mistake if it ended by itself */
async function killedInACrash(
  follower: FollowerProcess,
  server: FollowedServer,
  random: Random,
): Promise<string | undefined> {
  const child = follower.start();
  await child.isFollowing;
  await setTimeout(random.between(0, 2500));
  await server.crash();
  await setTimeout(500);
  await server.start();
  await setTimeout(random.between(0, 1500));
  const ending = await child.kill();
  return ending && `A follower ended by itself when the server did:\n${ending}`;
}

/** Follows until nothing is left. */
async function drained(follower: FollowerProcess, log: (line: string) => void): Promise<Ended> {
  const began = performance.now();
  let last = await follower.follow();
  for (let ends = 1; last.status !== 0 && ends < ENDS; ends++) {
    await follower.run('retry', ['--job', follower.job]);
    last = await follower.follow();
  }
  log(`drained in ${((performance.now() - began) / 1000).toFixed(1)} s, status ${last.status}`);
  return last;
}

interface Ended {
  readonly status: number | null;
  readonly said: string;
}

/** The length of the end of the output that a mistake quotes. */
const SAID_AT_MOST = 6000;

/** Runs the commands on the bulk job and on the following job, each in a process of its own. */
class FollowerProcess {
  readonly bulk: string;
  readonly job: string;
  readonly #config: string;
  readonly #target: ServiceTarget;
  readonly #address: string;

  constructor(folder: string, server: FollowedServer, target: ServiceTarget) {
    this.bulk = path.join(folder, 'bulk');
    this.job = path.join(folder, 'follow');
    this.#config = path.join(folder, 'chatferry.yaml');
    this.#target = target;
    this.#address = server.address;
    const source = { [server.driver]: '${LEGACY}', name: 'forum', kinds: forumKinds };
    writeFileSync(this.#config, JSON.stringify({ retentionMonths: 'none', sources: [source] }));
  }

  start(more: readonly string[] = []): Command {
    const job = ['--after', this.bulk, '--job', this.job, '--every', '1s'];
    return this.#spawn('follow', [...job, '--removals', '--max-removals', '1000000', ...more]);
  }

  async follow(): Promise<Ended> {
    return await this.start(['--once']).ended;
  }

  async run(command: string, more: readonly string[]): Promise<Ended> {
    return await this.#spawn(command, more).ended;
  }

  #spawn(command: string, more: readonly string[]): Command {
    const { appId, baseUrl, apiKey } = this.#target;
    const isSending = command !== 'check';
    return new Command(
      spawn(
        process.execPath,
        [
          '--conditions=@chatferry/source',
          chatferry,
          command,
          ...more,
          ...(command === 'import' || command === 'follow' ? [`--config=${this.#config}`] : []),
          ...(isSending ? [`--app-id=${appId}`, `--base-url=${baseUrl}`] : []),
          ...(isSending ? ['--requests-per-minute=unlimited'] : []),
          ...(command === 'import' || command === 'retry' ? ['--yes'] : []),
        ],
        {
          stdio: ['ignore', 'pipe', 'pipe'],
          env: { ...process.env, CHATFERRY_API_KEY: apiKey, LEGACY: this.#address },
        },
      ),
    );
  }
}

/** A running command. */
class Command {
  readonly ended: Promise<Ended>;
  /** Resolves when the command's first plan is complete, or when the command has ended. */
  readonly isFollowing: Promise<unknown>;
  readonly #child: ChildProcess;
  #said = '';

  constructor(child: ChildProcessByStdio<null, Readable, Readable>) {
    this.#child = child;
    this.ended = once(child, 'close').then(() => ({ status: child.exitCode, said: this.#said }));
    const { promise: follows, resolve } = Promise.withResolvers<void>();
    this.isFollowing = Promise.race([follows, this.ended]);
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text: Buffer) => {
        this.#said = (this.#said + text.toString()).slice(-SAID_AT_MOST);
        if (this.#said.includes(' Following ')) resolve();
      });
  }

  /** @returns the output if the command had ended by itself */
  async kill(): Promise<string | undefined> {
    this.#child.kill('SIGKILL');
    const { status, said } = await this.ended;
    return status === null ? undefined : `status ${status}\n${said}`;
  }
}
