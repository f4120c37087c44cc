import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import { expect, test } from 'vitest';
import { postgresRows } from '../../fleet/test/support/test-postgres.ts';
import { writeForum } from './support/forum.ts';
import { interrupted, requestsOf } from './support/interrupt.ts';
import { type Rig, startRig } from './support/rig.ts';
import { databaseForTests, postgresDatabase } from './support/test-databases.ts';

const database = databaseForTests();

const inStore = '--store=${CHATFERRY_STORE}';

/** The environment of a worker or an operator. No command but a worker has a key. */
const env = (more: Record<string, string> = {}): Record<string, string> => ({
  CHATFERRY_STORE: database.address,
  CHATFERRY_API_KEY: '',
  ...more,
});

function keysOf(rig: Rig): string {
  const folder = path.join(rig.folder, 'keys');
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, rig.service.appId), `${rig.service.apiKey}\n`, { mode: 0o600 });
  return `--keys=${folder}`;
}

/** Plans are copied there, and not into the folder in which the tests run. */
function cacheOf(rig: Rig): string {
  return `--plan-cache=${path.join(rig.folder, 'plans')}`;
}

async function submitted(rig: Rig, rate = 'unlimited'): Promise<string> {
  await rig.cli(['store', 'migrate', inStore], { env: env() });
  await rig.cli(['plan', writeForum(rig), '--records-per-request=2']);
  const { status, out, err } = await rig.cli(
    [
      'submit',
      rig.job,
      inStore,
      '--spread=4',
      ...rig.target.slice(0, 2),
      `--requests-per-minute=${rate}`,
    ],
    { env: env() },
  );
  expect([status, err]).toEqual([0, '']);
  return out;
}

test('a job is submitted, worked on by two workers of which one is killed, exported and verified', async () => {
  await using rig = await startRig({ appId: 'fleet-1' });
  const name = await submitted(rig, '600');
  const given = ['worker', inStore, keysOf(rig), cacheOf(rig), '--until-done'];
  const first = rig.spawn(given, env());
  await first.until(() => / messages, part \d taken/.test(first.err) && sends(rig) > 5);
  first.child.kill('SIGKILL');
  const second = rig.spawn(given, env());
  await second.until(() => second.err.includes('after another worker was lost'));
  expect((await second.ended()).status).toBe(0);

  const shown = await rig.cli(['status', name, inStore, '--json'], { env: env() });
  const lost = expect.stringMatching(new RegExp(`:${first.child.pid}$`)) as string;
  const worker = expect.stringMatching(new RegExp(`:${second.child.pid}$`)) as string;
  const status = JSON.parse(shown.out) as { takeOvers: unknown[] };
  expect(status).toMatchObject({
    jobs: [
      { name, state: 'finished', kinds: { messages: { planned: 120, pending: 0, failed: 0 } } },
    ],
    workers: [{ name: lost, shifts: [] }],
  });
  expect(status.takeOvers).toContainEqual(
    expect.objectContaining({ job: name, kind: 'messages', lost, worker }),
  );
  expect((await rig.cli(['ledger', 'export', inStore], { env: env() })).status).toBe(0);
  expect((await rig.cli(['check'])).status).toBe(0);
  const verified = await rig.cli(['verify', ...rig.target.slice(0, 2)]);
  expect([verified.status, verified.err]).toEqual([0, verified.err]);
  const dump = JSON.stringify(
    await postgresRows(database.address, 'SELECT to_json(t)::text AS row FROM chatferry.job t'),
  );
  expect(`${dump}${first.err}${first.out}${second.err}${second.out}`).not.toContain(
    rig.service.apiKey,
  );
});

/** The commands of the block of the page about several machines. */
function pageCommands(): string[][] {
  const page = readFileSync(path.join(import.meta.dirname, '../../../docs/fleet.md'), 'utf8');
  const [, part] = page.split('\n## Several machines\n');
  const [, block] = /^```sh pg\n([\s\S]*?)^```/m.exec(part!)!;
  return block!
    .split('\n')
    .filter((line) => line.includes('chatferry '))
    .map((line) =>
      line
        .replaceAll("'", '')
        .replace(/^.*?chatferry /, '')
        .split(' '),
    );
}

