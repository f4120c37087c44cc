import { appendFileSync, copyFileSync, existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { writeForum } from './support/forum.ts';
import { type Rig, startRig } from './support/rig.ts';
import { databaseForTests } from './support/test-databases.ts';

const database = databaseForTests();

const inStore = '--store=${CHATFERRY_STORE}';

interface Deltas {
  readonly later: string;
  /** Runs a command, and gives its status and what it printed to stderr. */
  readonly cli: (...args: string[]) => Promise<[number | null, string]>;
}

/** A job that was sent, and a plan after it with one user more. */
async function planned(rig: Rig): Promise<Deltas> {
  const later = path.join(rig.folder, 'later');
  const cli = async (...args: string[]): Promise<[number | null, string]> => {
    const { status, err } = await rig.cli(args, { env: { CHATFERRY_STORE: database.address } });
    return [status, err];
  };
  await cli('store', 'migrate', inStore);
  await cli('plan', writeForum(rig));
  await cli('run', ...rig.target);
  appendFileSync(path.join(rig.export, 'users.csv'), 'late,Late\n');
  expect((await cli('plan', rig.export, `--after=${rig.job}`, `--job=${later}`))[0]).toBe(0);
  return { later, cli };
}

test('a job after which another one has begun is sent from no store', async () => {
  await using rig = await startRig({ appId: 'deltas-1' });
  const { later, cli } = await planned(rig);
  await cli('run', `--job=${later}`, ...rig.target);
  await cli('ledger', 'import', inStore);

  const refused = [2, expect.stringContaining('has begun after')];
  expect(await cli('submit', rig.job, inStore, ...rig.target)).toEqual(refused);
  expect(await cli('run', inStore, ...rig.target)).toEqual(refused);
});

test('a job knows that the one after it was given to workers', async () => {
  await using rig = await startRig({ appId: 'deltas-2' });
  const { later, cli } = await planned(rig);
  rig.service.db.exec("UPDATE users SET name = 'tampered'");

  expect(await cli('submit', later, inStore, ...rig.target)).toEqual([0, '']);

  expect(existsSync(path.join(later, 'ledger.sqlite'))).toBe(true);
  expect(await cli('submit', rig.job, inStore, ...rig.target)).toEqual([
    2,
    expect.stringContaining('ledger import'),
  ]);
  await cli('ledger', 'import', inStore);
  expect(await cli('run', inStore, ...rig.target)).toEqual([
    2,
    expect.stringContaining('has begun after'),
  ]);
});

test('a delta is given to workers for its app only, and without its folder with a warning', async () => {
  await using rig = await startRig({ appId: 'deltas-3' });
  await using other = await startRig({ appId: 'deltas-4' });
  const { later, cli } = await planned(rig);
  const plan = path.join(rig.folder, 'copy', 'other.sqlite');
  mkdirSync(path.dirname(plan));
  copyFileSync(path.join(later, 'plan.sqlite'), plan);

  expect(await cli('submit', later, inStore, ...other.target)).toEqual([
    2,
    expect.stringContaining('The job before this one was sent to'),
  ]);
  expect(await cli('submit', plan, inStore, ...rig.target)).toEqual([
    0,
    expect.stringContaining('Do not run, retry or repair that job'),
  ]);
});
