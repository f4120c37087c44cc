import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createClient } from '@chatferry/client';
import { expect, test } from 'vitest';
import { findRemovals, openLedger, type OwnCounts } from '../src/index.ts';
import type { Rows } from './support/make-plan.ts';
import { type Rig, somewhere, startRig } from './support/rig.ts';
import { lastMonth, messages, users } from './support/rows.ts';

interface Found {
  readonly counts: OwnCounts;
  /** As `kind:id`. */
  readonly removals: readonly string[];
  readonly unsure: readonly string[];
  readonly notRestored: readonly string[];
  /** As `kind:id record`. */
  readonly foreign: readonly string[];
}

/** What an undo of the job of a rig finds. */
async function removalsOf(rig: Rig): Promise<Found> {
  const { appId, baseUrl, apiKey } = rig.service;
  await using client = createClient({ appId, baseUrl, apiKey });
  using ledger = openLedger(rig.ledgerPath, rig.plan, somewhere);
  const [removals, unsure, notRestored, foreign] = [[], [], [], []] as string[][];
  const counts = await findRemovals({
    client,
    plan: rig.plan,
    ledger,
    spool: join(rig.folder, 'held'),
    signal: new AbortController().signal,
    onRemoval: ({ kind, id }) => removals!.push(`${kind}:${id}`),
    onUnsure: (kind, id) => unsure!.push(`${kind}:${id}`),
    onNotRestored: ({ kind, id }) => notRestored!.push(`${kind}:${id}`),
    onForeign: (of, id, record) => foreign!.push(`${of}:${id} ${record}`),
  });
  return {
    counts,
    removals: removals!.toSorted(),
    unsure: unsure!.toSorted(),
    notRestored: notRestored!,
    foreign: foreign!.toSorted(),
  };
}

const group = { name: 'Group', type: 'public', owner: 'u1', createdAt: lastMonth } as const;

test('among what was there before, only what the job added is removed, and what it cannot tell apart is named', async () => {
  const [message] = messages(1, 2);
  const reaction = { muid: 'm1', uid: 'u2', reaction: '👍' };
  const held: Rows = {
    users: users(3),
    groups: [{ guid: 'old', ...group }],
    messages: [message!],
    reactions: [reaction],
  };
  const rows: Rows = {
    ...held,
    users: users(3).map((user) =>
      user['uid'] === 'u3' ? { ...user, deactivatedAt: lastMonth } : user,
    ),
    groups: ['old', 'new'].map((guid) => ({ guid, ...group, description: 'Words' })),
    members: [
      { guid: 'old', uid: 'u3' },
      { guid: 'old', uid: 'u2', isBanned: true },
    ],
  };
  await using rig = await startRig(rows);
  await using other = await startRig(held);
  const { baseUrl, apiKey } = rig.service;
  await other.run({}, { baseUrl, apiKey });
  await rig.run();
  // Others have let the banned user in again, and the owner of the new group is its member.
  rig.service.db.exec('DELETE FROM bans');
  const members = [
    { memberId: 'old_member_u2', guid: 'old', uid: 'u2' },
    { memberId: 'new_member_u1', guid: 'new', uid: 'u1' },
  ];
  rig.service.seed({ users: [{ uid: 'z', name: 'Z' }], members });
  rig.service.db.exec("UPDATE users SET deactivated_at = 1 WHERE uid = 'z'");

  const found = await removalsOf(rig);

  expect(found).toMatchObject({
    removals: ['groups:new', 'members:old_member_u3'],
    unsure: ['deactivations:u3', 'members:old_member_u2'],
    notRestored: ['descriptions:old'],
    foreign: [],
    counts: { users: 0, groups: 1, members: 2, descriptions: 2, deactivations: 1 },
  });
});

test('what users of the job have to do with others is named, and their friends are removed although no list shows them', async () => {
  const rows: Rows = {
    users: users(3).map((user) =>
      user['uid'] === 'u3' ? user : { ...user, deactivatedAt: lastMonth },
    ),
    friends: [{ uid: 'u1', friend: 'u2' }],
  };
  await using rig = await startRig(rows);
  await rig.run();
  rig.service.seed({
    users: [{ uid: 'z', name: 'Z' }],
    groups: [{ guid: 'theirs', name: 'Theirs', type: 'public', owner: 'z' }],
    members: [{ memberId: 'theirs_member_u3', guid: 'theirs', uid: 'u3' }],
  });

  const found = await removalsOf(rig);

  expect(found).toMatchObject({
    removals: [
      'deactivations:u1',
      'deactivations:u2',
      'friends:u1_friend_u2',
      'users:u1',
      'users:u2',
      'users:u3',
    ],
    unsure: [],
    foreign: ['users:u3 members:theirs_member_u3'],
  });
});

test('of what has no known outcome, a user and a membership are removed if they have the date of the plan, and bans and blocks are named', async () => {
  const joinedAt = lastMonth + 60;
  const held: Rows = { users: users(3), groups: [{ guid: 'old', ...group }] };
  const rows: Rows = {
    ...held,
    users: users(5),
    members: [
      ...['u1', 'u2', 'u3'].map((uid) => ({ guid: 'old', uid, joinedAt })),
      { guid: 'old', uid: 'u4', isBanned: true },
    ],
    blocks: [
      { uid: 'u1', blocked: 'u4' },
      { uid: 'u1', blocked: 'u2' },
    ],
  };
  await using rig = await startRig(rows);
  await using other = await startRig(held);
  const { baseUrl, apiKey } = rig.service;
  await other.run({}, { baseUrl, apiKey });
  await rig.run();
  using ledger = new DatabaseSync(rig.ledgerPath);
  // As a retry leaves them that has not sent them yet.
  ledger.exec(
    "UPDATE batches SET marks = replace(marks, 'c', 'r'), state = 'open' WHERE kind <> 'groups'",
  );
  // They joined at another time than the plan says.
  rig.service.db.exec("UPDATE members SET joined_at = joined_at + 5 WHERE uid IN ('u1', 'u2')");
  // Others have removed a user since.
  rig.service.db.exec("DELETE FROM users WHERE uid = 'u5'");
  // Bans by others: of u2, a member of the plan, and of z, who is in no plan.
  rig.service.seed({
    users: [{ uid: 'z', name: 'Z' }],
    bans: ['u2', 'z'].map((uid) => ({ guid: 'old', uid })),
  });

  const found = await removalsOf(rig);

  expect(found).toMatchObject({
    removals: ['members:old_member_u3', 'users:u4'],
    unsure: [
      'blocks:u1_blocks_u2',
      'blocks:u1_blocks_u4',
      ...['u1', 'u2', 'u4'].map((uid) => `members:old_member_${uid}`),
    ],
  });
});