test('the commands of the page send a job with a worker', async () => {
  await using rig = await startRig({ appId: 'app' });
  await rig.cli(['plan', writeForum(rig), `--job=${path.join(rig.folder, 'job')}`]);
  const commands = pageCommands();
  expect(commands.map(([name]) => name)).toEqual(['store', 'submit', 'worker', 'status', 'ledger']);

  for (const command of commands) {
    const args = command.flatMap((arg) => {
      if (arg === './chatferry-job') return rig.job;
      return /^(--app-id|APP|--region|eu)$/.test(arg) ? [] : arg;
    });
    const more = { submit: rig.target, worker: [cacheOf(rig)] };
    const target = more[command[0] as keyof typeof more] ?? [];
    const { status, err } = await rig.cli([...args, ...target], {
      env: env({ CHATFERRY_API_KEY_APP: rig.service.apiKey }),
    });
    expect([command[0], status, err]).toEqual([
      command[0],
      0,
      expect.not.stringContaining('stack'),
    ]);
  }

  expect((await rig.cli(['check'])).status).toBe(0);
});

test('jobs are shown, paused, slowed down, cancelled and resumed by name, or all of them', async () => {
  await using rig = await startRig({ appId: 'fleet-2' });
  await using elsewhere = await startRig({ appId: 'fleet-8' });
  const name = await submitted(rig);
  const operate = async (...args: string[]): Promise<string> => {
    const { status, out, err } = await rig.cli([...args, inStore], { env: env() });
    expect([args, status, err]).toEqual([args, 0, '']);
    return out;
  };
  const to = [...elsewhere.target, '--pool=other'];
  const other = await operate('submit', rig.job, ...to);
  /** What is shown of the two jobs after an operation. */
  const after = async (...args: string[]): Promise<unknown[]> => {
    await operate(...args);
    const { jobs } = JSON.parse(await operate('status', '--json')) as {
      jobs: { name: string; state: string; paused: boolean; rate?: number }[];
    };
    return [name, other].map((each) => {
      const { state, paused, rate } = jobs.find((job) => job.name === each)!;
      return [state, ...(paused ? ['paused'] : []), ...(rate === undefined ? [] : [rate])].join(
        ' ',
      );
    });
  };

  expect(await operate('status')).toContain(`${name}  fleet-2  waiting  check`);
  const shown = JSON.parse(await operate('status', other, '--json')) as unknown;
  expect(shown).toMatchObject({ jobs: [{ name: other, app: 'fleet-8', pool: 'other' }] });
  expect(await operate('pause', name)).toBe(`${name}: paused.`);
  expect(await operate('rate', '20', name)).toContain('20 requests per minute');
  expect(await operate('status', name)).toMatch(/paused[\s\S]*a quota of 20 requests/);
  expect(await after('rate', 'unlimited', other)).toEqual([
    'running paused 20',
    'running unlimited',
  ]);
  expect(await after('pause', other)).toEqual(['running paused 20', 'running paused unlimited']);
  expect(await after('resume', name)).toEqual(['running 20', 'running paused unlimited']);
  expect(await after('rate', '0')).toEqual(['running 0', 'running paused 0']);
  expect(await after('pause')).toEqual(['running paused 0', 'running paused 0']);
  expect(await after('resume')).toEqual(['running 0', 'running 0']);
  expect(await after('rate', 'default', name)).toEqual(['running', 'running 0']);
  expect(await after('cancel', name)).toEqual(['cancelled', 'running 0']);
  expect(await after('pause', name)).toEqual(['cancelled paused', 'running 0']);
  expect(await after('resume', name)).toEqual(['running', 'running 0']);

  const busy = await rig.cli(['run', inStore, ...rig.target], {
    env: env({ CHATFERRY_API_KEY: 'k' }),
  });
  expect([busy.status, busy.err]).toEqual([2, expect.stringContaining('Workers send the job')]);
  const frozen = await rig.cli(['ledger', 'export', inStore], { env: env() });
  expect([frozen.status, frozen.err]).toEqual([2, expect.stringContaining('chatferry cancel')]);
  const unknown = await rig.cli(['pause', 'no-such', inStore], { env: env() });
  expect([unknown.status, unknown.err]).toEqual([2, expect.stringContaining('no job no-such')]);

  const variable = `CHATFERRY_API_KEY_${rig.service.appId.toUpperCase().replaceAll('-', '_')}`;
  const worked = await rig.cli(['worker', inStore, cacheOf(rig), '--until-done'], {
    env: env({ [variable]: rig.service.apiKey }),
  });
  expect(worked.status).toBe(0);
  // The other job is of another pool, whose workers may have one shift each.
  expect(await after('rate', 'default')).toEqual(['finished', 'running']);
  expect(elsewhere.service.requests).toEqual([]);
  const single = ['--pool=other', '--shifts=1', '--json'];
  const out = await operate('worker', keysOf(elsewhere), cacheOf(rig), '--until-done', ...single);
  const changes = out
    .split('\n')
    .map((line) => (JSON.parse(line) as { msg: string }).msg)
    .flatMap((msg) => (msg === 'shift-taken' ? [1] : msg === 'shift-ended' ? [-1] : []));
  let held = 0;
  expect(Math.max(...changes.map((change) => (held += change)))).toBe(1);
  expect(await after('status')).toEqual(['finished', 'finished']);
});

