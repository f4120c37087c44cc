import type { FaultRule } from '@chatferry/local-service';
import { describe, expect, test } from 'vitest';
import { failedRecords, retry } from '../src/index.ts';
import {
  allHeld,
  type FollowUp,
  followUps,
  heldOf,
  moved,
  operationOf,
  townWithFollowUps,
} from './support/follow-ups.ts';
import { ManualClock } from './support/manual-clock.ts';
import { type Rig, startRig } from './support/rig.ts';
import { messages, users } from './support/rows.ts';

function sendsOf(rig: Rig, operation: string): number {
  return rig.service.requests.filter((request) => request.operation === operation).length;
}

test('roles come before users, descriptions after groups, blocks after all that is sent live', async () => {
  await using rig = await startRig(townWithFollowUps());

  const { result } = await rig.run();

  expect(result).toMatchObject({
    end: 'finished',
    counts: {
      roles: { created: 3, pending: 0 },
      users: { created: 6 },
      descriptions: { created: 1 },
      friends: { created: 3 },
      blocks: { created: 2 },
    },
  });
  expect(allHeld(rig)).toEqual(moved);
  const order = [...new Set(rig.sends().map(({ operation }) => operation!))];
  expect(order.indexOf('roles.create')).toBeLessThan(order.indexOf('dataImport.users'));
  expect(order.indexOf('groups.update')).toBeGreaterThan(order.indexOf('dataImport.groups'));
  expect(order.slice(-2)).toEqual(['users.friends.add', 'users.blockedUsers.block']);
});

test('the friends of a user are in requests of at most 25, and no request is for two users', async () => {
  const star = Array.from({ length: 60 }, (_, index) => ({ uid: 'u1', friend: `u${index + 2}` }));
  const others = Array.from({ length: 5 }, (_, index) => ({ uid: 'u2', friend: `u${index + 3}` }));
  const mixed = star.flatMap((row, index) => [row, ...others.slice(index, index + 1)]);
  await using rig = await startRig({ users: users(61), friends: mixed });

  const { result } = await rig.run();

  expect(result?.counts.friends).toMatchObject({ created: 65, failed: 0 });
  expect(sendsOf(rig, 'users.friends.add')).toBe(4);
  expect(rig.plan.summary.kinds.friends.batches).toBe(4);
  expect(heldOf(rig, 'friends')).toHaveLength(65);
});

const faults: readonly { name: string; rule: FaultRule; landed: boolean }[] = [
  { name: 'a connection dropped after storing', rule: { fault: 'reset-after' }, landed: true },
  { name: '500 after storing', rule: { fault: 'status-after' }, landed: true },
  { name: '500 before storing', rule: { fault: 'status-before' }, landed: false },
  { name: '200 with an empty body', rule: { fault: 'empty-200' }, landed: true },
  { name: 'no answer at all', rule: { fault: 'silence' }, landed: true },
  { name: '429', rule: { fault: 'rate-limit', seconds: 7 }, landed: false },
];

describe.each(followUps)('%s', (kind) => {
  test.each(faults)('$name costs none of them and doubles none', async ({ rule }) => {
    const clock = new ManualClock();
    await using rig = await startRig(townWithFollowUps(), {
      clock,
      lanes: 1,
      answerTimeoutMs: 300,
      service: {
        faults: [{ ...rule, operation: operationOf[kind], when: { nth: 1 } }],
        now: () => clock.now(),
      },
    });

    const { result } = await rig.run();

    expect(result).toMatchObject({
      end: 'finished',
      counts: { [kind]: { failed: 0, unresolved: 0, pending: 0 } },
    });
    const { created, present, presentSame } = result!.counts[kind];
    expect(created + present).toBe(moved[kind].length);
    // Nothing proves whose they are.
    expect(present).toBe(presentSame);
    expect(heldOf(rig, kind)).toEqual(moved[kind]);
  });

  test('one of which the service fails again and again is given up, and no other', async () => {
    const clock = new ManualClock();
    const service = { now: () => clock.now() };
    await using rig = await startRig(townWithFollowUps(), { clock, lanes: 1, service });
    rig.service.setFaults([
      { fault: 'status-before', operation: operationOf[kind], when: { from: 1, to: 3 } },
    ]);

    const { result } = await rig.run({ maxFailures: 'none' });

    expect(result).toMatchObject({ end: 'finished' });
    expect(result?.counts[kind]).toMatchObject({ failed: 1, created: moved[kind].length - 1 });
  });

  test('a run that ends without the answer sends the rest when it is started again', async () => {
    await using rig = await startRig(townWithFollowUps(), { lanes: 1 });
    rig.service.setFaults([{ fault: 'silence', operation: operationOf[kind], when: { nth: 1 } }]);
    const now = new AbortController();
    const watch = setInterval(() => sendsOf(rig, operationOf[kind]) > 0 && now.abort(), 1);
    await rig.run({}, { stop: { now: now.signal } });
    clearInterval(watch);
    rig.service.setFaults([]);

    const { result } = await rig.run();

    expect(result).toMatchObject({
      end: 'finished',
      counts: { [kind]: { failed: 0, unresolved: 0, pending: 0 } },
    });
    expect(allHeld(rig)).toEqual(moved);
  });

  test('what the app had before is present and the same, after the ledger was lost too', async () => {
    await using rig = await startRig(townWithFollowUps());
    await rig.run();
    rig.forgetLedger();

    const { result } = await rig.run();

    expect(result?.end).toBe('finished');
    const { created, present, presentSame, failed } = result!.counts[kind];
    expect(failed).toBe(0);
    expect(created + present).toBe(moved[kind].length);
    expect(presentSame).toBe(present);
    expect(allHeld(rig)).toEqual(moved);
  });
});

