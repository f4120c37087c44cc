import { expect, test } from 'vitest';
import { startRig } from './support/rig.ts';
import { town, users } from './support/rows.ts';

test('everything that was planned lands, each kind after those it depends on', async () => {
  await using rig = await startRig(town(60, 200));

  const { result, events } = await rig.run();

  expect(result).toMatchObject({
    end: 'finished',
    counts: { messages: { created: 200, pending: 0 } },
  });
  expect(rig.held('users')).toHaveLength(60);
  expect(rig.held('messages')).toHaveLength(200);
  expect(
    events
      .filter(({ type }) => type === 'kind-finished')
      .map((event) => 'kind' in event && event.kind),
  ).toEqual(['users', 'groups', 'members', 'messages']);
});

test('a finished job that is run again sends nothing', async () => {
  await using rig = await startRig({ users: users(120) });
  await rig.run();
  const requests = rig.service.requestCount;

  const { result } = await rig.run();

  expect(result).toMatchObject({
    end: 'finished',
    requests: 0,
    counts: { users: { created: 120 } },
  });
  expect(rig.service.requestCount).toBe(requests);
});
