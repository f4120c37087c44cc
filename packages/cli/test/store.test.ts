import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { lockJob } from '@chatferry/runner';
import { expect, test } from 'vitest';
import { postgresRows } from '../../fleet/test/support/test-postgres.ts';
import { writeForum } from './support/forum.ts';
import { type Ended, type Rig, startRig } from './support/rig.ts';
import { databaseForTests, postgresDatabase } from './support/test-databases.ts';

const database = databaseForTests();

const env = (): Record<string, string> => ({ CHATFERRY_STORE: database.address });
const inStore = '--store=${CHATFERRY_STORE}';

/** The commands of the first block of the page. */
function pageCommands(): string[][] {
  const page = readFileSync(path.join(import.meta.dirname, '../../../docs/fleet.md'), 'utf8');
  const block = /^```sh pg\n([\s\S]*?)^```/m.exec(page)![1]!;
  return block
    .split('\n')
    .filter((line) => line.startsWith('chatferry '))
    .map((line) => line.replaceAll("'", '').split(' ').slice(1));
}

/** All that is in the tables, as one text. */
async function dump(): Promise<string> {
  const tables = ['job', 'run', 'lane', 'batch', 'outcome', 'trouble', 'message_id'];
  const rows = tables.map((table) =>
    postgresRows(database.address, `SELECT to_json(t)::text AS row FROM chatferry.${table} t`),
  );
  return JSON.stringify(await Promise.all(rows));
}

function filesOf(rig: Rig): string {
  return readdirSync(rig.job, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'latin1'))
    .join('');
}

test('the commands of the page move a job, and neither key nor password is anywhere', async () => {
  await using rig = await startRig({
    faults: [
      { operation: 'dataImport.messages', fault: 'refuse-records', code: 'ERR_BAD', share: 0.1 },
    ],
  });
  writeForum(rig);
  const said: string[] = [];
  const refused: Ended[] = [];
  const commands = pageCommands();
  expect(commands.map(([name]) => name)).toEqual(['plan', 'store', 'run', 'ledger', 'verify']);

  for (const command of commands) {
    const args = command.flatMap((arg) =>
      arg === './export' ? rig.export : /^(--app-id|APP|--region|eu)$/.test(arg) ? [] : arg,
    );
    const target = command.includes('APP') ? rig.target.slice(0, command[0] === 'run' ? 3 : 2) : [];
    if (command[0] === 'ledger') {
      said.push(await dump());
      for (const name of ['status', 'verify', 'retry', 'run'])
        refused.push(await rig.cli([name, ...(name === 'status' ? [] : rig.target)]));
    }
    const { status, out, err } = await rig.cli([...args, ...target], { env: env() });
    expect([command[0], status, err]).toEqual([
      command[0],
      ['run', 'verify'].includes(command[0]!) ? 1 : 0,
      expect.not.stringContaining('stack'),
    ]);
    said.push(out, err);
  }

  for (const { status, err } of refused)
    expect([status, err]).toEqual([2, expect.stringContaining('is in PostgreSQL')]);
  const all = `${said.join('\n')} ${filesOf(rig)}`;
  expect(all).not.toContain(rig.service.apiKey);
  const { password } = new URL(database.address);
  expect(all.split(password === '' ? 'no password' : password)).toHaveLength(1);
  rig.service.setFaults([]);
  const retried = await rig.cli(['retry', ...rig.target]);
  expect([retried.status, retried.out]).toEqual([0, expect.stringContaining('accounted for')]);
  expect((await rig.cli(['check'])).status).toBe(0);
});

