import { column, idHash } from '@chatferry/contract';
import { expect, test } from 'vitest';
import {
  batchesOf,
  blockOf,
  compile,
  compileBlocks,
  group,
  groupMessage,
  member,
  message,
  NOW,
  type Planned,
  plannedIds,
  recordsOf,
  user,
} from './rig.ts';

test('placeholders are made for missing users, named and tagged as such, and sent with the users', async () => {
  using planned = await compile(
    {
      users: [user('ann')],
      groups: [group('g', { owner: 'zoe' })],
      members: [member('g', 'max')],
      messages: [message('m1', 'ann', 'kim'), message('m2', 'kim', 'kim')],
    },
    { onMissingUser: 'placeholder', recordsPerRequest: 3, lanes: 2 },
  );

  expect(planned.rejects).toEqual([]);
  expect(batchesOf(planned.plan, 'users').flatMap(recordsOf)).toEqual([
    { uid: 'ann', name: 'User ann' },
    { uid: 'kim', name: 'Missing user kim', tags: ['chatferry-placeholder'] },
    { uid: 'max', name: 'Missing user max', tags: ['chatferry-placeholder'] },
    { uid: 'zoe', name: 'Missing user zoe', tags: ['chatferry-placeholder'] },
  ]);
  expect(planned.plan.batch(1).origins[1]).toEqual({ file: '(made by planning)', line: 0 });
});

test('a message that is too large needs no placeholder', async () => {
  const tooLarge = message('m1', 'kim', 'ann', { data: { text: 'x'.repeat(900) } });

  using planned = await compile(
    { users: [user('ann')], messages: [tooLarge] },
    { onMissingUser: 'placeholder', maxRequestBytes: 1024 },
  );

  expect(planned.rejects).toMatchObject([{ id: 'm1', code: 'record-too-large' }]);
  expect(plannedIds(planned.plan, 'users')).toEqual(['ann']);
});

test('placeholders are listed with the row that needs them first, and count as rows', async () => {
  using planned = await compile(
    { users: [user('ann')], messages: [message('m1', 'ann', 'kim'), message('m2', 'kim', 'ann')] },
    { onMissingUser: 'placeholder' },
  );

  expect([...planned.plan.madeRecords()]).toEqual([
    { kind: 'users', id: 'kim', rule: 'onMissingUser', file: 'messages.csv', line: 2 },
  ]);
  expect(planned.summary.kinds.users).toMatchObject({
    rows: 2,
    made: 1,
    madeBy: { onMissingUser: 1 },
    planned: 2,
    rejected: 0,
  });
});

test('a placeholder that is known with as many tags as the service takes is tagged as such nevertheless', async () => {
  const tags = Array.from({ length: 25 }, (_, index) => `t${index}`);
  const kim = { uid: 'kim', name: 'Kim', tags };
  using planned = await compile(
    { users: [user('ann')], messages: [message('m1', 'kim', 'ann', { senderUserDetails: kim })] },
    { onMissingUser: 'placeholder' },
  );

  const [, placeholder] = batchesOf(planned.plan, 'users').flatMap(recordsOf);
  expect(placeholder!['tags']).toEqual([...tags.slice(0, 24), 'chatferry-placeholder']);
});

test('a missing user who is both sender and receiver gets one placeholder', async () => {
  using planned = await compile(
    { users: [user('ann')], messages: [message('m1', 'kim', 'kim')] },
    { onMissingUser: 'placeholder' },
  );

  expect(planned.summary.kinds.users).toMatchObject({ rows: 2, planned: 2, merged: 0 });
  expect(plannedIds(planned.plan, 'users').toSorted()).toEqual(['ann', 'kim']);
});

test('a user whose row was rejected gets a placeholder as well', async () => {
  using planned = await compile(
    { users: [user('ann'), { uid: 'kim' }], messages: [message('m1', 'ann', 'kim')] },
    { onMissingUser: 'placeholder' },
  );

  expect(plannedIds(planned.plan, 'users')).toEqual(['ann', 'kim']);
  expect(planned.summary.kinds.users).toMatchObject({ rows: 3, planned: 2, rejected: 1 });
});

test('no placeholder is made for a row that is rejected for another reason', async () => {
  using planned = await compile(
    { users: [user('ann')], messages: [groupMessage('m1', 'kim', 'no-such-group')] },
    { onMissingUser: 'placeholder' },
  );

  expect(planned.rejects.map(({ code }) => code)).toEqual(['missing-group']);
  expect([...planned.plan.madeRecords()]).toEqual([]);
});

