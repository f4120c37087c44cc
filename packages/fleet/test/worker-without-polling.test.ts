import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { town } from '../../runner/test/support/rows.ts';
import { startFleetRig } from './support/fleet-rig.ts';
import { type TestStore, testStore } from './support/test-stores.ts';

/** Between two questions for shifts: for a second after the end of one, and otherwise. */
const fetchMs = [50, 500];

const sleep = timers.setTimeout;

let shared: TestStore;
beforeAll(async () => {
  shared = await testStore();
  timers.setTimeout = (ms, ...more) =>
    ms !== undefined && fetchMs.includes(ms) ? new Promise(() => {}) : sleep(ms, ...more);
  syncBuiltinESMExports();
});
afterAll(async () => {
  timers.setTimeout = sleep;
  syncBuiltinESMExports();
  await shared[Symbol.asyncDispose]();
});

test('the end of each shift makes a worker ask for the next one, without waiting for the time to ask', async () => {
  await using rig = await startFleetRig(shared, town(40, 100), { lanes: 4 });
  await rig.submit();

  await rig.work();

  expect(await rig.state()).toMatchObject({ state: 'finished' });
});
