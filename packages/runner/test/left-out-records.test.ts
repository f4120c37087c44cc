import { expect, test } from 'vitest';
import { startFront } from './support/front.ts';
import { ManualClock } from './support/manual-clock.ts';
import { startRig } from './support/rig.ts';
import { users } from './support/rows.ts';

test('an answer that names only the first records settles only these; the others are asked for again', async () => {
  await using rig = await startRig({ users: users(10) }, { clock: new ManualClock() });
  rig.service.setFaults([
    {
      fault: 'omit-records',
      which: 'last',
      share: 0.4,
      operation: 'dataImport.*',
      when: { nth: 1 },
    },
  ]);

  const { result } = await rig.run();

  // The four are there because of this job: their first request stored them.
  expect(result?.counts.users).toMatchObject({ created: 6, present: 4, presentByThisJob: 4 });
  expect(rig.sends()).toHaveLength(2);
});

test('what an answer omits entirely is there because of this job, and not of others', async () => {
  await using rig = await startRig({ users: users(10) }, { clock: new ManualClock() });
  rig.service.setFaults([{ fault: 'omit-records', share: 1, when: { nth: 1 } }]);

  const { result } = await rig.run();

  expect(result?.counts.users).toMatchObject({ created: 0, present: 10, presentByThisJob: 10 });
});

test.each([
  { left: 'first', named: ['u1'] },
  { left: 'none', named: [] },
])(
  'records that were not stored are not certified by an answer that names $named',
  async ({ named }) => {
    await using rig = await startRig({ users: users(2) }, { clock: new ManualClock() });
    const success = Object.fromEntries(named.map((uid) => [uid, { success: true, data: { uid } }]));
    await using front = await startFront(rig.service, ({ number }) =>
      number === 1 ? { status: 200, body: { data: success } } : 'pass',
    );

    const { result } = await rig.run({}, { baseUrl: front.baseUrl });

    expect(rig.held('users')).toContain('u2');
    expect(result?.counts.users).toMatchObject({ failed: 0, unresolved: 0, pending: 0 });
    expect(front.requests[1]!.body).toContain('"u2"');
  },
);

test('success of an id that only begins like the one sent settles nothing', async () => {
  const [first] = users(1);
  await using rig = await startRig(
    { users: [{ ...first!, uid: 'u10' }] },
    { clock: new ManualClock() },
  );
  await using front = await startFront(rig.service, ({ number }) =>
    number === 1 ? { status: 200, body: { data: { u1: { success: true } } } } : 'pass',
  );

  const { result } = await rig.run({}, { baseUrl: front.baseUrl });

  expect(rig.held('users')).toEqual(['u10']);
  expect(result?.counts.users).toMatchObject({ created: 1 });
});

test('success of an id of which the one sent is the end settles nothing', async () => {
  await using rig = await startRig({ users: users(1) }, { clock: new ManualClock() });
  await using front = await startFront(rig.service, ({ number }) =>
    number === 1 ? { status: 200, body: { data: { u11: { success: true } } } } : 'pass',
  );

  await rig.run({}, { baseUrl: front.baseUrl });

  expect(rig.held('users')).toEqual(['u1']);
});
