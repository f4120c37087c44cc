import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { postgresRows } from '../../fleet/test/support/test-postgres.ts';
import { writeForum } from './support/forum.ts';
import { type Rig, startRig } from './support/rig.ts';
import { endPostgres, postgresDatabase, type TestDatabase } from './support/test-databases.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await postgresDatabase();
});
afterAll(async () => {
  await database[Symbol.asyncDispose]();
  await endPostgres();
});

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
  const { status } = await second.ended();
  expect(status).toBe(0);

  const shown = await rig.cli(['status', name, inStore, '--json'], { env: env() });
  expect(JSON.parse(shown.out)).toMatchObject({
    jobs: [
      { name, state: 'finished', kinds: { messages: { planned: 120, pending: 0, failed: 0 } } },
    ],
  });
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
}, 60_000);

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

test('jobs are shown, paused, slowed down, cancelled and resumed by name', async () => {
  await using rig = await startRig({ appId: 'fleet-2' });
  const name = await submitted(rig);
  const operate = async (...args: string[]): Promise<string> => {
    const { status, out, err } = await rig.cli([...args, inStore], { env: env() });
    expect([args[0], status, err]).toEqual([args[0], 0, '']);
    return out;
  };

  expect(await operate('status')).toContain(`${name}  fleet-2  waiting  check`);
  expect(await operate('pause', name)).toContain('paused');
  expect(await operate('rate', '20', name)).toContain('20 requests per minute');
  expect(await operate('status', name)).toMatch(/paused[\s\S]*a rate of 20 requests/);
  await operate('rate', 'default', name);
  expect(await operate('resume')).toContain('no longer paused');
  expect(await operate('cancel', name)).toContain('cancelled');
  expect(await operate('status', name)).toContain('cancelled');
  expect(await operate('resume', name)).toContain('no longer paused');

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
  expect(await operate('status', name)).toContain('finished');
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
