import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { commands } from '../src/commands.ts';
import { writeForum } from './support/forum.ts';
import { type Given, type Rig, startRig } from './support/rig.ts';
import { databaseForTests, sqliteDatabase } from './support/test-databases.ts';

const database = databaseForTests();

type Line = Readonly<Record<string, unknown>>;

/** The commands that a result proposes, one a line. */
function after(line: Line): string {
  return (line['next'] as string[]).join('\n');
}

/** Runs commands with --json, and keeps which ones printed a result. `rig.cli` compares the lines with the schema. */
class Results {
  readonly seen = new Set<string>();
  readonly #rig: Rig;

  constructor(rig: Rig) {
    this.#rig = rig;
  }

  /** @returns the last line */
  async of(command: string, rest: readonly string[] = [], given: Given = {}): Promise<Line> {
    const args = [...command.split(' '), ...rest, '--json'];
    const { out } = await this.#rig.cli(args, given);
    const last = JSON.parse(out.split('\n').at(-1)!) as Line;
    if (last['type'] === 'error') throw new Error(out);
    this.seen.add(args[0]!);
    return last;
  }
}

test('what every command prints with --json is as the schema describes, and states what to do next', async () => {
  await using rig = await startRig({ appId: 'results-1' });
  const results = new Results(rig);
  const to = rig.target.slice(0, 2);
  const app = `--app-id ${rig.service.appId}`;
  writeForum(rig, 6);

  const config = `--config=${path.join(rig.folder, 'chatferry.yaml')}`;
  const draft = await results.of('init', [rig.export, config]);
  expect(draft).toMatchObject({ type: 'init', end: 'written', files: { length: 4 } });
  expect(after(draft)).toMatch(/^chatferry view \S+\nchatferry plan --config /);
  expect(await results.of('init', [rig.export, '--stdout'])).toMatchObject({ end: 'printed' });

  expect(after(await results.of('plan', [rig.export]))).toMatch(/^chatferry run /);
  expect(after(await results.of('status'))).toMatch(/^chatferry run /);
  expect(after(await results.of('pause'))).toMatch(/^chatferry resume .*\nchatferry status /);
  expect(after(await results.of('status'))).toMatch(/\nchatferry resume /);
  expect(after(await results.of('resume'))).toMatch(/^chatferry status /);
  expect(after(await results.of('rate 20'))).toMatch(/\nchatferry rate default /);
  expect(await results.of('rate default')).toMatchObject({ requestsPerMinute: 'default' });

  const ran = await results.of('import', [rig.export, ...rig.target]);
  expect(ran).toMatchObject({ end: 'finished', kinds: { users: { created: 3 } } });
  expect(Object.keys(ran['kinds'] as object)).toEqual(['users', 'groups', 'members', 'messages']);
  expect(after(ran)).toContain(`chatferry verify --job ${rig.job} ${app}`);
  expect(after(await results.of('run', rig.target))).toContain('chatferry verify');
  expect(await results.of('verify', to)).toMatchObject({ complete: true, next: [] });
  expect(await results.of('explain messages:m1')).toMatchObject({
    planned: { story: { outcome: 'created', troubles: [] } },
  });
  expect(await results.of('check')).toMatchObject({ sound: true });
  expect(await results.of('media check')).toMatchObject({ files: 0, next: [] });
  const picture = rig.write('pictures.csv', 'uid,name,avatar\na,A,https://old.example/a.png\n');
  expect(after(await results.of('media check', [picture, '--kind=users']))).toMatch(
    /^chatferry media copy /,
  );
  const read = await results.of('export', [path.join(rig.folder, 'app'), ...to]);
  expect(after(read)).toMatch(/^chatferry plan /);
  await followed(rig, results);

  rig.service.db.exec(
    "UPDATE users SET name = 'A' WHERE uid = 'ada'; DELETE FROM messages WHERE muid = 'm1'",
  );
  expect(after(await results.of('verify', to))).toMatch(/^chatferry retry .*\nchatferry repair /);
  expect(after(await results.of('repair --dry-run', to))).toMatch(/^chatferry repair /);
  expect(await results.of('retry', rig.target)).toMatchObject({ type: 'result' });
  expect(await results.of('repair', rig.target)).toMatchObject({ type: 'verify', complete: true });
  expect(after(await results.of('undo --dry-run', to))).toMatch(/^chatferry undo /);
  expect(after(await results.of('undo', [...to, '--yes', rig.service.appId]))).toMatch(
    /^chatferry run /,
  );

  await inStore(rig, results);
  const served = await results.of('serve --port 0 --db', [`${rig.job}.sqlite`], {
    onInterrupt: interruptNow,
  });
  expect(after(served)).toMatch(/^chatferry import .\/export --job rehearsal --app-id /);
  await results.of('view --port 0', [], { onInterrupt: interruptNow });
  for (const shell of ['bash', 'zsh', 'fish']) await results.of('completion', [shell]);
  await results.of('man');
  await results.of('version');

  expect(Object.keys(commands).filter((each) => !results.seen.has(each))).toEqual([]);
});