test('an export without users can be planned with placeholders alone', async () => {
  using planned = await compile(
    { messages: [message('m1', 'ann', 'bob')] },
    { onMissingUser: 'placeholder' },
  );

  expect(plannedIds(planned.plan, 'users')).toEqual(['ann', 'bob']);
  expect(planned.summary.usersWithoutMessages).toBe(0);
});

test('the name of a placeholder is truncated to the limit of the service, and well formed', async () => {
  const long = 'u'.repeat(100);
  const split = `${'x'.repeat(86)}👍`;
  using planned = await compile(
    {
      users: [user('ann')],
      messages: [message('m1', 'ann', long), message('m2', 'ann', split)],
    },
    { onMissingUser: 'placeholder', ids: 'map' },
  );

  const [, ...placeholders] = batchesOf(planned.plan, 'users').flatMap(recordsOf);
  expect(placeholders.map(({ name }) => name)).toEqual([
    `Missing user ${'u'.repeat(87)}`,
    `Missing user ${'x'.repeat(86)}\uFFFD`,
  ]);
});

test('a made user who is deactivated in details is planned active, and deactivated', async () => {
  const kim = { uid: 'kim', name: 'Kim', deactivatedAt: NOW - 5 };
  using planned = await compile(
    {
      users: [user('ann')],
      messages: [
        message('m1', 'ann', 'kim'),
        message('m2', 'kim', 'ann', { senderUserDetails: kim }),
      ],
    },
    { onMissingUser: 'placeholder' },
  );

  const users = batchesOf(planned.plan, 'users').flatMap(recordsOf);
  expect(users[1]).toEqual({ uid: 'kim', name: 'Kim', tags: ['chatferry-placeholder'] });
  const [batch] = batchesOf(planned.plan, 'deactivations');
  expect(recordsOf(batch!)).toEqual([{ uid: 'kim', deactivatedAt: NOW - 5 }]);
  expect(batch!.origins).toEqual([{ file: 'messages.csv', line: 2 }]);
});

test('a made user has only a name where the details leave little of a request', async () => {
  const kim = { uid: 'kim', name: 'Kim', metadata: { bio: 'x'.repeat(1500) } };
  using planned = await compile(
    { users: [user('ann')], messages: [message('m1', 'kim', 'ann', { senderUserDetails: kim })] },
    { onMissingUser: 'placeholder', maxRequestBytes: 2048 },
  );

  const users = batchesOf(planned.plan, 'users').flatMap(recordsOf);
  expect(users.map(({ name }) => name)).toEqual(['User ann', 'Missing user kim']);
});

test.each([
  [NOW - 5, NOW - 50, NOW - 5],
  [NOW - 50, NOW - 5, NOW - 5],
  [NOW - 50, NOW - 40, NOW - 20],
])(
  'a made membership begins no earlier than its user and its group: %#',
  async (ofUser, ofGroup, joinedAt) => {
    using planned = await compile(
      {
        users: [user('ann', { createdAt: ofUser })],
        groups: [group('chess', { createdAt: ofGroup })],
        messages: [groupMessage('m1', 'ann', 'chess', { sentAt: NOW - 20 })],
      },
      { senderNotMember: 'add' },
    );

    expect(batchesOf(planned.plan, 'members').flatMap(recordsOf)).toMatchObject([{ joinedAt }]);
  },
);

test('a placeholder has the name that the first record with the user contains', async () => {
  const kim = { uid: 'kim', name: 'Kim Lee' };
  using planned = await compile(
    {
      users: [user('ann')],
      groups: [group('g')],
      members: [member('g', 'max'), member('g', 'zoe')],
      messages: [
        message('m1', 'kim', 'ann'),
        message('m2', 'kim', 'ann', { senderUserDetails: kim }),
        message('m3', 'ann', 'kim', { receiverUserDetails: { uid: 'kim', name: 'K.' } }),
        message('m4', 'ann', 'max', {
          data: { text: 'senderUserDetails":{"uid":"zoe","name":"No"' },
          mentionedUserDetails: { max: { uid: 'max', name: 'Max' } },
        }),
      ],
    },
    { onMissingUser: 'placeholder' },
  );

  expect(batchesOf(planned.plan, 'users').flatMap(recordsOf).slice(1)).toEqual([
    { uid: 'kim', name: 'Kim Lee', tags: ['chatferry-placeholder'] },
    { uid: 'max', name: 'Max', tags: ['chatferry-placeholder'] },
    { uid: 'zoe', name: 'Missing user zoe', tags: ['chatferry-placeholder'] },
  ]);
});

const makeAll = {
  onMissingUser: 'placeholder',
  onMissingGroup: 'placeholder',
  senderNotMember: 'add',
} as const;

