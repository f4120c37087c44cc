import { afterAll, beforeAll, expect, test } from 'vitest';
import { BossQueue } from '../src/index.ts';
import { type TestStore, testStore } from './support/test-stores.ts';

let shared: TestStore;
beforeAll(async () => {
  shared = await testStore();
});
afterAll(async () => {
  await shared[Symbol.asyncDispose]();
});

test('errors of the search for lost workers are passed on, without user and password', async () => {
  const errors: Error[] = [];
  await using _ = await BossQueue.open(shared.store, 'pool', true, (error) => errors.push(error));

  await shared.store.query({ text: 'DROP SCHEMA chatferry_shifts CASCADE', values: [] });

  await expect.poll(() => errors.length, { timeout: 8000 }).toBeGreaterThan(0);
  expect(errors.map(({ message }) => message).join(' ')).not.toMatch(/postgres:|@/);
});
