import {
  copyFileSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { writeForum } from './support/forum.ts';
import { type Rig, startRig } from './support/rig.ts';

function held(rig: Rig, table: 'users' | 'messages'): number {
  return rig.service.db.prepare(`SELECT * FROM ${table}`).all().length;
}

function addUsers(rig: Rig, count: number): void {
  const rows = Array.from({ length: count }, (_, index) => `new${index},New ${index}`);
  rig.write('export/users-2.csv', ['uid,name', ...rows].join('\n'));
}

/** A job whose process was killed when some users had landed, and no more than users. */
async function killedAmongUsers(): Promise<Rig> {
  const rig = await startRig();
  writeForum(rig);
  addUsers(rig, 60);
  rig.service.setFaults([{ fault: 'silence', operation: 'dataImport.*', when: { from: 4 } }]);
  const command = rig.spawn(['import', rig.export, ...rig.target, '--records-per-request=2']);
  await command.until(() => rig.service.requestCount >= 4 && landed(rig) > 0);
  command.child.kill('SIGKILL');
  await command.ended();
  rig.service.setFaults([]);
  return rig;
}

function landed(rig: Rig): number {
  using ledger = new DatabaseSync(path.join(rig.job, 'ledger.sqlite'), { readOnly: true });
  return Number(ledger.prepare('SELECT coalesce(sum(created), 0) AS n FROM counts').get()!['n']);
}

test('a job killed before its users were all sent takes neither another plan nor another app', async () => {
  await using rig = await killedAmongUsers();
  const ledger = landed(rig);
  addUsers(rig, 61);

  const changed = await rig.cli(['plan', rig.export, '--records-per-request=2']);
  addUsers(rig, 60);
  const elsewhere = await rig.cli(['run', '--app-id=production', '--region=eu']);

  expect(changed.err).toContain('already been sent');
  expect(changed.status).toBe(2);
  expect(elsewhere.err).toContain('have been sent to');
  expect(elsewhere.status).toBe(2);
  expect(landed(rig)).toBe(ledger);
});

test('a job killed before its users were all sent continues where it stopped', async () => {
  await using rig = await killedAmongUsers();

  const { status, out } = await rig.cli(['run', ...rig.target]);

  expect(out).toContain('Every row is accounted for');
  expect(status).toBe(0);
  expect(held(rig, 'users')).toBe(63);
});

test.each([
  { how: 'removed', harm: (plan: string) => rmSync(plan) },
  { how: 'cut off', harm: (plan: string) => truncateSync(plan, 8192 + 17) },
])('a job whose plan is $how is planned again, and sends nothing again', async ({ harm }) => {
  await using rig = await startRig();
  const command = ['import', writeForum(rig), ...rig.target];
  await rig.cli(command);
  const requests = imports(rig);
  harm(path.join(rig.job, 'plan.sqlite'));

  const { status, out } = await rig.cli(command);

  expect(status).toBe(0);
  expect(out).toMatch(/messages +120 = +120 created/);
  expect(imports(rig)).toBe(requests);
});

test('a ledger whose plan is gone is not removed for the plan of other files', async () => {
  await using rig = await startRig();
  await rig.cli(['import', writeForum(rig), ...rig.target]);
  const requests = imports(rig);
  rmSync(path.join(rig.job, 'plan.sqlite'));
  addUsers(rig, 1);

  const { status } = await rig.cli(['import', rig.export, ...rig.target]);

  expect(status).not.toBe(0);
  expect(imports(rig)).toBe(requests);
  expect(landed(rig)).toBeGreaterThan(120);
});

function imports({ service }: Rig): number {
  return service.requests.filter(({ operation }) => operation?.startsWith('dataImport') === true)
    .length;
}

test('where nothing was sent, another plan removes every file of the ledger', async () => {
  await using rig = await startRig();
  writeForum(rig);
  await rig.cli(['import', rig.export, ...rig.target], {
    env: { CHATFERRY_API_KEY: 'c'.repeat(40) },
  });
  leaveWriteAheadLog(path.join(rig.job, 'ledger.sqlite'));
  addUsers(rig, 1);

  const { status } = await rig.cli(['plan', rig.export]);

  expect(status).toBe(0);
  expect(readdirSync(rig.job).filter((name) => name.startsWith('ledger'))).toEqual([]);
});

/** As after a kill: the log of the latest changes is still beside the file. */
function leaveWriteAheadLog(file: string): void {
  const log = `${file}-wal`;
  {
    using ledger = new DatabaseSync(file);
    ledger.exec('UPDATE runs SET ended_at = ended_at');
    copyFileSync(log, `${log}.kept`);
  }
  copyFileSync(`${log}.kept`, log);
  rmSync(`${log}.kept`);
}

test('an input put in place of a planned one is reported, also when it is older and as long', async () => {
  await using rig = await startRig();
  await rig.cli(['plan', writeForum(rig)]);
  const file = path.join(rig.export, 'users.csv');
  writeFileSync(file, readFileSync(file, 'utf8').replace('Ada', 'Eve'));
  utimesSync(file, 1_600_000_000, 1_600_000_000);

  const { err } = await rig.cli(['run', ...rig.target]);

  expect(err).toContain(`${file} has changed since it was planned.`);
});
