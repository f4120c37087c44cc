import { expect, test } from 'vitest';
import { messages, users } from '../../runner/test/support/rows.ts';
import { startFleetRig } from './support/fleet-rig.ts';
import { sharedStore } from './support/test-stores.ts';

const shared = sharedStore();

test('two fleets in one database do their own jobs at the same time, and nothing of the other one', async () => {
  await using one = await startFleetRig(shared, { users: users(6), messages: messages(40, 6) });
  await using other = await startFleetRig(shared, { users: users(9), messages: messages(70, 9) });
  await Promise.all([one.submit(), other.submit()]);

  await Promise.all([one.work(), other.work(), one.work(), other.work()]);

  expect(await one.state()).toMatchObject({
    state: 'finished',
    counts: { users: { created: 6 }, messages: { created: 40, presentByThisJob: 0 } },
  });
  expect(await other.state()).toMatchObject({
    state: 'finished',
    counts: { users: { created: 9 }, messages: { created: 70, presentByThisJob: 0 } },
  });
  expect([one.held('messages').length, other.held('messages').length]).toEqual([40, 70]);
});
