import type { Row } from '@chatferry/contract';
import { expect, test } from 'vitest';
import {
  batchesOf,
  compile,
  type Planned,
  group,
  member,
  message,
  NOW,
  plannedIds,
  user,
} from './rig.ts';

const users = ['u1', 'u2', 'u3', 'u4'];
const limits = { membersPerGroup: 2, groupsPerUser: 10 };

test.each([0, 100 * 1024 * 1024])(
  'memberships beyond what a group can have are rejected, latest joinedAt first (input of %d bytes)',
  async (inputBytes) => {
    using planned = await compile(
      {
        users: users.map((uid) => user(uid)),
        groups: [group('g'), group('h')],
        members: [
          member('g', 'u1', { joinedAt: NOW - 10 }),
          member('g', 'u2'),
          member('g', 'u3', { joinedAt: NOW - 30 }),
          member('g', 'u4', { joinedAt: NOW - 20 }),
          member('h', 'u1'),
        ],
      },
      { limits, inputBytes },
    );

    expect(plannedIds(planned.plan, 'members').toSorted()).toEqual([
      'g_member_u3',
      'g_member_u4',
      'h_member_u1',
    ]);
    expect(
      planned.rejects.map(({ line, code, field, message: why }) => [line, code, field, why]),
    ).toEqual([
      [2, 'group-full', 'guid', expect.stringContaining('at most 2')],
      [3, 'group-full', 'guid', expect.stringContaining('at most 2')],
    ]);
    expect(planned.summary.kinds.members).toMatchObject({ rows: 5, planned: 3, rejected: 2 });
  },
);

test('a ban does not count as a member of the group', async () => {
  using planned = await compile(
    {
      users: users.map((uid) => user(uid)),
      groups: [group('g')],
      members: [
        member('g', 'u1', { isBanned: true }),
        member('g', 'u2', { isBanned: true }),
        member('g', 'u3'),
        member('g', 'u4'),
      ],
    },
    { limits },
  );

  expect(planned.rejects).toEqual([]);
});

test('memberships over the limit of a user are rejected, counted without those already rejected', async () => {
  using planned = await compile(
    {
      users: users.map((uid) => user(uid)),
      groups: ['a', 'b', 'c'].map((guid) => group(guid)),
      members: [
        member('a', 'u1', { joinedAt: NOW - 3 }),
        member('b', 'u1', { joinedAt: NOW - 2 }),
        member('c', 'u1', { joinedAt: NOW - 1 }),
        member('a', 'u2', { joinedAt: NOW - 9 }),
        member('a', 'u3', { joinedAt: NOW - 8 }),
      ],
    },
    { limits: { membersPerGroup: 2, groupsPerUser: 2 } },
  );

  expect(planned.rejects.map(({ id, code }) => `${id} ${code}`)).toEqual([
    'a_member_u1 group-full',
  ]);
});

test('a user in too many groups is reported', async () => {
  using planned = await compile(
    {
      users: [user('u1')],
      groups: ['a', 'b', 'c'].map((guid) => group(guid)),
      members: ['c', 'b', 'a'].map((guid) => member(guid, 'u1')),
    },
    { limits: { membersPerGroup: 10, groupsPerUser: 2 } },
  );

  expect(planned.rejects).toMatchObject([
    { id: 'a_member_u1', code: 'too-many-groups', field: 'uid' },
  ]);
  expect(planned.rejects[0]!.message).toContain('at most 2');
});

function warnings(planned: Planned): string[] {
  return planned.summary.problems
    .filter(({ severity }) => severity === 'warning')
    .map(({ code, count, example }) => `${code} ${count} ${example.line} ${example.id}`);
}

test('mentions of users who are not in the plan are a warning', async () => {
  const longest = 'k'.repeat(100);
  const text = `Hi <@uid:kim> and <@uid:bob>, "<@uid:${longest}>" <@uid:x${longest}>`;
  using planned = await compile({
    users: [user('ann'), user('bob')],
    messages: [
      message('m1', 'ann', 'bob'),
      message('m2', 'ann', 'bob', { data: { text } }),
      // It is not sent.
      message('m3', 'ann', 'kim', { data: { text } }),
    ],
  });

  expect(warnings(planned)).toEqual(['unknown-mention 2 3 m2']);
});

test.each<[string, object]>([
  ['mentionedUserDetails', { mentionedUserDetails: { kim: { uid: 'kim', name: 'Kim' } } }],
  ['senderUserDetails', { sender: 'kim', senderUserDetails: { uid: 'kim', name: 'Kim' } }],
  ['receiverUserDetails', { receiver: 'kim', receiverUserDetails: { uid: 'kim', name: 'Kim' } }],
])('a message that brings the mentioned user along in %s is no warning', async (_field, own) => {
  const mention = { data: { text: 'Hi <@uid:kim>' } };
  using planned = await compile({
    users: [user('ann'), user('bob')],
    messages: [
      message('m1', 'ann', 'bob', { ...mention, ...own }),
      message('m2', 'ann', 'bob', mention),
    ],
  });

  expect(plannedIds(planned.plan, 'messages')).toEqual(['m1', 'm2']);
  expect(warnings(planned)).toEqual(['unknown-mention 1 3 m2']);
});

