import { expect, test } from 'vitest';
import { ManualClock } from './support/manual-clock.ts';
import { startRig } from './support/rig.ts';
import { town, users } from './support/rows.ts';

test('everything that was planned lands, each kind after those it depends on', async () => {
  await using rig = await startRig(town(60, 200));

  const { result, events } = await rig.run();

  expect(result).toMatchObject({
    end: 'finished',
    counts: { messages: { created: 200, pending: 0 } },
  });
  const settled = events.filter((event) => event.type === 'batch-settled');
  expect(settled.reduce((sum, { requests }) => sum + requests, 0)).toBe(rig.sends().length);
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

test('the service’s quota is used up and never overdrawn, also across a restart', async () => {
  const clock = new ManualClock();
  await using rig = await startRig(
    { users: users(240) },
    {
      recordsPerRequest: 1,
      clock,
      service: { importRequestsPerMinute: 60, quotaWindow: 'sliding', now: () => clock.now() },
    },
  );
  const startedAt = clock.now();

  await rig.run(
    { requestsPerMinute: 60 },
    { onEvent: (event) => (rig.service.requestCount === 100 ? 'enough' : event) },
  );
  const { result } = await rig.run({ requestsPerMinute: 60 });

  const minutes = (clock.now() - startedAt) / 60_000;
  expect(result?.counts.users.created).toBe(240);
  expect(rig.service.requests.filter(({ status }) => status === 429)).toEqual([]);
  expect(rig.service.requestCount / minutes / 60).toBeGreaterThan(0.97);
});

test('a kind with a budget of its own does not wait for the one before it', async () => {
  const clock = new ManualClock();
  const rows = { users: users(1), groups: [{ guid: 'g', name: 'G', type: 'public' }] };
  await using rig = await startRig(rows, { clock });

  await rig.run({ requestsPerMinute: 1, sharedQuota: false });

  expect(clock.sleeps).toEqual([]);
});