test('a job that was begun on one machine goes into the store and comes back with all of its outcomes', async () => {
  await using rig = await startRig();
  await rig.cli(['store', 'migrate', inStore], { env: env() });
  await rig.cli(['plan', writeForum(rig)]);
  rig.service.setFaults([
    {
      operation: 'dataImport.messages',
      fault: 'status-before',
      status: 401,
      when: { from: 2, to: 99 },
    },
  ]);
  expect((await rig.cli(['run', '--give-up-after=1s', ...rig.target])).status).toBe(3);
  rig.service.setFaults([]);

  const begun = await rig.cli(['run', inStore, ...rig.target], { env: env() });
  expect([begun.status, begun.err]).toEqual([2, expect.stringContaining('ledger import')]);
  for (const _ of [1, 2]) {
    expect((await rig.cli(['ledger', 'import', inStore], { env: env() })).status).toBe(0);
    expect((await rig.cli(['ledger', 'import', inStore], { env: env() })).status).toBe(2);
    const { status, out } = await rig.cli(['run', inStore, ...rig.target], { env: env() });
    expect([status, out]).toEqual([0, expect.stringContaining('messages 120 = 120 created')]);
    expect((await rig.cli(['ledger', 'export', inStore], { env: env() })).status).toBe(0);
    expect((await rig.cli(['ledger', 'export', inStore], { env: env() })).status).toBe(2);
    const gone = await rig.cli(['run', inStore, ...rig.target], { env: env() });
    expect([gone.status, gone.err]).toEqual([2, expect.stringContaining('ledger import')]);
  }
  expect((await rig.cli(['check'])).status).toBe(0);
  // The key was sent to the address before the ledger was moved.
  expect((await rig.cli(['verify'])).status).toBe(0);
  const { status, out } = await rig.cli(['status', '--json']);
  expect([status, JSON.parse(out)]).toMatchObject([0, { runs: 3 }]);
  const moved = async (): Promise<Ended> => rig.cli(['ledger', 'import', inStore], { env: env() });
  {
    using _ = lockJob(rig.job, Date.now());
    expect(await moved()).toMatchObject({
      status: 2,
      err: expect.stringContaining('is in use by'),
    });
  }
  await postgresRows(database.address, 'UPDATE chatferry.version SET number = number + 1');
  const newer = await rig.cli(['status', inStore], { env: env() });
  expect([newer.status, newer.out, newer.err]).toEqual([2, '', expect.stringContaining('version')]);
  await postgresRows(database.address, 'UPDATE chatferry.version SET number = number - 1');
  expect((await moved()).status).toBe(0);
  const submit = ['submit', rig.job, inStore, ...rig.target.slice(0, 2)];
  // A worker has the key, and nobody has typed where to send it.
  expect(await rig.cli(submit.slice(0, 3), { env: env() })).toMatchObject({
    status: 2,
    err: expect.stringContaining('The key of the app would be sent there.'),
  });
  expect(await rig.cli(submit, { env: env() })).toMatchObject({ status: 0, err: '' });
});

test.each([
  ['an address with a password', 'postgres://ann:pass-word-1@host/name', 'quotes'],
  ['a password after the question mark', 'postgres://ann@host/name?password=pass-word-1', 'quotes'],
  ['a variable that is not set', '${NOT_SET}', 'NOT_SET'],
  ['a file that is not there', './pass-word-1', 'ENOENT'],
  ['a file without an address', import.meta.filename, 'has no address'],
])('%s is refused as a store', async (_, value, why) => {
  await using rig = await startRig();
  const { status, err } = await rig.cli(['store', 'migrate', `--store=${value}`]);

  expect([status, err]).toEqual([2, expect.stringContaining(why)]);
  expect(err).not.toContain('pass-word');
});

test('a store without tables and one that does not answer end a command with their codes', async () => {
  await using rig = await startRig();
  await using empty = await postgresDatabase();
  await rig.cli(['plan', writeForum(rig)]);
  const file = rig.write('address', `${empty.address}\n`);
  const gone = new URL(empty.address);
  gone.port = '1';
  const run = (store: string) =>
    rig.cli(['run', `--store=${store}`, '--give-up-after=1s', '--json', ...rig.target], {
      env: { GONE: gone.href },
    });

  const [withoutTables, unreachable] = [await run(file), await run('${GONE}')];

  expect(JSON.parse(withoutTables.out)).toMatchObject({ status: 2, code: 'store-not-ready' });
  expect(JSON.parse(unreachable.out)).toMatchObject({ status: 3, code: 'store-unreachable' });
  const connections = `SELECT 1 FROM pg_stat_activity WHERE datname = '${new URL(empty.address).pathname.slice(1)}'`;
  expect(await postgresRows(database.address, connections)).toEqual([]);
  // Nothing was begun, neither there nor here.
  expect((await rig.cli(['run', ...rig.target])).status).toBe(0);
});