test('message ids that differ only in case are a warning, and two messages', async () => {
  using planned = await compile({
    users: [user('ann'), user('bob')],
    messages: ['m-4', 'x', 'M-4', 'm-4'].map((muid) => message(muid, 'ann', 'bob')),
  });

  expect(plannedIds(planned.plan, 'messages').toSorted()).toEqual(['M-4', 'm-4', 'x']);
  expect(planned.summary.kinds.messages).toMatchObject({ merged: 1, rejected: 0 });
  expect(warnings(planned)).toEqual(['similar-id 1 4 M-4']);
});

test('addresses with a temporary access token are a warning, which does not show the token', async () => {
  using planned = await compile({
    users: [user('ann'), user('bob')],
    messages: [
      message('m1', 'ann', 'bob', file('https://x.org/a.png?size=2')),
      message(
        'm2',
        'ann',
        'bob',
        file('https://x.org/a.png?X-Amz-Signature=secret', 'https://x.org/b.png'),
      ),
      message('m3', 'ann', 'bob', file('https://x.org/a.png?a=1&token=secret')),
    ],
  });

  expect(warnings(planned)).toEqual(['signed-url 2 3 m2']);
  expect(JSON.stringify(planned.summary)).not.toContain('secret');
});

function file(...urls: string[]): Row {
  const one = { name: 'a', mimeType: 'image/png', extension: 'png' };
  return { type: 'image', data: { attachments: urls.map((url) => ({ url, ...one })) } };
}

test('memberships that are merged or rejected do not count', async () => {
  using planned = await compile(
    {
      users: users.map((uid) => user(uid)),
      groups: [group('g')],
      members: [
        member('g', 'u1', { joinedAt: NOW - 40 }),
        member('g', 'u1', { joinedAt: NOW - 40 }),
        member('g', 'u1', { joinedAt: NOW - 30 }),
        member('g', 'u2', { joinedAt: NOW - 20 }),
        member('g', 'u3', { joinedAt: NOW - 10 }),
      ],
    },
    { limits },
  );

  expect(plannedIds(planned.plan, 'members')).toEqual(['g_member_u1', 'g_member_u2']);
  expect(planned.rejects.map(({ line, code }) => [line, code])).toEqual([
    [4, 'duplicate-id'],
    [6, 'group-full'],
  ]);
  expect(planned.summary.kinds.members).toMatchObject({ merged: 1, rejected: 2, planned: 2 });
});

test('friendships beyond what one of the two may have are rejected, those that come first are kept', async () => {
  const pairs = [
    ['u1', 'u2', 'u1_friend_u2'],
    ['u3', 'u1', 'u1_friend_u3'],
    ['u1', 'u4', 'u1_friend_u4'],
    ['u4', 'u2', 'u2_friend_u4'],
    ['u2', 'u3', 'u2_friend_u3'],
    ['u3', 'u4', 'u3_friend_u4'],
    ['u5', 'u8', 'u5_friend_u8'],
    ['u6', 'u8', 'u6_friend_u8'],
    ['u7', 'u8', 'u7_friend_u8'],
  ];
  using planned = await compile(
    {
      users: [...users, 'u5', 'u6', 'u7', 'u8'].map((uid) => user(uid)),
      friends: [...pairs, pairs[0]!].map(([uid, friend, friendshipId]) => ({
        uid,
        friend,
        friendshipId,
      })),
    },
    { limits: { ...limits, friendsPerUser: 2 } },
  );

  // A request names one user.
  const requests = batchesOf(planned.plan, 'friends').map(({ records }) => records);
  expect(requests.toSorted((one, other) => one - other)).toEqual([1, 1, 1, 1, 2]);
  // u1 has two, then u2, then u3 and u4.
  expect(plannedIds(planned.plan, 'friends').toSorted()).toEqual([
    'u1_friend_u2',
    'u1_friend_u3',
    'u2_friend_u4',
    'u3_friend_u4',
    'u5_friend_u8',
    'u6_friend_u8',
  ]);
  expect(planned.rejects.map(({ code, id, field }) => `${code} ${id} ${field}`)).toEqual([
    'too-many-friends u1_friend_u4 uid',
    'too-many-friends u2_friend_u3 uid',
    'too-many-friends u7_friend_u8 friend',
  ]);
});
