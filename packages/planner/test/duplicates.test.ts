import { column, COLUMNS } from '@chatferry/contract';
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
  plannedIds,
  recordsOf,
  user,
} from './rig.ts';

test('a row that repeats another is merged, with its fields in any order', async () => {
  using planned = await compile({
    users: [
      { uid: 'ann', name: 'Ann', metadata: { a: 1, b: [1, 2] } },
      { uid: 'ann', name: 'Ann', metadata: { a: 1, b: [1, 2] } },
      { metadata: { b: [1, 2], a: 1 }, name: 'Ann', uid: 'ann' },
    ],
  });

  expect(planned.rejects).toEqual([]);
  expect(planned.summary.kinds.users).toMatchObject({ rows: 3, planned: 1, merged: 2 });
});

test('of two rows with one id and different content the first is planned, and both lines are reported', async () => {
  using planned = await compile({
    users: [user('ann'), user('bob'), user('ann', { name: 'Other', role: 'x' })],
  });

  expect(planned.rejects).toMatchObject([
    {
      id: 'ann',
      file: 'users.csv',
      line: 4,
      code: 'duplicate-id',
      field: 'uid',
      value: 'ann',
      message:
        'uid is used by an earlier row with other content (users.csv:2, differs in name, role).',
      row: '{"uid":"ann","name":"Other","role":"x"}',
    },
  ]);
  expect(planned.plan.batch(1).origins.map(({ line }) => line)).toEqual([2, 3]);
});

const contradiction = [
  user('ann', { name: 'First', createdAt: NOW - 9000 }),
  user('ann', { name: 'Second', createdAt: NOW - 9000 }),
  user('ann', { name: 'First', createdAt: NOW - 9000 }),
  user('ann', { name: 'Last', createdAt: NOW - 1000 }),
];

test('the last row can be planned instead', async () => {
  using planned = await compile({ users: contradiction }, { duplicates: 'last' });

  expect(planned.rejects.map(({ line, message: warning }) => [line, warning])).toEqual([
    [
      4,
      'uid is used by a later row with other content, which is planned (users.csv:5, differs in name, createdAt).',
    ],
    [3, expect.stringContaining('users.csv:5')],
    [2, expect.stringContaining('users.csv:5')],
  ]);
  expect(recordsOf(planned.plan.batch(1))).toMatchObject([{ name: 'Last' }]);
});

test('memberships are checked against the row that is planned', async () => {
  const rows = {
    users: contradiction,
    groups: [group('g')],
    members: [member('g', 'ann', { joinedAt: NOW - 5000 })],
  };

  using first = await compile(rows, { duplicates: 'first' });
  using last = await compile(rows, { duplicates: 'last' });

  expect(plannedIds(first.plan, 'members')).toEqual(['g_member_ann']);
  expect(first.dropped).toEqual([]);
  expect(last.dropped).toMatchObject([{ id: 'g_member_ann', code: 'joined-too-early' }]);
  expect(plannedIds(last.plan, 'members')).toEqual(['g_member_ann']);
});

test('with the rule reject, none of the rows is planned, and records that refer to them are rejected', async () => {
  using planned = await compile(
    { users: [user('bob'), ...contradiction], messages: [message('m1', 'bob', 'ann')] },
    { duplicates: 'reject' },
  );

  expect(planned.rejects.map(({ kind, line, code }) => [kind, line, code])).toEqual([
    ['users', 4, 'duplicate-id'],
    ['users', 3, 'duplicate-id'],
    ['users', 6, 'duplicate-id'],
    ['messages', 2, 'missing-user'],
  ]);
  expect(planned.rejects[0]!.message).toContain(
    'another row with other content, and neither is planned',
  );
  expect(planned.rejects[3]!.message).toContain('it was rejected: duplicate-id at users.csv:');
  expect(planned.summary.kinds.users).toMatchObject({
    rows: 5,
    planned: 1,
    merged: 1,
    rejected: 3,
  });
});