test('a reaction whose request was lost is added, although another user has added the same', async () => {
  const reactions = ['u1', 'u2'].map((uid) => ({ muid: 'm1', uid, reaction: '👍' }));
  await using rig = await startRig(
    { users: users(2), messages: messages(1, 2), reactions },
    { lanes: 1, clock: new ManualClock() },
  );
  const operation = operationOf.reactions;
  rig.service.setFaults([{ fault: 'reset-before', operation, when: { nth: 2 } }]);

  const { result } = await rig.run();

  expect(heldOf(rig, 'reactions')).toEqual(['m1 u1 👍', 'm1 u2 👍']);
  expect(result).toMatchObject({ end: 'finished', counts: { reactions: { created: 2 } } });
});

test('friends who were there before are not compared, and so not the same, when their lists cannot be read', async () => {
  await using rig = await startRig({
    users: users(3),
    friends: [
      { uid: 'u1', friend: 'u2' },
      { uid: 'u1', friend: 'u3' },
    ],
  });
  await rig.run();
  rig.forgetLedger();
  // Stopped after they were sent, and before they are compared.
  await rig.run(
    {},
    {
      onEvent: (event) =>
        event.type === 'batch-settled' && event.kind === 'friends' ? 'enough' : undefined,
    },
  );
  rig.service.db.exec("UPDATE users SET deactivated_at = 1 WHERE uid IN ('u1', 'u2')");

  const { result } = await rig.run();

  expect(result?.counts.friends).toMatchObject({
    present: 2,
    presentByThisJob: 0,
    presentSame: 1,
    presentDifferent: 0,
  });
});

const needed: readonly { kind: FollowUp; lost: number; skipped: number }[] = [
  { kind: 'friends', lost: 1, skipped: 2 },
  { kind: 'reactions', lost: 2, skipped: 2 },
  { kind: 'blocks', lost: 6, skipped: 2 },
];

test.each(needed)(
  'the $kind of a user that failed are skipped, and a retry makes up for it',
  async ({ kind, lost, skipped }) => {
    await using rig = await startRig(townWithFollowUps(), { lanes: 1, recordsPerRequest: 1 });
    rig.service.setFaults([
      {
        fault: 'refuse-records',
        code: 'ERR_BAD_REQUEST',
        operation: 'dataImport.users',
        when: { nth: lost },
      },
    ]);
    const first = await rig.run({ maxFailures: 'none' });
    rig.service.setFaults([]);

    expect(first.result?.counts[kind]).toMatchObject({ skipped });
    const causes = rig
      .withLedger((ledger) => [...failedRecords(ledger)])
      .filter((record) => record.kind === kind);
    expect(causes).toHaveLength(skipped);
    expect(causes[0]).toMatchObject({
      code: 'NEEDS_OTHER_RECORD',
      message: expect.stringContaining(`users:u${lost} failed`),
    });

    rig.withLedger((ledger) => retry(ledger, Date.now()));
    const { result } = await rig.run();

    expect(result?.counts[kind]).toMatchObject({ skipped: 0, created: moved[kind].length });
    expect(heldOf(rig, kind)).toEqual(moved[kind]);
  },
);

test('a user whose role failed is skipped with the role as the cause', async () => {
  await using rig = await startRig(townWithFollowUps(), { lanes: 1 });
  rig.service.setFaults([
    {
      fault: 'status-before',
      status: 400,
      code: 'ERR_BAD_REQUEST',
      operation: 'roles.create',
      when: { nth: 1 },
    },
  ]);

  const { result } = await rig.run({ maxFailures: 'none' });

  expect(result?.counts).toMatchObject({
    roles: { created: 2, failed: 1 },
    users: { created: 4, skipped: 2 },
  });
  expect(rig.withLedger((ledger) => [...failedRecords(ledger)])).toContainEqual(
    expect.objectContaining({
      kind: 'users',
      id: 'u1',
      message: expect.stringContaining('roles:elder failed'),
    }),
  );
});

test('a role that the app has under another name is used when the export has no name for it', async () => {
  await using rig = await startRig(townWithFollowUps());
  rig.service.seed({ roles: [{ role: 'clerk', name: 'Office clerk' }] });

  const { result } = await rig.run();

  expect(result?.counts.roles).toMatchObject({ created: 2, present: 1, presentSame: 1 });
});

test('a role that the app has with another description stops the run before it writes', async () => {
  await using rig = await startRig(townWithFollowUps());
  rig.service.seed({ roles: [{ role: 'elder', name: 'Elder', description: 'Another' }] });

  const { result } = await rig.run();

  expect(result).toMatchObject({ end: 'stopped', reason: { code: 'present-differs' } });
  expect(result?.reason?.message).toContain('roles:elder');
  expect(rig.sends()).toEqual([]);
});
