import { join } from 'node:path';
import { createClient } from '@chatferry/client';
import { byKind, CHANGED, changeRecords, type Kind, type Row } from '@chatferry/contract';
import type { FaultRule } from '@chatferry/local-service';
import { describe, expect, test } from 'vitest';
import {
  type ComparedRecord,
  compareKind,
  failedRecords,
  retry,
  type HeldCounts,
  liveOperations,
  liveText,
} from '../src/index.ts';
import { ManualClock } from './support/manual-clock.ts';
import type { Rows } from './support/make-plan.ts';
import { type Rig, type RigShape, startRig } from './support/rig.ts';
import { lastMonth } from './support/rows.ts';

const user = { uid: 'ann', name: 'Ann', tags: ['old'], metadata: { a: 1 }, role: 'elder' };
const group = { guid: 'den', name: 'Den', type: 'public', owner: 'ann', createdAt: lastMonth };
const text = {
  muid: 'm1',
  sender: 'ann',
  receiver: 'den',
  receiverType: 'group',
  category: 'message',
  type: 'text',
  data: { text: 'Hello' },
  sentAt: lastMonth + 100,
};
const joinedAt = lastMonth + 10;
const roles = [{ role: 'elder', name: 'Elder' }];
const member = { memberId: 'den_member_bob', guid: 'den', uid: 'bob', scope: 'participant' };

/** What a service held before the changes. */
const before: Rows = {
  roles,
  users: [{ ...user, avatar: 'https://x.org/old', createdAt: lastMonth }, ...people()],
  groups: [group],
  members: [
    { ...member, joinedAt },
    { guid: 'den', uid: 'cy', isBanned: true },
    { guid: 'den', uid: 'dee', joinedAt },
  ],
  messages: [text],
};

function people(): Row[] {
  return ['bob', 'cy', 'dee'].map((uid) => ({ uid, name: uid, createdAt: lastMonth }));
}

const changes: readonly [Kind, Row, readonly string[]][] = [
  ['roles', { role: 'elder', name: 'The elder' }, ['name']],
  [
    'users',
    { uid: 'ann', name: 'Anna', tags: ['new'], link: 'https://x.org/ann' },
    ['name', 'avatar', 'metadata', 'tags', 'role', 'link'],
  ],
  ['groups', { ...group, name: 'The den', type: 'password', password: 'pw' }, ['name', 'type']],
  ['members', { ...member, scope: 'moderator' }, ['scope']],
  [
    'members',
    { memberId: 'den_member_dee', guid: 'den', uid: 'dee', isBanned: true },
    ['isBanned'],
  ],
  ['members', { memberId: 'den_member_cy', guid: 'den', uid: 'cy', joinedAt }, ['isBanned']],
  [
    'messages',
    { ...text, data: { text: 'Bye', metadata: { b: 2 } }, tags: ['t'] },
    ['data.text', 'data.metadata', 'tags'],
  ],
];

/** The rows of a plan that makes these changes; `users` that are deactivated are reactivated first. */
function planned(of: typeof changes): Rows {
  const records = of.flatMap(([kind, row, changed]) => changeRecords(kind, row, changed));
  const rows = Map.groupBy(records, ({ kind }) => kind);
  return Object.fromEntries(
    [...rows].map(([kind, found]) => [kind, found.map(({ row }) => structuredClone(row))]),
  );
}

/** A service that holds `before`, and a plan of all changes. */
async function startChanges(shape: RigShape = {}): Promise<Rig> {
  const rig = await startRig(planned(changes), shape);
  await using other = await startRig(before);
  await other.run({}, { baseUrl: rig.service.baseUrl, apiKey: rig.service.apiKey });
  return rig;
}

function heldBy({ service: { db } }: Rig): unknown {
  const one = (sql: string): unknown => db.prepare(sql).get();
  return {
    role: one("SELECT name FROM roles WHERE role = 'elder'"),
    user: one("SELECT name, avatar, link, role, metadata, tags FROM users WHERE uid = 'ann'"),
    group: one("SELECT name, type, password FROM groups WHERE guid = 'den'"),
    members: db.prepare("SELECT uid, scope FROM members WHERE uid <> 'ann' ORDER BY uid").all(),
    bans: db.prepare('SELECT uid FROM bans').all(),
    message: one("SELECT data, tags, sent_at FROM messages WHERE muid = 'm1'"),
  };
}

