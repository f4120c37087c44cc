import type { FaultRule } from '@chatferry/local-service';
import { expect, test } from 'vitest';
import { failedRecords, retry, type RunEvent } from '../src/index.ts';
import { ManualClock } from './support/manual-clock.ts';
import { type Rig, startRig } from './support/rig.ts';
import { lastMonth, town } from './support/rows.ts';

const deactivatedAt = lastMonth + 7 * 24 * 60 * 60;

/** The people with an even number are deactivated. */
function townWithDeactivated(people: number, messages: number): ReturnType<typeof town> {
  const rows = town(people, messages);
  return {
    ...rows,
    users: rows.users!.map((user, index) => (index % 2 === 1 ? { ...user, deactivatedAt } : user)),
  };
}

function deactivatedIn(rig: Rig): string[] {
  return rig.service.db
    .prepare('SELECT uid FROM users WHERE deactivated_at IS NOT NULL ORDER BY rowid')
    .all()
    .map(({ uid }) => uid as string);
}

function operationsOf(rig: Rig): string[] {
  return [...new Set(rig.service.requests.map(({ operation }) => String(operation)))];
}

test('deactivated users are imported active, and deactivated after all they have written, 25 a request', async () => {
  await using rig = await startRig(townWithDeactivated(60, 120), { lanes: 1 });

  const { result } = await rig.run();

  expect(result?.counts).toMatchObject({
    users: { created: 60 },
    members: { created: 59 },
    messages: { created: 120, pending: 0 },
    deactivations: { created: 30, failed: 0, pending: 0 },
  });
  expect(deactivatedIn(rig)).toEqual(Array.from({ length: 30 }, (_, index) => `u${2 * index + 2}`));
  expect(operationsOf(rig).at(-1)).toBe('users.deactivate');
  expect(
    rig.service.requests.filter(({ operation }) => operation === 'users.deactivate'),
  ).toHaveLength(2);

  rig.forgetLedger();
  const again = await rig.run();

  expect(again.events).toContainEqual({ type: 'users-reactivated', users: 30 });
  expect(
    rig.service.requests.filter(({ operation }) => operation === 'users.reactivate'),
  ).toHaveLength(2);
  expect(again.result?.counts.deactivations).toMatchObject({ created: 30, present: 0 });
  expect(deactivatedIn(rig)).toHaveLength(30);
});

test('a user that was deactivated already counts as present, and one that is gone as failed', async () => {
  await using rig = await startRig(townWithDeactivated(6, 12));

  const { result } = await rig.run(
    {},
    {
      onEvent: (event) => {
        if (event.type !== 'kind-finished' || event.kind !== 'messages') return;
        rig.service.db.exec("UPDATE users SET deactivated_at = 1 WHERE uid = 'u2'");
        rig.service.db.exec("PRAGMA foreign_keys = OFF; DELETE FROM users WHERE uid = 'u4'");
      },
    },
  );

  expect(result?.counts.deactivations).toMatchObject({ created: 1, present: 1, failed: 1 });
  expect(rig.withLedger((ledger) => [...failedRecords(ledger)])).toMatchObject([
    { kind: 'deactivations', id: 'u4', code: 'ERR_UID_NOT_FOUND' },
  ]);
});

test('the deactivation of a user that failed is skipped with the user as the cause, and a retry makes up for it', async () => {
  const rows = townWithDeactivated(6, 0);
  await using rig = await startRig({
    users: rows.users!.map((user) => (user['uid'] === 'u2' ? { ...user, role: 'elder' } : user)),
  });

  const addRole = (): void => rig.service.seed({ roles: [{ role: 'elder', name: 'Elder' }] });
  addRole();

  const { result } = await rig.run(
    {},
    {
      onEvent: ({ type }) => {
        if (type === 'preflight-finished')
          rig.service.db.exec("DELETE FROM roles WHERE role = 'elder'");
      },
    },
  );

  expect(result?.counts).toMatchObject({
    users: { created: 5, failed: 1 },
    deactivations: { created: 2, skipped: 1 },
  });
  expect(rig.withLedger((ledger) => [...failedRecords(ledger)])).toMatchObject([
    { kind: 'users', id: 'u2' },
    {
      kind: 'deactivations',
      id: 'u2',
      code: 'NEEDS_OTHER_RECORD',
      message: expect.stringContaining('users:u2 failed'),
    },
  ]);

  addRole();
  rig.withLedger((ledger) => retry(ledger, Date.now()));
  const again = await rig.run();

  expect(again.result?.counts).toMatchObject({
    users: { created: 6 },
    deactivations: { created: 3, skipped: 0 },
  });
  expect(deactivatedIn(rig).toSorted()).toEqual(['u2', 'u4', 'u6']);
});

