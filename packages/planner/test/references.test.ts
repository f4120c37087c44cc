import { expect, test } from 'vitest';
import {
  batchesOf,
  compile,
  group,
  groupMessage,
  member,
  message,
  NOW,
  plannedIds,
  type Planned,
  recordsOf,
  user,
} from './rig.ts';

/** The messages about the problems of a plan. */
const texts = ({ summary }: Planned): string[] => summary.problems.map(({ text }) => text);

test('all rows that a missing user costs are reported as one problem', async () => {
  using planned = await compile({
    users: [user('ann')],
    groups: [group('g', { owner: 'u17' }), group('h')],
    members: [member('g', 'ann'), member('h', 'u17')],
    messages: [
      groupMessage('m1', 'ann', 'g'),
      message('m2', 'ann', 'u17'),
      message('m3', 'u17', 'ann'),
      groupMessage('m4', 'u17', 'h'),
    ],
  });

  expect(texts(planned)).toEqual([
    'User u17 is not in the export: 1 group, 2 memberships, 4 messages.',
  ]);
  const [cause] = planned.summary.problems;
  expect(cause).toMatchObject({
    code: 'missing-user',
    severity: 'reject',
    root: { kind: 'users', id: 'u17', reason: 'not-in-export' },
    rows: { users: 0, groups: 1, members: 2, messages: 4 },
    count: 7,
    example: { kind: 'groups', id: 'g', file: 'groups.csv', line: 2, field: 'owner', value: 'u17' },
  });
  expect(plannedIds(planned.plan, 'messages')).toEqual([]);
});

test('a user whose row was rejected is reported with the line and the reason', async () => {
  using planned = await compile({
    users: [user('ann'), { uid: 'u17', name: '' }],
    messages: [message('m1', 'ann', 'u17')],
  });

  expect(texts(planned)).toContain(
    'User u17 is missing because its row was rejected (empty-field at users.csv:3): 1 message.',
  );
  expect(planned.rejects.find(({ id }) => id === 'm1')).toEqual({
    cause: 2,
    kind: 'messages',
    id: 'm1',
    file: 'messages.csv',
    line: 2,
    code: 'missing-user',
    field: 'receiver',
    value: 'u17',
    message:
      'receiver names a user that is not in the plan (it was rejected: empty-field at users.csv:3).',
    fix: expect.any(String),
    row: JSON.stringify({
      muid: 'm1',
      sender: 'ann',
      receiverType: 'user',
      receiver: 'u17',
      sentAt: NOW - 1000,
      data: { text: 'text of m1' },
      category: 'message',
      type: 'text',
    }),
  });
});

test('a missing group is a separate root', async () => {
  using planned = await compile({
    users: [user('ann')],
    groups: [group('bad', { type: 'secret' })],
    members: [member('g', 'ann'), member('bad', 'ann')],
    messages: [groupMessage('m1', 'ann', 'g')],
  });

  expect(texts(planned)).toEqual([
    'Group g is not in the export: 1 membership, 1 message.',
    'type is not one of the values the service takes: 1 group.',
    'Group bad is missing because its row was rejected (bad-value at groups.csv:2): 1 membership.',
  ]);
});

test('a row with two missing references has two problems and counts once', async () => {
  using planned = await compile({ users: [user('ann')], messages: [message('m1', 'x', 'y')] });

  expect(planned.rejects.map(({ field, value }) => [field, value])).toEqual([
    ['sender', 'x'],
    ['receiver', 'y'],
  ]);
  expect(planned.summary.kinds.messages).toMatchObject({ rows: 1, rejected: 1, planned: 0 });
});

test('a record that contains its user or group needs no row for it', async () => {
  using planned = await compile({
    groups: [group('g', { owner: 'olga', groupOwnerDetails: user('olga') })],
    members: [member('h', 'mia', { groupDetails: group('h'), userDetails: user('mia') })],
    messages: [
      groupMessage('m1', 'olga', 'g'),
      groupMessage('m2', 'mia', 'h'),
      message('m3', 'sam', 'rita', {
        senderUserDetails: user('sam'),
        receiverUserDetails: user('rita'),
      }),
      message('m4', 'sam', 'olga'),
      message('m5', 'x', 'olga', { senderUserDetails: user('y') }),
    ],
  });

  expect(planned.rejects.map(({ id, value }) => [id, value])).toEqual([
    ['m4', 'sam'],
    ['m5', 'x'],
  ]);
});

test('the owner of a group counts as a member of it', async () => {
  using planned = await compile({
    users: [user('ann'), user('bob')],
    groups: [group('g', { owner: 'ann' })],
    messages: [groupMessage('m1', 'ann', 'g'), groupMessage('m2', 'bob', 'g')],
  });

  expect(texts(planned)).toEqual([
    'sender is not a member of the group the message was sent to: 1 message.',
  ]);
});