const changed = {
  role: { name: 'The elder' },
  user: {
    name: 'Anna',
    avatar: null,
    link: 'https://x.org/ann',
    role: 'default',
    metadata: null,
    tags: '["new"]',
  },
  group: { name: 'The den', type: 'password', password: 'pw' },
  members: [{ uid: 'bob', scope: 'moderator' }],
  bans: [{ uid: 'dee' }],
  message: {
    data: JSON.stringify({ text: 'Bye', metadata: { b: 2 } }),
    tags: '["t"]',
    sent_at: lastMonth + 100,
  },
};

test('changes make the app hold the records as they are to be, each with one request', async () => {
  await using rig = await startChanges();

  const { result } = await rig.run();

  expect(result).toMatchObject({
    end: 'finished',
    counts: {
      roleUpdates: { created: 1 },
      userUpdates: { created: 1 },
      groupUpdates: { created: 1 },
      memberUpdates: { created: 2 },
      messageEdits: { created: 1 },
      unbans: { created: 1 },
    },
  });
  expect(heldBy(rig)).toEqual(changed);
});

const faults: readonly { name: string; rule: FaultRule }[] = [
  { name: 'a connection dropped after the change', rule: { fault: 'reset-after' } },
  { name: '500 after the change', rule: { fault: 'status-after' } },
  { name: '500 before the change', rule: { fault: 'status-before' } },
  { name: '200 with an empty body', rule: { fault: 'empty-200' } },
  { name: '429', rule: { fault: 'rate-limit', seconds: 7 } },
];
const operations = [
  'roles.update',
  'users.update',
  'groups.update',
  'groups.members.changeScope',
  'groups.bannedUsers.ban',
  'messages.update',
];

test.each(faults)(
  '$name at the first request of each operation costs no change',
  async ({ rule }) => {
    const clock = new ManualClock();
    await using rig = await startChanges({
      clock,
      lanes: 1,
      service: { now: () => clock.now() },
    });
    rig.service.setFaults(
      operations.map((operation) => ({ ...rule, operation, when: { nth: 1 } })),
    );

    const { result } = await rig.run();

    expect(result?.end).toBe('finished');
    expect(rig.withLedger((ledger) => [...failedRecords(ledger)])).toEqual([]);
    expect(heldBy(rig)).toEqual(changed);
    const { unresolved, failed, presentDifferent } = result!.counts.memberUpdates;
    expect(unresolved + failed + presentDifferent).toBe(0);
  },
);

test.each(faults)(
  'after $name at the lifting of a ban, the bans are read before it is lifted once more: a new ban may be there',
  async ({ rule }) => {
    const clock = new ManualClock();
    await using rig = await startChanges({ clock, service: { now: () => clock.now() } });
    const operation = 'groups.bannedUsers.unban';
    rig.service.setFaults([{ ...rule, operation, when: { nth: 1 } }]);
    const isLifted = !['status-before', 'rate-limit'].includes(rule.fault);
    const sent = (): number => rig.sends().filter((each) => each.operation === operation).length;

    await rig.run();

    const left = rig.withLedger((ledger) => [...failedRecords(ledger)]);
    const inDoubt = rule.fault === 'status-before';
    expect(left.map(({ kind, code }) => [kind, code])).toEqual(
      inDoubt ? [['unbans', 'MAY_BE_MADE_ANEW']] : [],
    );
    expect(sent()).toBe(isLifted || inDoubt ? 1 : 2);
    // The operator asks for it.
    rig.withLedger((ledger) => retry(ledger, clock.now()));
    await rig.run();
    expect(sent()).toBe(isLifted ? 1 : 2);
    expect(heldBy(rig)).toEqual(changed);
  },
);

test.each([
  ['roles.update', 'roleUpdates'],
  ['users.update', 'userUpdates'],
  ['groups.update', 'groupUpdates'],
  ['groups.members.changeScope', 'memberUpdates'],
  ['messages.update', 'messageEdits'],
] as const)(
  'of the changes, only the %s of which the service fails again and again is given up',
  async (operation, kind) => {
    const clock = new ManualClock();
    await using rig = await startChanges({ clock, lanes: 1, service: { now: () => clock.now() } });
    const when = { from: 1, to: 3 };
    rig.service.setFaults([{ fault: 'status-before', operation, when }]);

    const { result } = await rig.run({ maxFailures: 'none' });

    expect(result?.end).toBe('finished');
    const failed = Object.entries(result!.counts).filter((each) => each[1].failed > 0);
    expect(failed).toEqual([[kind, expect.objectContaining({ failed: 1 })]]);
  },
);