const faults: readonly { name: string; rule: FaultRule; counts: object }[] = [
  {
    name: 'a connection dropped after deactivating',
    rule: { fault: 'reset-after', operation: 'users.deactivate', when: { nth: 1 } },
    counts: { created: 0, present: 3, presentByThisJob: 0, presentSame: 3 },
  },
  {
    name: '500 before deactivating',
    rule: { fault: 'status-before', operation: 'users.deactivate', when: { nth: 1 } },
    counts: { created: 3, present: 0 },
  },
  {
    name: '200 with an empty body',
    rule: { fault: 'empty-200', operation: 'users.deactivate', when: { nth: 1 } },
    counts: { present: 3, presentByThisJob: 0, presentSame: 3 },
  },
  {
    name: '429',
    rule: { fault: 'rate-limit', seconds: 7, operation: 'users.deactivate', when: { nth: 1 } },
    counts: { created: 3, present: 0 },
  },
];

test.each(faults)(
  '$name is sent again, and nothing proves that an earlier send did it',
  async ({ rule, counts }) => {
    const clock = new ManualClock();
    await using rig = await startRig(townWithDeactivated(6, 6), {
      clock,
      answerTimeoutMs: 300,
      service: { faults: [rule], now: () => clock.now() },
    });

    const { result } = await rig.run();

    expect(result).toMatchObject({
      end: 'finished',
      counts: { deactivations: { ...counts, failed: 0, unresolved: 0, pending: 0 } },
    });
    expect(deactivatedIn(rig)).toEqual(['u2', 'u4', 'u6']);
  },
);

test('a run that was stopped before the deactivations resumes with them', async () => {
  await using rig = await startRig(townWithDeactivated(6, 6));
  await rig.run(
    {},
    {
      onEvent: (event) =>
        event.type === 'kind-finished' && event.kind === 'messages' ? 'enough' : undefined,
    },
  );
  expect(deactivatedIn(rig)).toEqual([]);

  const { result } = await rig.run();

  expect(result?.counts.deactivations).toMatchObject({ created: 3, pending: 0 });
  expect(deactivatedIn(rig)).toHaveLength(3);
});

test('a message that failed is retried after the deactivations: its sender is active for it, and deactivated again in the end', async () => {
  await using rig = await startRig(townWithDeactivated(60, 120), { lanes: 1 });
  rig.service.setFaults([
    { fault: 'refuse-records', code: 'ERR_BAD_REQUEST', operation: 'dataImport.messages' },
  ]);
  const first = await rig.run({ maxFailures: 'none' });
  rig.service.setFaults([]);
  expect(first.result?.counts).toMatchObject({
    messages: { created: 0, failed: 120 },
    deactivations: { created: 30 },
  });

  rig.withLedger((ledger) => retry(ledger, Date.now()));
  const { result, events } = await rig.run();

  expect(result?.counts).toMatchObject({
    messages: { created: 120, failed: 0 },
    deactivations: { created: 30, pending: 0, failed: 0 },
  });
  expect(deactivatedIn(rig)).toHaveLength(30);
  expect(events).toContainEqual({ type: 'users-reactivated', users: 30 });
});

test('a user whom an operator deactivated during the run is deactivated again after a retry', async () => {
  await using rig = await startRig(townWithDeactivated(6, 12), { lanes: 1 });
  rig.service.setFaults([
    { fault: 'refuse-records', code: 'ERR_BAD_REQUEST', operation: 'dataImport.messages' },
  ]);
  const onEvent = (event: RunEvent): void => {
    if (event.type === 'kind-finished' && event.kind === 'messages')
      rig.service.db.exec("UPDATE users SET deactivated_at = 1 WHERE uid = 'u2'");
  };
  const first = await rig.run({ maxFailures: 'none' }, { onEvent });
  rig.service.setFaults([]);
  rig.withLedger((ledger) => retry(ledger, Date.now()));

  const { result } = await rig.run();

  expect(first.result?.counts.deactivations).toMatchObject({ created: 2, present: 1 });
  expect(result?.counts.messages).toMatchObject({ created: 12 });
  expect(deactivatedIn(rig)).toEqual(['u2', 'u4', 'u6']);
});

