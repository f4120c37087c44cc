import { expect, test } from 'vitest';
import { messages, users } from '../../runner/test/support/rows.ts';
import { Store } from '../src/index.ts';
import { startFleetRig } from './support/fleet-rig.ts';
import { sharedStore } from './support/test-stores.ts';
import { wireTo } from './support/wire.ts';

const shared = sharedStore();

/** Slots are valid for 400 ms. A busy machine may show a request later than it left. */
const SURELY_OVER_MS = 1000;
const LOST_MS = 3000;

test('a worker that loses the store sends nothing more, and resumes by itself', async () => {
  await using wire = await wireTo(shared.address);
  await using store = new Store(wire.address, { giveUpAfterMs: 20_000 });
  await using rig = await startFleetRig(
    shared,
    { users: users(20), messages: messages(1000, 20) },
    { recordsPerRequest: 5, lanes: 4 },
  );
  await rig.submit();
  let settled = 0;
  let lostAt = 0;
  let backAt = 0;

  await rig.work({
    store,
    onEvent: (event) => {
      if (event.type !== 'run' || event.event.type !== 'batch-settled' || ++settled !== 50) return;
      lostAt = Date.now();
      wire.stall();
      setTimeout(() => {
        backAt = Date.now();
        wire.join();
      }, LOST_MS);
    },
  });

  const sentAt = rig.sends().map(({ at }) => at);
  expect(sentAt.filter((at) => at > lostAt + SURELY_OVER_MS && at < backAt)).toEqual([]);
  expect(sentAt.filter((at) => at >= backAt).length).toBeGreaterThan(50);
  expect(await rig.state()).toMatchObject({ state: 'finished' });
  expect(rig.held('messages')).toHaveLength(1000);
});
