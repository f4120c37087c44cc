import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { jobStatus } from '@chatferry/job';
import { forumMistakes } from '../../crash/follow-mistakes.ts';
import { forumKinds } from '../../crash/forum-writers.ts';
import type { FollowedServer } from '../../databases/followed-servers.ts';
import { chatferry } from '../../processes/chatferry.ts';
import { measure } from '../../processes/measure.ts';
import type { ServiceProcess } from '../../processes/service-process.ts';
import { type CutOverFigures, measureCutOver } from '../cut-over/measure-cut-over.ts';
import { sendQuickly } from '../filled/send-quickly.ts';
import { thousands } from '../print-table.ts';

/** The posts are spread over the last 100 days. If they outnumber the seconds, several posts have the same second; none is in the future. */
const DAYS_S = 100 * 86_400;
const SENT = Math.floor(Date.now() / 1000) - DAYS_S;

const PEOPLE = 2000;
const ROOMS = 100;

/** A room with few posts, spread over the whole time. The other rooms share the rest. */
export const SMALL_ROOM = 99;
export const SMALL_ROOM_POSTS = 1000;

function room(posts: number): string {
  const every = Math.max(Math.floor(posts / SMALL_ROOM_POSTS), 1);
  return `CASE WHEN n % ${every} = 0 THEN ${SMALL_ROOM} ELSE n % (${SMALL_ROOM} - 1) + 1 END`;
}

/** The statements that create a forum with `posts` posts. The column `views` of the posts becomes part of no record. */
function tables(posts: number, driver: FollowedServer['driver']): string {
  const numbers = (upTo: number): string =>
    driver === 'postgres'
      ? `(SELECT n FROM generate_series(1, ${upTo}) AS n) AS numbers`
      : `(SELECT seq AS n FROM seq_1_to_${upTo}) AS numbers`;
  return `
    CREATE TABLE people (id bigint PRIMARY KEY, name varchar(100), left_at bigint);
    CREATE TABLE rooms (id bigint PRIMARY KEY, title varchar(100));
    CREATE TABLE seats (room bigint, person bigint, scope varchar(20), since bigint, PRIMARY KEY (room, person));
    CREATE TABLE posts (id bigint PRIMARY KEY, room bigint, author bigint, sent bigint, body varchar(1000), views bigint);
    INSERT INTO people SELECT n, concat('Person ', n), NULL FROM ${numbers(PEOPLE)};
    INSERT INTO rooms SELECT n, concat('Room ', n) FROM ${numbers(ROOMS)};
    INSERT INTO posts SELECT n, ${room(posts)}, n % ${PEOPLE} + 1, ${SENT} + floor(n / ${Math.ceil(posts / DAYS_S)}), concat('What was said in post ', n, ' of this forum, which is as long as most are'), 0 FROM ${numbers(posts)};`;
}

/** The cost of a step. */
export interface FollowedStep {
  readonly seconds: number;
  readonly peakRssMiB: number;
  /** Requests of this step. */
  readonly requests: number;
}

/** A forum in a database. One job has sent its posts, and another job follows it. */
export class FollowedForum {
  readonly #folder: string;
  readonly #server: FollowedServer;
  readonly #service: ServiceProcess;
  readonly #options: readonly string[];
  readonly #env: NodeJS.ProcessEnv;
  /** Requests of the job so far. */
  #requests = 0;

  private constructor(
    folder: string,
    server: FollowedServer,
    service: ServiceProcess,
    options: readonly string[],
    env: NodeJS.ProcessEnv,
  ) {
    this.#folder = folder;
    this.#server = server;
    this.#service = service;
    this.#options = options;
    this.#env = env;
  }

  /** Plans and sends all posts, most of them with `sendQuickly`. The first `follow` plans all posts again. */
  static async open(
    folder: string,
    posts: number,
    server: FollowedServer,
    service: ServiceProcess,
  ): Promise<FollowedForum> {
    const { appId, baseUrl, apiKey } = await service.start();
    const config = path.join(folder, 'chatferry.json');
    const { messages, ...kinds } = forumKinds;
    const query = messages.query.replace('p.body', 'p.body, p.views');
    const source = {
      [server.driver]: '${LEGACY}',
      name: 'forum',
      kinds: { ...kinds, messages: { ...messages, query, ignore: ['views'] } },
    };
    writeFileSync(config, JSON.stringify({ retentionMonths: 'none', sources: [source] }));
    const to = [`--app-id=${appId}`, `--base-url=${baseUrl}`, '--requests-per-minute=unlimited'];
    const env = { CHATFERRY_API_KEY: apiKey, LEGACY: server.address };
    const forum = new FollowedForum(folder, server, service, [`--config=${config}`, ...to], env);
    console.error(`${thousands(posts)} posts in ${server.driver}`);
    await server.exec(tables(posts, server.driver));
    const bulk = path.join(folder, 'bulk');
    console.error('plan');
    const plan = ['plan', '--job', bulk, '--quiet', `--config=${config}`];
    await measure(chatferry, plan, { env });
    console.error('send');
    await sendQuickly(bulk, service, forum.#options, env);
    return forum;
  }

  /** Follows until everything is sent. */
  async follow(): Promise<FollowedStep> {
    const job = ['--after', path.join(this.#folder, 'bulk'), '--job', this.#job];
    const { seconds, peakRssMiB } = await measure(
      chatferry,
      ['follow', ...job, '--once', '--removals', '--quiet', ...this.#options],
      { env: this.#env },
    );
    const before = this.#requests;
    this.#requests = jobStatus(this.#job).requests;
    return { seconds, peakRssMiB, requests: this.#requests - before };
  }

  /** Cuts over, after a first attempt whose deadline is too short. @param change makes the changes of people until the freeze */
  async cutOver(change: () => Promise<void>): Promise<CutOverFigures> {
    return await measureCutOver({
      folder: this.#folder,
      job: this.#job,
      options: this.#options,
      env: this.#env,
      change,
    });
  }

  /** The differences between the database and the app. */
  async mistakes(): Promise<readonly string[]> {
    using db = new DatabaseSync(this.#service.db, { readOnly: true });
    return await forumMistakes(this.#server, db, (line) => console.error(line));
  }

  get #job(): string {
    return path.join(this.#folder, 'follow');
  }
}