test('a worker that is to end records what is in flight, and one without tables does not begin', async () => {
  await using rig = await startRig({ appId: 'fleet-7' });
  const name = await submitted(rig);
  rig.service.setFaults([{ fault: 'latency', operation: 'dataImport.messages', ms: 300 }]);
  const work = ['worker', inStore, keysOf(rig), cacheOf(rig)];
  let asked = 0;
  const lost = createServer((socket) => (asked++, socket.destroy())).listen(0, '127.0.0.1');
  await once(lost, 'listening');
  const { port } = lost.address() as AddressInfo;
  const nothing = { CHATFERRY_STORE: `postgres://127.0.0.1:${port}/none` };
  const waiting = interrupted(rig, work, () => asked > 1, { env: env(nothing) });

  const { status, err } = await interrupted(
    rig,
    [...work, '--until-done'],
    () => requestsOf(rig, 'dataImport.messages') === 2,
    { env: env() },
  );

  expect(status).toBe(130);
  expect(err).toContain('Stopped before the jobs of the pool were done.');
  const { out } = await rig.cli(['status', name, inStore, '--json'], { env: env() });
  const messages = { created: 4, unresolved: 0, present: 0, pending: 116 };
  expect(JSON.parse(out)).toMatchObject({ jobs: [{ workers: [], kinds: { messages } }] });
  expect(rig.service.db.prepare('SELECT muid FROM messages').all()).toHaveLength(4);
  await rig.cli(['cancel', name, inStore], { env: env() });
  await using empty = await postgresDatabase();
  const refused = await rig.cli(work, { env: env({ CHATFERRY_STORE: empty.address }) });
  expect([refused.status, refused.err]).toEqual([2, expect.stringContaining('store migrate')]);
  expect((await waiting).err).toContain('does not answer');
  lost.close();
});

test('a job that is submitted has what the command names, and what it was allowed before', async () => {
  await using rig = await startRig({ appId: 'fleet-9' });
  const name = await submitted(rig);
  await rig.cli(['cancel', name, inStore], { env: env() });
  const routes = `--config=${rig.write('c.yaml', 'routes: { messages: chat }')}`;
  const day = '--requests-per-minute=22:00-06:00 500/min, else 400/min';
  /** The pool, the spread, the sentences that are kept, the rate, and whether live operations are allowed. */
  const given = async (...args: string[]): Promise<unknown> => {
    const { status, err } = await rig.cli(
      ['submit', rig.job, inStore, ...rig.target.slice(0, 2), ...args],
      { env: env() },
    );
    if (status !== 0) return err.split('\n').at(-1);
    const [row] = await postgresRows(
      database.address,
      `SELECT pool, spread, settings, live FROM chatferry.job WHERE name = '${name}'`,
    );
    const { requestsPerMinute, codesOnly = false } = JSON.parse(String(row!['settings'])) as {
      requestsPerMinute: unknown;
      codesOnly?: boolean;
    };
    const rate = typeof requestsPerMinute === 'object' ? 'times' : requestsPerMinute;
    return [row!['pool'], row!['spread'], codesOnly, rate, row!['live']].join(' ');
  };

  expect(await given()).toBe('default 1 false 60 false');
  expect(await given('--requests-per-minute=120')).toBe('default 1 false 120 false');
  expect(await given('--requests-per-minute=121')).toBe('default 4 false 121 false');
  expect(await given('--requests-per-minute=unlimited')).toBe('default 4 false unlimited false');
  expect(await given(day)).toBe('default 1 false times false');
  expect(await given('--spread=3', '--pool=p')).toBe('p 3 false 60 false');
  expect(await given('--spread=16', '--codes-only')).toBe('default 16 true 60 false');
  expect(await given(routes)).toContain('The option is --allow-chat');
  expect(await given(routes, '--yes')).toContain('The option is --allow-chat');
  expect(await given(routes, '--allow-chat')).toBe('default 1 false 60 false');
  expect(await given('--yes')).toBe('default 1 false 60 true');
  expect(await given()).toBe('default 1 false 60 true');
});