test('a retry that is stopped after it has reactivated users deactivates them when it is resumed', async () => {
  await using rig = await startRig(townWithDeactivated(6, 12), { lanes: 1 });
  rig.service.setFaults([
    { fault: 'refuse-records', code: 'ERR_BAD_REQUEST', operation: 'dataImport.messages' },
  ]);
  await rig.run({ maxFailures: 'none' });
  rig.service.setFaults([]);
  rig.withLedger((ledger) => retry(ledger, Date.now()));
  await rig.run(
    {},
    { onEvent: ({ type }) => (type === 'users-reactivated' ? 'enough' : undefined) },
  );

  const { result } = await rig.run();

  expect(result?.counts).toMatchObject({
    messages: { created: 12, pending: 0 },
    deactivations: { created: 3, pending: 0 },
  });
  expect(deactivatedIn(rig)).toEqual(['u2', 'u4', 'u6']);
});

test('users whose reactivation was not answered are deactivated in the end', async () => {
  await using rig = await startRig(townWithDeactivated(6, 12), { lanes: 1 });
  rig.service.setFaults([
    { fault: 'refuse-records', code: 'ERR_BAD_REQUEST', operation: 'dataImport.messages' },
  ]);
  await rig.run({ maxFailures: 'none' });
  rig.withLedger((ledger) => retry(ledger, Date.now()));
  rig.service.setFaults([
    {
      fault: 'status-after',
      operation: 'users.reactivate',
      status: 401,
      code: 'AUTH_ERR_NO_ACCESS',
    },
  ]);
  const stopped = await rig.run();
  expect(stopped.result).toMatchObject({ end: 'stopped' });
  expect(deactivatedIn(rig)).toEqual([]);
  rig.service.setFaults([]);

  const { result } = await rig.run();

  expect(result).toMatchObject({
    end: 'finished',
    counts: {
      messages: { created: 12, pending: 0 },
      deactivations: { created: 3, pending: 0 },
    },
  });
  expect(deactivatedIn(rig)).toEqual(['u2', 'u4', 'u6']);
});

test('a run with nothing left to send reactivates no user', async () => {
  await using rig = await startRig(townWithDeactivated(6, 12));
  await rig.run();
  const before = rig.service.requests.length;

  const { result } = await rig.run();

  expect(result).toMatchObject({ end: 'finished' });
  expect(rig.service.requests).toHaveLength(before);
});

test('a second run of the same export finds its deactivated users the same, and sends what they had not written yet', async () => {
  const rows = townWithDeactivated(6, 24);
  await using rig = await startRig(rows);
  await using other = await startRig({ ...rows, messages: rows.messages!.slice(0, 12) });
  const { baseUrl, apiKey } = rig.service;
  await other.run({}, { baseUrl, apiKey });
  expect(deactivatedIn(rig)).toHaveLength(3);

  const { result } = await rig.run();

  expect(result).toMatchObject({
    end: 'finished',
    counts: {
      users: { present: 6, presentSame: 6 },
      messages: { created: 12, presentSame: 12, failed: 0 },
      deactivations: { failed: 0, pending: 0 },
    },
  });
  expect(deactivatedIn(rig)).toEqual(['u2', 'u4', 'u6']);
});

test('a retry of friendships alone reactivates their users first, and deactivates none whom others have reactivated', async () => {
  await using rig = await startRig({
    users: townWithDeactivated(4, 0).users!,
    friends: [
      { uid: 'u1', friend: 'u4' },
      { uid: 'u3', friend: 'u4' },
    ],
  });
  rig.service.setFaults([
    {
      fault: 'status-before',
      operation: 'users.friends.add',
      status: 400,
      code: 'ERR_BAD_REQUEST',
      when: { nth: 1 },
    },
  ]);
  const first = await rig.run();
  expect(first.result?.counts).toMatchObject({
    friends: { created: 1, failed: 1 },
    deactivations: { created: 2 },
  });

  rig.service.db.exec("UPDATE users SET deactivated_at = NULL WHERE uid = 'u2'");
  rig.withLedger((ledger) => retry(ledger, Date.now()));
  const again = await rig.run();

  expect(again.result?.counts.friends).toMatchObject({ created: 2, failed: 0 });
  expect(deactivatedIn(rig)).toEqual(['u4']);
});
