// Shows a migration while people chat: a PostgreSQL server of its own with a forum in which people write, the bulk import, a follower
// that is killed, a crash of the database, and a cut-over that is killed too. At the end it compares the app with the forum. The exit
// status is 1 unless every announced step happened. `npm run follow-demo`
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
/** Keeps people from leaving: the service refuses messages of people who have left, and a refusal keeps the cut-over from being armed. */
const NOBODY_LEAVES =
  'CREATE RULE nobody_leaves AS ON UPDATE TO people WHERE NEW.left_at IS NOT NULL DO INSTEAD NOTHING;';
/** Segments to wait for before the next disturbance. */
const SEGMENTS = 2;
/** The longest pause of a writer. On a busy machine the follower must keep up with all writers. */
const MOST_PAUSE_MS = 250;
/** The deadline of the cut-over: far longer than people should wait, because a busy machine needs more time. */
const MOST_CLOSED_S = 300;
const MOST_REMOVALS = '--max-removals=1000000';
/** The output of a cut-over that is not armed yet, and may wait for ever. */
const NOT_READY = / following /;

const folder = mkdtempSync(path.join(tmpdir(), 'chatferry-follow-demo-'));

/** Starts the commands on the jobs of the demo. */
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

/** This act and the next ones return what they failed to show; undefined when they succeeded. */
async function bulk(commands: Commands): Promise<string | undefined> {
  say('chatferry import: the bulk, while people write.');
  const imported = await commands
    .start('import', 'bulk', '--yes', '--max-rejects=5%', '--quiet')
    .ended();
  // Some messages may be imported before their senders.
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
  // The follower may report the outage before the crash is complete, and reports each outage once.
  const reported = second.lines(/It is tried again/, 1);
  await Promise.all([server.crash(), reported]);
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