test('users, groups and memberships are made from messages alone, dated by the first message', async () => {
  using planned = await compile(
    {
      messages: [
        groupMessage('m1', 'ann', 'chess', { sentAt: NOW - 100 }),
        groupMessage('m2', 'bob', 'chess', { sentAt: NOW - 300 }),
        groupMessage('m3', 'ann', 'chess', { sentAt: NOW - 200 }),
      ],
    },
    makeAll,
  );

  expect(planned.rejects).toEqual([]);
  expect(batchesOf(planned.plan, 'groups').flatMap(recordsOf)).toEqual([
    {
      guid: 'chess',
      name: 'chess',
      type: 'private',
      createdAt: NOW - 300,
      tags: ['chatferry-placeholder'],
    },
  ]);
  expect(batchesOf(planned.plan, 'members').flatMap(recordsOf)).toEqual([
    { memberId: 'chess_member_ann', guid: 'chess', uid: 'ann', joinedAt: NOW - 200 },
    { memberId: 'chess_member_bob', guid: 'chess', uid: 'bob', joinedAt: NOW - 300 },
  ]);
  expect(plannedIds(planned.plan, 'users')).toEqual(['ann', 'bob']);
  expect(planned.summary.problems).toEqual([]);
  for (const [kind, madeBy] of [
    ['users', { onMissingUser: 2 }],
    ['groups', { onMissingGroup: 1 }],
    ['members', { senderNotMember: 2 }],
  ] as const) {
    const made = Object.values(madeBy)[0];
    expect(planned.summary.kinds[kind]).toMatchObject({ rows: made, made, madeBy, planned: made });
  }
  expect([...planned.plan.madeRecords()].map(({ kind, rule, line }) => [kind, rule, line])).toEqual(
    [
      ['groups', 'onMissingGroup', 2],
      ['members', 'senderNotMember', 2],
      ['members', 'senderNotMember', 3],
      ['users', 'onMissingUser', 2],
      ['users', 'onMissingUser', 3],
    ],
  );
});

test('rows win over made records: only what no row has is made', async () => {
  const ann = { uid: 'ann', name: 'A.' };
  const chess = { guid: 'chess', name: 'C.', type: 'public' };
  using planned = await compile(
    {
      users: [user('ann')],
      groups: [group('chess', { owner: 'ann', createdAt: NOW - 50 })],
      members: [member('chess', 'bob', { scope: 'admin' })],
      messages: [
        groupMessage('m1', 'ann', 'chess', { senderUserDetails: ann, receiverGroupDetails: chess }),
        groupMessage('m2', 'bob', 'chess'),
        groupMessage('m3', 'kim', 'chess'),
      ],
    },
    makeAll,
  );

  expect(batchesOf(planned.plan, 'users').flatMap(recordsOf)[0]).toEqual(user('ann'));
  expect(batchesOf(planned.plan, 'groups').flatMap(recordsOf)).toEqual([
    group('chess', { owner: 'ann', createdAt: NOW - 50 }),
  ]);
  expect(batchesOf(planned.plan, 'members').flatMap(recordsOf)).toEqual([
    { memberId: 'chess_member_bob', guid: 'chess', uid: 'bob', scope: 'admin' },
    // A membership cannot begin before its group.
    { memberId: 'chess_member_kim', guid: 'chess', uid: 'kim', joinedAt: NOW - 50 },
  ]);
});

test('a made group is dated by its first message, also where its senders are not members', async () => {
  using planned = await compile(
    {
      users: [user('ann')],
      messages: [50, 40, 10, 30].map((age, index) =>
        groupMessage(`m${index}`, 'ann', 'chess', { sentAt: NOW - age }),
      ),
    },
    { onMissingGroup: 'placeholder', senderNotMember: 'warn' },
  );
  using turned = await compile(
    {
      users: [user('ann')],
      messages: [30, 10, 40, 50].map((age, index) =>
        groupMessage(`m${index}`, 'ann', 'chess', { sentAt: NOW - age }),
      ),
    },
    { onMissingGroup: 'placeholder', senderNotMember: 'warn' },
  );

  for (const { plan } of [planned, turned])
    expect(batchesOf(plan, 'groups').flatMap(recordsOf)).toMatchObject([{ createdAt: NOW - 50 }]);
});