test('users who are deactivated are reactivated before anything else is changed', async () => {
  await using rig = await startRig({
    reactivations: [{ uid: 'bob' }, { uid: 'cy' }, { uid: 'nemo' }],
    userUpdates: [{ uid: 'bob', name: 'Robert', [CHANGED]: ['name'] }],
  });
  rig.service.seed({ users: people() });
  rig.service.db.exec("UPDATE users SET deactivated_at = 1 WHERE uid = 'bob'");

  const { result } = await rig.run();

  expect(result?.counts.reactivations).toMatchObject({ created: 1, presentSame: 1, failed: 1 });
  expect(result?.counts.userUpdates).toMatchObject({ created: 1 });
});

test('an edit of a message that the app does not hold is skipped, and one that was sent live is found', async () => {
  const live = { ...text, muid: 'live', data: { text: 'Bye' }, [CHANGED]: ['data.text'] };
  await using rig = await startRig({ messageEdits: [{ ...live }, { ...live, muid: 'gone' }] });
  rig.service.seed({
    users: [{ uid: 'ann', name: 'Ann' }],
    groups: [{ guid: 'den', name: 'Den', type: 'public', owner: 'ann' }],
    messages: [{ ...text, muid: 'live', sentAt: lastMonth + 5000 }],
  });

  const { result } = await rig.run();

  expect(result?.counts.messageEdits).toMatchObject({ created: 1, skipped: 1 });
  expect(rig.withLedger((ledger) => [...failedRecords(ledger)])).toMatchObject([
    { id: 'gone', code: 'NEEDS_OTHER_RECORD', message: 'messages:gone is not in the service.' },
  ]);
});

test('edits of messages are live operations, which a run asks for', async () => {
  await using rig = await startChanges();

  const { result } = await rig.run({ allowsLive: false });

  expect(result).toMatchObject({
    end: 'stopped',
    reason: {
      code: 'live-not-allowed',
      message: expect.stringMatching(/^The plan has 1 message edit, which/),
    },
  });
  expect(heldBy(rig)).toMatchObject({ user: { name: 'Anna' }, message: { tags: '[]' } });
});

test('live operations are named in the singular and the plural', () => {
  const counts = byKind((kind) => ({
    planned: { friends: 1, reactions: 2 }[kind as string] ?? 0,
  }));

  expect(liveText(liveOperations(counts))).toBe('2 reactions and 1 friendship');
});

describe('compared with the app', () => {
  test('changes that landed are the same, and others of the kind do not count', async () => {
    await using rig = await startChanges();
    await rig.run();
    rig.service.db.exec("UPDATE groups SET name = 'Other'");
    rig.service.db.exec("UPDATE members SET scope = 'admin' WHERE uid = 'bob'");

    const found: Record<string, unknown> = {};
    for (const kind of ['userUpdates', 'groupUpdates', 'memberUpdates', 'messageEdits'] as const) {
      const results: unknown[] = [];
      const counts = await compareIn(rig, kind, ({ planned: { id }, is, differences }) =>
        results.push([id, is, ...differences.map(({ field }) => field)]),
      );
      found[kind] = { ...counts, results };
    }

    expect(found).toEqual({
      userUpdates: {
        held: 1,
        landedBefore: 0,
        others: 0,
        isWhole: false,
        extraExamples: [],
        results: [['ann', 'same']],
      },
      groupUpdates: {
        held: 1,
        landedBefore: 0,
        others: 0,
        isWhole: false,
        extraExamples: [],
        results: [['den', 'different', 'name']],
      },
      memberUpdates: {
        held: 2,
        landedBefore: 0,
        others: 0,
        isWhole: false,
        extraExamples: [],
        results: [
          ['den_member_bob', 'different', 'scope'],
          ['den_member_dee', 'same'],
        ],
      },
      messageEdits: {
        held: 1,
        landedBefore: 0,
        others: 0,
        isWhole: false,
        extraExamples: [],
        results: [['m1', 'same']],
      },
    });
  });
});

async function compareIn(
  rig: Rig,
  kind: Kind,
  onResult: (result: ComparedRecord) => unknown,
): Promise<HeldCounts> {
  const { appId, baseUrl, apiKey } = rig.service;
  await using client = createClient({ appId, baseUrl, apiKey });
  const spool = join(rig.folder, 'held');
  return await compareKind({ client, plan: rig.plan, kind, spool, onResult });
}