test('a sender who is not a member is a warning, or a reject with the rule reject', async () => {
  const rows = {
    users: [user('ann')],
    groups: [group('g')],
    messages: [groupMessage('m1', 'ann', 'g'), groupMessage('m2', 'ann', 'g')],
  };
  const tooLarge = groupMessage('m3', 'ann', 'g', { data: { text: 'x'.repeat(900) } });
  const own = groupMessage('m4', 'ann', 'own', { receiverGroupDetails: group('own') });

  using warned = await compile(
    { ...rows, messages: [...rows.messages, tooLarge] },
    { maxRequestBytes: 1024 },
  );
  using rejected = await compile(
    { ...rows, messages: [...rows.messages, own] },
    { senderNotMember: 'reject' },
  );

  expect(warned.rejects.map(({ id, code }) => [id, code])).toEqual([['m3', 'record-too-large']]);
  expect(warned.summary.kinds.messages).toMatchObject({ planned: 2, warnings: 2, rejected: 1 });
  expect(warned.summary.problems[0]).toMatchObject({
    code: 'not-a-member',
    severity: 'warning',
    count: 2,
  });
  expect(rejected.rejects.map(({ code }) => code)).toEqual(['not-a-member', 'not-a-member']);
  expect(rejected.summary.kinds.messages).toMatchObject({ planned: 1, warnings: 0, rejected: 2 });
});

test('joinedAt before the creation of group and user is dropped, or rejected', async () => {
  const [early, late] = [NOW - 9000, NOW - 1000];
  const rows = {
    users: [user('ann', { createdAt: early }), user('bob', { createdAt: late }), user('cy')],
    groups: [group('old', { createdAt: early }), group('new', { createdAt: late }), group('ever')],
    members: [
      member('old', 'ann', { joinedAt: early }),
      member('old', 'bob', { joinedAt: early }),
      member('new', 'ann', { joinedAt: early }),
      member('new', 'bob', { joinedAt: late }),
      member('new', 'cy'),
      member('ever', 'cy', { joinedAt: early }),
      member('ever', 'bob', { joinedAt: early }),
    ],
  };

  using planned = await compile(rows);
  const memberships = [...planned.plan.batches('members', 0)].flatMap(recordsOf);
  expect(planned.rejects).toEqual([]);
  expect(memberships).toEqual([
    member('old', 'ann', { memberId: 'old_member_ann', joinedAt: early }),
    member('old', 'bob', { memberId: 'old_member_bob' }),
    member('new', 'ann', { memberId: 'new_member_ann' }),
    member('new', 'bob', { memberId: 'new_member_bob', joinedAt: late }),
    member('new', 'cy', { memberId: 'new_member_cy' }),
    member('ever', 'cy', { memberId: 'ever_member_cy', joinedAt: early }),
    member('ever', 'bob', { memberId: 'ever_member_bob' }),
  ]);
  expect(planned.dropped.map(({ id, field, code }) => [id, field, code])).toEqual([
    ['old_member_bob', 'joinedAt', 'joined-too-early'],
    ['new_member_ann', 'joinedAt', 'joined-too-early'],
    ['ever_member_bob', 'joinedAt', 'joined-too-early'],
  ]);

  using strict = await compile(rows, { badOptional: 'reject' });
  expect(strict.rejects.map(({ id, code, message: warning }) => [id, code, warning])).toEqual([
    [
      'old_member_bob',
      'joined-too-early',
      `joinedAt is before the user or the group was created, which the service refuses (user created ${late}, group created ${early}).`,
    ],
    ['new_member_ann', 'joined-too-early', expect.stringContaining(`group created ${late}`)],
    ['ever_member_bob', 'joined-too-early', expect.stringContaining(`(user created ${late}).`)],
  ]);
});

test('a group with more than 300 members is reported once', async () => {
  const users = Array.from({ length: 301 }, (_, index) => user(`u${index}`));
  using planned = await compile({
    users,
    groups: [group('small'), group('large'), group('large')],
    members: [
      ...users.slice(1).map(({ uid }) => member('small', uid as string)),
      ...users.map(({ uid }) => member('large', uid as string)),
      member('large', 'u0'),
    ],
  });

  expect(planned.summary.kinds.groups.warnings).toBe(1);
  expect(planned.summary.problems).toMatchObject([
    {
      code: 'large-group',
      example: { id: 'large', line: 3, message: expect.stringContaining('301 members') },
    },
  ]);
});

test('a deactivated user is planned active, and deactivated in a batch after all other kinds', async () => {
  const { plan, summary } = await compile({
    users: [
      { uid: 'ann', name: 'Ann', deactivatedAt: 1_700_000_000 },
      { uid: 'bob', name: 'Bob' },
      { uid: 'bob', name: 'Bob', deactivatedAt: 1_700_000_000 },
    ],
  });

  expect(plannedIds(plan, 'deactivations')).toEqual(['ann']);
  expect(batchesOf(plan, 'users').map(({ body }) => Buffer.from(body).toString())).toEqual([
    '{"users":{"ann":{"uid":"ann","name":"Ann"},"bob":{"uid":"bob","name":"Bob"}}}',
  ]);
  // Only one of the two rows of bob has the field, so they are not the same.
  expect(summary.kinds.users).toMatchObject({ planned: 2, merged: 0, rejected: 1 });
  expect(summary.kinds.deactivations).toMatchObject({ rows: 1, made: 1, planned: 1, batches: 1 });
  expect(batchesOf(plan, 'deactivations')[0]!.origins).toEqual([{ file: 'users.csv', line: 2 }]);
});