/** One Ctrl-C, as soon as a command can be interrupted. */
const interruptNow: NonNullable<Given['onInterrupt']> = (listener) => {
  queueMicrotask(listener);
  return () => {};
};

/** Follows a database with the users that have landed, until nothing is left. */
async function followed(rig: Rig, results: Results): Promise<void> {
  const sqlite = path.join(rig.folder, 'legacy.db');
  await using legacy = sqliteDatabase(sqlite);
  await legacy.exec(
    "CREATE TABLE people (uid text, name text); INSERT INTO people VALUES ('new', 'New')",
  );
  const users = { query: 'SELECT * FROM people' };
  const file = path.join(rig.folder, 'follow.json');
  writeFileSync(file, JSON.stringify({ sources: [{ sqlite, kinds: { users } }] }));
  const job = [`--job=${rig.job}-follow`, `--config=${file}`];
  const result = await results.of('follow --once', [`--after=${rig.job}`, ...job, ...rig.target]);
  expect(result).toMatchObject({ end: 'drained', segments: 1, waiting: 0 });
  const steps = ['--freeze=true', '--thaw=true', '--open=true'];
  const opened = await results.of('cut-over', [...steps, ...job, ...rig.target]);
  expect(opened).toMatchObject({ type: 'cut-over', state: 'open', different: 0, rejected: 0 });
  expect(after(opened)).toMatch(/^chatferry verify .*\nchatferry status /);
}

/** The commands of a fleet. */
async function inStore(rig: Rig, results: Results): Promise<void> {
  const env = { CHATFERRY_STORE: database.address };
  const store = '--store=${CHATFERRY_STORE}';
  const cache = `--plan-cache=${path.join(rig.folder, 'plans')}`;
  const keys = path.join(rig.folder, 'keys');
  mkdirSync(keys);
  writeFileSync(path.join(keys, rig.service.appId), rig.service.apiKey, { mode: 0o600 });
  const job = `--job=${path.join(rig.folder, 'shared')}`;

  expect(await results.of('store migrate', [store], { env })).toMatchObject({ from: 0 });
  await results.of('plan', [rig.export, job]);
  const given = [job.slice('--job='.length), store, cache, ...rig.target];
  const { job: name } = await results.of('submit', given, { env });
  const named = [name as string, store];
  expect(await results.of('pause', named, { env })).toMatchObject({
    jobs: [name],
    next: [`chatferry resume --store '\${CHATFERRY_STORE}'`, expect.any(String)],
  });
  expect(await results.of('cancel', named, { env })).toMatchObject({ jobs: [name] });
  await results.of('resume', named, { env });
  await results.of('rate 600', named, { env });
  await results.of('worker --until-done', [store, cache, `--keys=${keys}`], { env });
  expect(await results.of('status', named, { env })).toMatchObject({
    jobs: [{ name, state: 'finished', kinds: { messages: { created: 6 } } }],
  });
  await results.of('ledger export', [store, job], { env });
  await results.of('ledger import', [store, job], { env });
}

test.each([
  ['a command that does not exist', ['paln', '--json'], 2],
  ['an option that does not exist', ['plan', '--jsno', '--json'], 2],
  ['a job folder without a plan', ['status', '--json'], 2],
  ['a record that the job lacks', ['explain', 'users:nobody', '--json'], 2],
])('an error is the last line: %s', async (_, args, status) => {
  await using rig = await startRig();

  const { out } = await rig.cli(args);

  expect(JSON.parse(out)).toMatchObject({ type: 'error', status, message: expect.any(String) });
});
