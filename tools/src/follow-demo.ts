// Shows how people move while they chat: a PostgreSQL server of its own with a forum in which people write, the bulk, a follower that is
// killed, a crash of the database, and the cut-over, which is killed too. Then all is compared. Fails when it has not shown what it prints.
// `npm run follow-demo`
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { forumMistakes } from './crash/follow-mistakes.ts';
import { FORUM, forumKinds, ForumWriters } from './crash/forum-writers.ts';
import { type FollowedServer, followedServers } from './databases/followed-servers.ts';
import { ShownCommand } from './demo/shown-command.ts';
import { Random } from './generate/random.ts';
import { AnsweredCommand } from './processes/answered-command.ts';
import { ServiceProcess, type ServiceTarget } from './processes/service-process.ts';

const SEED = 7;
/** What a person who has left writes is refused by the service, and keeps the cut-over from being armed. */
const NOBODY_LEAVES =
  'CREATE RULE nobody_leaves AS ON UPDATE TO people WHERE NEW.left_at IS NOT NULL DO INSTEAD NOTHING;';
/** Segments that are seen before the next thing happens. */
const SEGMENTS = 2;
/** Between two writes of a person. On a busy machine the follower has to keep up with all of them. */
const MOST_PAUSE_MS = 250;
/** Far longer than people should wait, because a busy machine needs longer. */
const MOST_CLOSED_S = 300;
const MOST_REMOVALS = '--max-removals=1000000';
/** What a cut-over prints that may wait without end. */
const NOT_READY = / following /;

const folder = mkdtempSync(path.join(tmpdir(), 'chatferry-follow-demo-'));

/** The commands on the jobs of the demo. */
class Commands {
  readonly #target: readonly string[];
  readonly #env: Readonly<Record<string, string>>;

  constructor(server: FollowedServer, { appId, baseUrl, apiKey }: ServiceTarget) {
    const config = path.join(folder, 'chatferry.yaml');
    const source = { postgres: '${LEGACY}', name: 'forum', kinds: forumKinds };
    writeFileSync(config, JSON.stringify({ retentionMonths: 'none', sources: [source] }));
    this.#target = [`--config=${config}`, `--app-id=${appId}`, `--base-url=${baseUrl}`];
    this.#env = { CHATFERRY_API_KEY: apiKey, LEGACY: server.address };
  }

  start(name: string, job: string, ...args: string[]): ShownCommand {
    const own = [name, `--job=${path.join(folder, job)}`, ...args];
    return new ShownCommand(
      [...own, ...this.#target, '--requests-per-minute=unlimited'],
      this.#env,
    );
  }

  follow(): ShownCommand {
    const after = `--after=${path.join(folder, 'bulk')}`;
    return this.start('follow', 'follow', after, '--every=1s', '--removals', MOST_REMOVALS);
  }
}

process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));

process.exitCode = (await demo()) ? 0 : 1;

async function demo(): Promise<boolean> {
  say(
    'A PostgreSQL server with a forum, the local service, and three people who write all the time.',
  );
  await using server = await followedServers.postgres();
  await server.exec(FORUM + NOBODY_LEAVES);
  await using service = new ServiceProcess(folder);
  const commands = new Commands(server, await service.start());
  const writers = new ForumWriters(server, new Random(SEED), MOST_PAUSE_MS);
  writers.start();
  await using _ = { [Symbol.asyncDispose]: () => writers.stop() };

  const mistake =
    (await bulk(commands)) ??
    (await followed(commands, server, writers)) ??
    (await cutOver(commands, writers)) ??
    (await compared(commands, server, service, writers));
  if (mistake === undefined) return true;
  console.error(`\nThe demo has not shown what it is for. ${mistake}`);
  return false;
}

/** Each of these acts returns what it has not shown. */
async function bulk(commands: Commands): Promise<string | undefined> {
  say('chatferry import: the bulk, while people write.');
  const imported = await commands
    .start('import', 'bulk', '--yes', '--max-rejects=5%', '--quiet')
    .ended();
  // Some messages may be there before their senders.
  return imported.status === 0 || imported.status === 1
    ? undefined
    : 'The import has not ended well.';
}

async function followed(
  commands: Commands,
  server: FollowedServer,
  writers: ForumWriters,
): Promise<string | undefined> {
  say('chatferry follow: what people change is in the app seconds later.');
  const first = commands.follow();
  await first.lines(/Segment \d+ is sent/, SEGMENTS);

  say('The follower is killed with SIGKILL, and started again with the same command.');
  if (!(await first.kill())) return 'The follower had ended before it was killed.';
  const second = commands.follow();
  await second.lines(/Segment \d+ is sent/, SEGMENTS);

  say('The database server crashes: SIGQUIT to its processes. It starts again.');
  const before = writers.failed;
  await server.crash();
  await second.lines(/It is tried again/, 1);
  await server.start();
  if (writers.failed === before) return 'No write has failed while the server was down.';
  await second.lines(/Segment \d+ is sent/, SEGMENTS);
  second.child.kill('SIGTERM');
  await second.ended();
  return undefined;
}

async function cutOver(commands: Commands, writers: ForumWriters): Promise<string | undefined> {
  say('chatferry cut-over: killed with SIGKILL when people cannot write any more.');
  using freeze = new AnsweredCommand(folder, 'freeze', () => writers.stop());
  const steps = [`--freeze=${freeze.line}`, '--thaw=false', `--open=touch '${folder}/opened'`];
  const start = (): ShownCommand =>
    commands.start('cut-over', 'follow', MOST_REMOVALS, `--deadline=${MOST_CLOSED_S}s`, ...steps);
  const doomed = start();
  await doomed.lines(/ frozen /, 1, NOT_READY);
  if (!(await doomed.kill())) return 'The cut-over had ended before it was killed.';

  say('The same command again.');
  const opened = await start().ended();
  if (opened.status !== 0 && opened.status !== 1) return 'The app was not opened.';
  return opened.said.includes('Continued.') ? undefined : 'The killed cut-over was not continued.';
}

async function compared(
  commands: Commands,
  server: FollowedServer,
  service: ServiceProcess,
  writers: ForumWriters,
): Promise<string | undefined> {
  say('chatferry verify: all that was sent since the bulk.');
  const verified = await commands.start('verify', 'follow', '--quiet').ended();

  say('The forum and the app, row by row.');
  console.log(
    `${writers.count} writes, ${writers.failed} of them refused while the server was down`,
  );
  using app = new DatabaseSync(service.db, { readOnly: true });
  const mistakes = await forumMistakes(server, app, (line) => console.log(line));
  for (const mistake of mistakes) console.log(mistake);
  if (mistakes.length > 0) return 'The app does not hold what the forum holds.';
  return verified.status === 0 ? undefined : 'verify has found differences.';
}

function say(what: string): void {
  console.log(`\n── ${what}\n`);
}
