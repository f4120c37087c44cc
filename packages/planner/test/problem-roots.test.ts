import { RecordBlockBuilder } from '@chatferry/contract';
import { expect, test } from 'vitest';
import { blockOf, compile, compileBlocks, group, member, message, NOW, user } from './rig.ts';

test('rows rejected because of rejected rows are listed with the problem of the latter', async () => {
  using planned = await compile({
    users: [user('ann'), user('bob', { createdAt: 17 }), user('kim', { createdAt: 18 })],
    groups: [group('g', { owner: 'bob' }), group('h', { owner: 'ann' })],
    members: [member('g', 'ann'), member('h', 'kim')],
    messages: [
      message('m1', 'bob', 'ann'),
      message('m2', 'ann', 'kim'),
      message('m3', 'ann', 'ann'),
    ],
  });

  const roots = planned.plan.problemRoots();

  expect(roots).toHaveLength(1);
  expect(roots[0]).toMatchObject({
    code: 'not-seconds',
    text: 'createdAt is not a time in UNIX seconds (ten digits): 2 users.',
    count: 2,
    variants: 1,
    fallen: { users: 0, groups: 1, members: 2, messages: 2 },
    example: { line: 3 },
  });
});

test('of users and groups with the same problem, each has the rows that fell with it', async () => {
  using planned = await compile({
    users: [user('ann'), user('bob', { createdAt: 17 })],
    groups: [group('g', { createdAt: 17 }), group('h')],
    members: [member('g', 'ann'), member('h', 'bob'), member('h', 'ann')],
    messages: [message('m1', 'bob', 'ann'), message('m2', 'bob', 'ann')],
  });

  const roots = planned.plan.problemRoots().map(({ example: { kind }, count, fallen }) => ({
    kind,
    count,
    fallen: { members: fallen.members, messages: fallen.messages },
  }));
  expect(roots).toEqual([
    { kind: 'users', count: 1, fallen: { members: 1, messages: 2 } },
    { kind: 'groups', count: 1, fallen: { members: 1, messages: 0 } },
  ]);
});

test('a group that is missing is not missing because of a rejected user with the same id', async () => {
  using planned = await compile({
    users: [user('ann'), user('x', { createdAt: 17 })],
    groups: [group('g')],
    messages: [message('m1', 'x', 'ann'), message('m2', 'ann', 'x', { receiverType: 'group' })],
  });

  expect(planned.plan.problemRoots().map(({ text }) => text)).toEqual([
    'createdAt is not a time in UNIX seconds (ten digits): 1 user.',
    'Group x is not in the export: 1 message.',
  ]);
});

test('thousands of missing users are one root with sums; a few are listed', async () => {
  const ghosts = Array.from({ length: 3000 }, (_, index) =>
    message(`m${index}`, `ghost${index}`, 'ann'),
  );
  using planned = await compile({
    users: [user('ann')],
    members: [member('x', 'ann'), member('x', 'ann', { joinedAt: NOW - 1 })],
    messages: ghosts,
  });

  expect(planned.plan.problemRoots().map(({ text, variants }) => [text, variants])).toEqual([
    ['3,000 users are not in the export: 3,000 messages.', 3000],
    ['Group x is not in the export: 2 memberships.', 1],
  ]);
});

test('up to three problems of a sort are listed one by one, each with the rows that fell with it', async () => {
  using planned = await compile({
    users: [user('ann'), ...['a', 'b', 'c'].map((field) => user(field, { [`extra-${field}`]: 1 }))],
    messages: ['a', 'b', 'b'].map((uid, index) => message(`m${index}`, uid, 'ann')),
  });

  expect(planned.plan.problemRoots().map(({ text, fallen }) => [text[6], fallen.messages])).toEqual(
    [
      ['b', 2],
      ['a', 1],
      ['c', 0],
    ],
  );
});

test('rejects come before warnings, however many these are', async () => {
  const text = 'Hi <@uid:gone>';
  using planned = await compile({
    users: [user('ann'), { uid: 'bob' }],
    messages: ['1', '2', '3'].map((muid) => message(muid, 'ann', 'ann', { data: { text } })),
  });

  expect(planned.plan.problemRoots().map(({ code }) => code)).toEqual([
    'missing-field',
    'unknown-mention',
  ]);
});

test('a row that names two missing users counts once, and a row with one problem twice is reported once', async () => {
  const senders = Array.from({ length: 10 }, (_, index) =>
    message(`m${index}`, `a${index}`, `b${index}`),
  );
  using planned = await compile({
    users: [user('ann', { createdAt: 1e20 })],
    messages: [...senders, message('again', 'a0', 'b0'), message('same', 'gone', 'gone')],
  });

  const gone = [...planned.plan.causes()].find(({ root }) => root?.id === 'gone');
  expect(gone).toMatchObject({ count: 1, rows: { messages: 1 } });
  expect(planned.rejects.filter(({ kind }) => kind === 'users')).toHaveLength(1);
  expect(planned.plan.problemRoots().map(({ text }) => text)).toEqual([
    '21 users are not in the export: 12 messages.',
    expect.stringMatching(/^createdAt .*: 1 user\.$/),
  ]);
});

test('one code in very many fields is one root', async () => {
  const users = Array.from({ length: 50 }, (_, index) =>
    user(`u${index}`, { [`column${index}`]: 1 }),
  );
  using planned = await compile({ users, messages: [message('m', 'u1', 'u2')] });

  expect(planned.plan.problemRoots()).toMatchObject([
    { code: 'unknown-field', variants: 50, count: 50, fallen: { messages: 1 } },
  ]);
});

test('a record that is missing where rows were filtered may be one of these', async () => {
  const users = new RecordBlockBuilder('users', 'users.csv');
  for (const reason of ['they are bots', 'they are bots']) users.filter(reason);
  const messages = ['x', 'y', 'z', 'w'].map((sender, index) => message(`m${index}`, sender, 'ann'));
  using planned = await compileBlocks([
    blockOf('users', [user('ann')]),
    users.take(),
    blockOf('messages', messages),
    blockOf('reactions', [{ muid: 'm9', uid: 'ann', reaction: '👍' }]),
  ]);

  const [sender, , , , muid] = planned.rejects.map(({ message: found }) => found);
  expect(sender).toContain('(it is not in the export, or was filtered)');
  expect(muid).toContain('(it is not in the export)');
  expect(planned.plan.problemRoots().map(({ text }) => text)).toEqual([
    '4 users are not in the export, or were filtered: 4 messages.',
    'Message m9 is not in the export: 1 reaction.',
  ]);
});