test('a job that was begun in its folder is refused, and a plan of two apps is exported by the name of the job', async () => {
  await using rig = await startRig({ appId: 'fleet-5' });
  await using other = await startRig({ appId: 'fleet-6' });
  await rig.cli(['store', 'migrate', inStore], { env: env() });
  await rig.cli(['plan', writeForum(rig)]);
  const names: string[] = [];
  for (const { service } of [rig, other]) {
    const where = [`--app-id=${service.appId}`, `--base-url=${service.baseUrl}`];
    const args = ['submit', rig.job, inStore, ...where, '--requests-per-minute=unlimited'];
    names.push((await rig.cli(args, { env: env() })).out);
  }
  const keys = keysOf(rig);
  writeFileSync(path.join(rig.folder, 'keys', other.service.appId), other.service.apiKey);
  await rig.cli(['worker', inStore, keys, cacheOf(rig), '--until-done'], { env: env() });

  const unnamed = await rig.cli(['ledger', 'export', inStore], { env: env() });
  expect([unnamed.status, unnamed.err]).toEqual([2, expect.stringContaining('name the job')]);
  const named = await rig.cli(['ledger', 'export', names[1]!, inStore], { env: env() });
  expect([named.status, named.err]).toEqual([0, '']);
  const verified = await rig.cli(['verify', ...other.target.slice(0, 2)], {
    env: env({ CHATFERRY_API_KEY: other.service.apiKey }),
  });
  expect(verified.status).toBe(0);

  const where = [`--app-id=${other.service.appId}`, `--base-url=${other.service.baseUrl}`];
  const begun = await rig.cli(['submit', rig.job, inStore, ...where], { env: env() });
  expect([begun.status, begun.err]).toEqual([2, expect.stringContaining('ledger import')]);
  // The ledger of an app is none of an app of this id elsewhere.
  const away = ['submit', rig.job, inStore, where[0]!, '--region=eu', '--pool=away'];
  expect(await rig.cli(away, { env: env() })).toMatchObject({ status: 0 });
});

test('a worker without the key leaves the job, and the status names the app', async () => {
  await using rig = await startRig({ appId: 'fleet-3' });
  await submitted(rig);
  const worker = rig.spawn(['worker', inStore, cacheOf(rig)], env());
  await worker.until(() => worker.err.includes('no-key'));
  worker.child.kill('SIGTERM');
  expect((await worker.ended()).status).toBe(0);

  const { out } = await rig.cli(['status', inStore], { env: env() });
  expect(out).toContain('waits for a worker that has the key of the app fleet-3');
  expect(rig.service.requests).toEqual([]);
});

test('what is sent live, another plan for the same app, and what is no plan are refused', async () => {
  await using rig = await startRig({ appId: 'fleet-4' });
  await submitted(rig);
  const submit = (...args: string[]) =>
    rig.cli(['submit', ...args, inStore, ...rig.target], { env: env() });

  const again = await submit(rig.job);
  expect([again.status, again.err]).toEqual([0, expect.stringContaining('nothing has changed')]);
  const missing = await submit(path.join(rig.folder, 'nothing.sqlite'));
  expect([missing.status, missing.err]).toEqual([2, expect.stringContaining('no plan')]);
  const other = path.join(rig.folder, 'other');
  await rig.cli(['plan', writeForum(rig), `--job=${other}`, '--muid-prefix=x-']);
  const busy = await submit(other);
  expect([busy.status, busy.err]).toEqual([2, expect.stringContaining('another job')]);
  expect(readFileSync(path.join(other, 'plan.sqlite')).length).toBeGreaterThan(0);
});

function sends(rig: Rig): number {
  return rig.service.requests.filter(({ operation }) => operation?.startsWith('dataImport')).length;
}