test('a row that was rejected for another reason does not block a valid one', async () => {
  using planned = await compile({
    users: [user('ann')],
    groups: [group('g', { owner: 'absent' }), group('g', { owner: 'ann' })],
  });

  expect(plannedIds(planned.plan, 'groups')).toEqual(['g']);
  expect(planned.rejects.map(({ line, code }) => [line, code])).toEqual([[2, 'missing-user']]);
});

test('of messages with one id the earlier row is planned, not the earlier time', async () => {
  using planned = await compile({
    users: [user('ann'), user('bob')],
    messages: [
      message('m1', 'ann', 'bob', { sentAt: NOW - 10 }),
      message('m2', 'ann', 'bob', { sentAt: NOW - 30 }),
      message('m1', 'ann', 'bob', { sentAt: NOW - 20 }),
      message('m1', 'ann', 'bob', { sentAt: NOW - 10 }),
    ],
  });

  expect(planned.rejects).toMatchObject([
    { line: 4, message: expect.stringContaining('messages.csv:2') },
  ]);
  expect(planned.summary.kinds.messages).toMatchObject({ planned: 2, merged: 1, rejected: 1 });
  expect(batchesOf(planned.plan, 'messages').flatMap(recordsOf)).toMatchObject([
    { muid: 'm2' },
    { muid: 'm1', sentAt: NOW - 10 },
  ]);
});

test('memberships of the same user in the same group are duplicates', async () => {
  using planned = await compile({
    users: [user('ann')],
    groups: [group('g')],
    members: [member('g', 'ann'), member('g', 'ann'), member('g', 'ann', { scope: 'admin' })],
  });

  expect(planned.summary.kinds.members).toMatchObject({ planned: 1, merged: 1, rejected: 1 });
  expect(planned.rejects[0]).toMatchObject({ code: 'duplicate-id', value: 'g_member_ann' });
});

test.each([
  { when: 'afterwards', inputBytes: 0 },
  { when: 'while rows are read', inputBytes: 1e9 },
])('two ids with the same hash stay two ids when batches are cut $when', async ({ inputBytes }) => {
  const block = blockOf('users', [user('ann'), user('bob'), user('bob'), user('ann'), user('cy')]);
  for (let index = 0; index < 4; index++) block.columns[index * COLUMNS + column.idHash] = 4711;

  using planned = await compileBlocks([block], { twoPersonGroups: 'keep' }, { inputBytes });

  expect(plannedIds(planned.plan, 'users').toSorted()).toEqual(['ann', 'bob', 'cy']);
  expect(planned.summary.kinds.users).toMatchObject({ planned: 3, merged: 2, rejected: 0 });
});

test('message ids that differ only in case are both planned, with a warning', async () => {
  using planned = await compile({
    users: [user('ann'), user('bob')],
    messages: [message('m1', 'ann', 'bob'), message('M1', 'ann', 'bob')],
  });

  expect(plannedIds(planned.plan, 'messages').toSorted()).toEqual(['M1', 'm1']);
  expect(planned.summary.problems).toMatchObject([{ code: 'similar-id', severity: 'warning' }]);
});

test('of three ids with the same hash, each repeated row is merged', async () => {
  const block = blockOf('users', [user('ann'), user('bob'), user('cy'), user('bob'), user('ann')]);
  for (let index = 0; index < 5; index++) block.columns[index * COLUMNS + column.idHash] = 4711;

  using planned = await compileBlocks([block]);

  expect(plannedIds(planned.plan, 'users').toSorted()).toEqual(['ann', 'bob', 'cy']);
  expect(planned.summary.kinds.users).toMatchObject({ planned: 3, merged: 2, rejected: 0 });
});

