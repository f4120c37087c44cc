import type { LedgerError } from '@chatferry/runner';
import { expect, test } from 'vitest';
import { entry, failed } from '../../runner/test/support/ledger-contract.ts';
import { checkVersion, migrate, Store } from '../src/index.ts';
import { postgresDatabase } from './support/test-postgres.ts';
import { takenLedger, testStore, withUsersPlan } from './support/test-stores.ts';
import { wireTo } from './support/wire.ts';

const impatient = { giveUpAfterMs: 0 };

test('tables are created once, also by two who do it at the same time', async () => {
  await using database = await postgresDatabase();
  await using one = new Store(database.address, impatient);
  await using other = new Store(database.address, impatient);
  await expect(checkVersion(one)).rejects.toMatchObject({ code: 'store-not-ready' });

  const done = await Promise.all([migrate(one), migrate(other)]);

  expect(new Set(done.map(({ from }) => from))).toEqual(new Set([0, done[0].to]));
  await checkVersion(one);
  expect(await migrate(one)).toEqual({ from: done[0].to, to: done[0].to });
});

test('tables of another version are refused and stay as they are', async () => {
  await using shared = await testStore();
  await shared.rows('UPDATE chatferry.version SET number = number + 1');

  for (const work of [checkVersion, migrate])
    await expect(work(shared.store)).rejects.toMatchObject({
      code: 'store-not-ready',
      message: expect.stringContaining('knows only'),
    });
  await shared.rows('UPDATE chatferry.version SET number = 0');
  await expect(checkVersion(shared.store)).rejects.toMatchObject({
    fix: expect.stringContaining('Create or update'),
  });
});

test('a statement waits for a server that does not answer, and no longer than it may', async () => {
  await using database = await postgresDatabase();
  await using wire = await wireTo(database.address);
  await using patient = new Store(wire.address, { giveUpAfterMs: 20_000 });
  await using hasty = new Store(wire.address, { giveUpAfterMs: 250 });
  await Promise.all([patient.query({ text: 'SELECT 1' }), hasty.query({ text: 'SELECT 1' })]);
  wire.cut();

  const waiting = patient.query<{ two: number }>({ text: 'SELECT 2 AS two' });
  const error = await hasty.query({ text: 'SELECT 2' }).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: 'store-unreachable', file: hasty.name });
  expect(String(error)).not.toContain('secret');
  wire.join();

  expect(await waiting).toEqual([{ two: 2 }]);
});

test('the address of a store is in no message', async () => {
  await using database = await postgresDatabase();
  const url = new URL(database.address);
  url.username = 'missing-user';
  url.password = 'pass-word-1';
  await using refused = new Store(url.href, impatient);
  const error = await refused.query({ text: 'SELECT 1' }).catch((reason: unknown) => reason);

  expect(error).toMatchObject({ code: 'store-refused' });
  const { message, fix } = error as LedgerError;
  expect(`${message} ${fix}`).not.toMatch(/pass-word|missing-user/);
  expect(() => new Store('https://user:pass-word-1@host/name', impatient)).toThrowError(
    expect.objectContaining({ code: 'bad-store', message: expect.not.stringContaining('pass') }),
  );
});

test('texts that PostgreSQL cannot hold are written without what it does not take', () =>
  withUsersPlan(async (plan) => {
    await using shared = await testStore();
    const ledger = await takenLedger(shared.store, plan);
    const message = 'a\0b \ud800 c';
    const outcomes = [{ ...failed(0), message, details: { name: [message] } }];
    const troubles = [{ records: 1, code: 'X', message }];

    await ledger.write({
      ...entry({ seq: 1, after: { state: 'settled', marks: 'f' }, outcomes }),
      troubles,
    });

    expect(await ledger.outcomeOf('users', 'u0')).toMatchObject({ message: 'a\ufffdb \ufffd c' });
  }));