test('a made record has everything that the first record with its details carries', async () => {
  const kim = {
    uid: 'kim',
    name: 'Kim',
    avatar: 'https://a.example.org/k.png',
    createdAt: NOW - 5,
  };
  const chess = {
    guid: 'chess',
    name: 'Chess club',
    type: 'public',
    owner: 'max',
    tags: ['games'],
  };
  using planned = await compile(
    {
      messages: [
        groupMessage('m1', 'kim', 'chess', { sentAt: NOW - 20 }),
        groupMessage('m2', 'kim', 'chess', { senderUserDetails: kim, receiverGroupDetails: chess }),
        groupMessage('m3', 'max', 'go', {
          receiverGroupDetails: { guid: 'go', name: 'Go', type: 'public', owner: 'zoe' },
        }),
      ].map((row, index) => ({ ...row, sentAt: NOW - 20 + index })),
    },
    makeAll,
  );

  const users = batchesOf(planned.plan, 'users').flatMap(recordsOf);
  expect(users.map(({ uid }) => uid)).toEqual(['kim', 'max', 'zoe']);
  expect(users[0]).toEqual({ ...kim, createdAt: NOW - 20, tags: ['chatferry-placeholder'] });
  expect(batchesOf(planned.plan, 'groups').flatMap(recordsOf)).toEqual([
    { ...chess, createdAt: NOW - 20, tags: ['games', 'chatferry-placeholder'] },
    {
      guid: 'go',
      name: 'Go',
      type: 'public',
      owner: 'zoe',
      createdAt: NOW - 18,
      tags: ['chatferry-placeholder'],
    },
  ]);
});

test('a made group exists from the whole second of the first message, whatever fraction orders that', async () => {
  const block = blockOf('messages', [groupMessage('m1', 'kim', 'chess', { sentAt: NOW - 20 })]);
  block.columns[column.time]! += 0.75;

  using planned = await compileBlocks([block], makeAll);

  const made = batchesOf(planned.plan, 'groups').flatMap(recordsOf);
  expect(made).toMatchObject([{ guid: 'chess', createdAt: NOW - 20 }]);
});

test('a group is made for a membership, no later than the membership begins', async () => {
  using planned = await compile(
    {
      users: [user('ann'), user('bob'), user('kim')],
      members: [
        member('chess', 'ann', { joinedAt: NOW - 50 }),
        member('chess', 'bob', { joinedAt: NOW - 90 }),
        member('chess', 'kim'),
      ],
    },
    { onMissingGroup: 'placeholder' },
  );

  expect(planned.rejects).toEqual([]);
  expect(batchesOf(planned.plan, 'groups').flatMap(recordsOf)[0]).toMatchObject({
    guid: 'chess',
    createdAt: NOW - 90,
  });
});

function namesIn({ plan }: Planned, kind: 'users' | 'groups'): unknown[] {
  return batchesOf(plan, kind)
    .flatMap(recordsOf)
    .map(({ name, owner }) => [name, owner]);
}

test('a user and a group of one id are made with their own details, and no owner is made unless users are', async () => {
  const details = {
    senderUserDetails: { uid: 'chess', name: 'Chess player' },
    receiverGroupDetails: { guid: 'chess', name: 'Chess club', type: 'public', owner: 'zoe' },
  };
  const messages = [groupMessage('m1', 'chess', 'chess', details)];
  using both = await compile(
    { messages },
    { onMissingUser: 'placeholder', onMissingGroup: 'placeholder' },
  );
  using groupOnly = await compile(
    { users: [user('chess')], messages },
    { onMissingGroup: 'placeholder' },
  );

  expect(namesIn(both, 'users')).toEqual([
    ['Chess player', undefined],
    ['Missing user zoe', undefined],
  ]);
  expect(namesIn(both, 'groups')).toEqual([['Chess club', 'zoe']]);
  expect(namesIn(groupOnly, 'users')).toEqual([['User chess', undefined]]);
  expect(namesIn(groupOnly, 'groups')).toEqual([['Chess club', undefined]]);
});

test('a sender who may not write does not make a group', async () => {
  using planned = await compile(
    { users: [user('ann')], messages: [groupMessage('m1', 'ann', 'chess')] },
    { onMissingGroup: 'placeholder', senderNotMember: 'reject' },
  );

  expect(planned.rejects.map(({ code }) => code)).toEqual(['not-a-member']);
  expect([...planned.plan.madeRecords()]).toEqual([]);
});

test('every message of a sender who is not a member of a made group is a warning', async () => {
  using planned = await compile(
    {
      users: [user('ann')],
      messages: [groupMessage('m1', 'ann', 'chess'), groupMessage('m2', 'ann', 'chess')],
    },
    { onMissingGroup: 'placeholder' },
  );

  expect(planned.summary.problems.map(({ code, count }) => [code, count])).toEqual([
    ['not-a-member', 2],
  ]);
});