test('a deactivation stays with its user when a row before it is rejected and one after it repeats another', async () => {
  const deactivatedAt = NOW - 100;
  const tooLarge = user('big', { deactivatedAt, metadata: { text: 'x'.repeat(2000) } });

  using planned = await compile(
    {
      users: [user('cy'), tooLarge, user('ann', { deactivatedAt }), user('cy', { name: 'Cyril' })],
    },
    { maxRequestBytes: 1024 },
  );

  expect(planned.rejects.map(({ id }) => id)).toEqual(['big', 'cy']);
  expect(plannedIds(planned.plan, 'deactivations')).toEqual(['ann']);
});

test('a deactivation names the file of its user', async () => {
  const block = blockOf('users', [user('ann', { deactivatedAt: NOW - 5 })]);
  const other = blockOf('users', [user('bob', { deactivatedAt: NOW - 5 })]);
  using planned = await compileBlocks([block, { ...other, file: 'more.csv' }]);
  const made = { rows: 2, made: 2, madeBy: { deactivatedAt: 2 }, planned: 2 };
  expect(planned.summary.kinds.deactivations).toMatchObject(made);

  const origins = batchesOf(planned.plan, 'deactivations').flatMap((batch) => batch.origins);
  expect(origins).toEqual([
    { file: 'users.csv', line: 2 },
    { file: 'more.csv', line: 2 },
  ]);
});

test('a user whose other row is deactivated and not planned stays active', async () => {
  using planned = await compile({
    users: [user('ann'), user('ann', { deactivatedAt: NOW - 10 }), user('bob')],
  });

  expect(plannedIds(planned.plan, 'users')).toEqual(['ann', 'bob']);
  expect(plannedIds(planned.plan, 'deactivations')).toEqual([]);
});

test.each(['first', 'last', 'reject'] as const)(
  'an export of any size is planned alike with the rule %s',
  async (duplicates) => {
    const rows = {
      users: [user('ann'), user('bob', { name: 'B' }), user('cy'), user('bob', { name: 'Z' })],
      groups: [group('g', { name: 'G' }), group('g', { name: 'H' })],
    };
    using small = await compile(rows, { duplicates });
    using large = await compile(rows, { duplicates, inputBytes: 1e9 });

    expect(large.plan.id).toBe(small.plan.id);
    expect(large.summary.kinds).toEqual(small.summary.kinds);
  },
);

test('two rows of a user or group that differ only in what other records are made from are not merged', async () => {
  using planned = await compile({
    users: [user('ada', { deactivatedAt: NOW - 10 }), user('ada', { deactivatedAt: NOW - 5 })],
    groups: [group('g', { description: 'Here' }), group('g', { description: 'There' })],
  });

  expect(planned.rejects.map(({ kind, line, code }) => [kind, line, code])).toEqual([
    ['users', 3, 'duplicate-id'],
    ['groups', 3, 'duplicate-id'],
  ]);
});

test('a membership that is not planned makes no member: neither of two that differ, nor one over the limit', async () => {
  const rows = {
    users: ['ada', 'bob'].map((uid) => user(uid)),
    groups: [group('g'), group('h')],
    members: [
      member('g', 'ada', { scope: 'admin' }),
      member('g', 'ada'),
      member('g', 'bob', { joinedAt: NOW - 5 }),
      member('h', 'bob', { joinedAt: NOW }),
    ],
    messages: [
      groupMessage('m1', 'ada', 'g'),
      groupMessage('m2', 'bob', 'g'),
      groupMessage('m3', 'bob', 'h'),
    ],
  };

  using planned = await compile(rows, {
    duplicates: 'reject',
    senderNotMember: 'reject',
    limits: { groupsPerUser: 1 },
  });

  expect(
    planned.rejects.map(({ kind, line, code }) => `${kind} ${line} ${code}`).toSorted(),
  ).toEqual([
    'members 2 duplicate-id',
    'members 3 duplicate-id',
    'members 5 too-many-groups',
    'messages 2 not-a-member',
    'messages 4 not-a-member',
  ]);
});