test('no membership is made beyond the limits: the sender stays a warning', async () => {
  using planned = await compile(
    {
      users: ['ann', 'bob', 'kim'].map((uid) => user(uid)),
      groups: [group('chess'), group('go')],
      members: [member('chess', 'ann')],
      messages: [
        groupMessage('m1', 'bob', 'chess'),
        groupMessage('m2', 'kim', 'chess'),
        groupMessage('m3', 'ann', 'go'),
      ],
    },
    { senderNotMember: 'add', limits: { membersPerGroup: 2, groupsPerUser: 1 } },
  );

  expect(plannedIds(planned.plan, 'members')).toEqual(['chess_member_ann', 'chess_member_bob']);
  expect(planned.summary.kinds.messages).toMatchObject({ planned: 3, warnings: 2 });
});

test('a membership that is not planned leaves its place in the group and for the user', async () => {
  using planned = await compile(
    {
      users: ['ann', 'bob', 'kim'].map((uid) => user(uid)),
      groups: ['chess', 'go', 'zen'].map((guid) => group(guid)),
      members: [member('chess', 'ann', { scope: 'admin' }), member('chess', 'ann')],
      messages: [
        groupMessage('m1', 'ann', 'go'),
        groupMessage('m2', 'ann', 'zen'),
        groupMessage('m3', 'bob', 'chess'),
        groupMessage('m4', 'kim', 'chess'),
      ],
    },
    {
      duplicates: 'reject',
      senderNotMember: 'add',
      limits: { membersPerGroup: 1, groupsPerUser: 1 },
    },
  );

  expect(plannedIds(planned.plan, 'members')).toEqual(['chess_member_bob', 'go_member_ann']);
});

test('a banned member is not added', async () => {
  using planned = await compile(
    {
      users: [user('ann')],
      groups: [group('chess')],
      members: [member('chess', 'ann', { isBanned: true })],
      messages: [groupMessage('m1', 'ann', 'chess')],
    },
    makeAll,
  );

  expect(planned.summary.kinds.members).toMatchObject({ rows: 1, made: 0, planned: 1 });
});

test('without made users, a sender who is only inside of messages is not added', async () => {
  const ann = { uid: 'ann', name: 'Ann' };
  using planned = await compile(
    {
      groups: [group('chess')],
      messages: [groupMessage('m1', 'ann', 'chess', { senderUserDetails: ann })],
    },
    { senderNotMember: 'add' },
  );

  expect(plannedIds(planned.plan, 'members')).toEqual([]);
  expect(planned.summary.kinds.messages).toMatchObject({ planned: 1, warnings: 1 });
});

test('large details fit into the batches of a plan', async () => {
  const metadata = { note: 'ä'.repeat(2000) };
  const messages = Array.from({ length: 60 }, (_, index) =>
    message(`m${index}`, 'ann', `u${index}`, {
      receiverUserDetails: { uid: `u${index}`, name: `U ${index}`, metadata },
    }),
  );
  const small = message('last', 'ann', 'v', { receiverUserDetails: { uid: 'v', name: 'V' } });
  using planned = await compile({ users: [user('ann')], messages: [...messages, small] }, makeAll);

  const made = batchesOf(planned.plan, 'users').flatMap(recordsOf).slice(1, -1);
  expect(made).toHaveLength(60);
  expect(made.every((each) => (each['metadata'] as { note: string }).note.length === 2000)).toBe(
    true,
  );
  planned.plan.check();
});

test('messages in another order make the same groups and memberships', async () => {
  const messages = [3, 1, 2].map((n) =>
    groupMessage(`m${n}`, `u${n % 2}`, 'g', { sentAt: NOW - n }),
  );
  using one = await compile({ messages }, makeAll);
  using other = await compile({ messages: messages.toReversed() }, makeAll);

  expect(other.plan.id).toBe(one.plan.id);
});

test('the time of a group without an owner is not taken for that of a made user', async () => {
  // The user whose place in the table a missing owner would take.
  const uid = Array.from({ length: 20_000 }, (_, index) => `u${index}`).find(
    (id) => (idHash(id) >>> 0) % 1024 === 0,
  )!;
  const details = { uid, name: 'Kim', createdAt: NOW - 500 };
  using planned = await compile(
    {
      users: [user('ann')],
      groups: [group('a', { owner: 'zoe' }), group('b', { createdAt: NOW - 900 })],
      messages: [message('m1', uid, 'ann', { senderUserDetails: details, sentAt: NOW - 100 })],
    },
    { onMissingUser: 'placeholder' },
  );

  const made = batchesOf(planned.plan, 'users').flatMap(recordsOf);
  expect(made.find((each) => each['uid'] === uid)).toMatchObject({ createdAt: NOW - 500 });
});
