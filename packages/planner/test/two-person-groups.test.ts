import { DatabaseSync } from 'node:sqlite';
import { problem, type Row } from '@chatferry/contract';
import { expect, test } from 'vitest';
import {
  batchesOf,
  blockOf,
  compile,
  compileBlocks,
  type Export,
  group,
  groupMessage,
  member,
  message,
  NOW,
  plannedIds,
  recordsOf,
  user,
} from './rig.ts';

const users = [user('ann'), user('bob'), user('cy')];

/** A group of two with a message from each of them. */
const chat: Export = {
  users,
  groups: [group('chat', { owner: 'bob', name: 'chat' }), group('team')],
  members: [
    member('chat', 'ann'),
    member('team', 'ann'),
    member('chat', 'bob'),
    member('team', 'bob'),
    member('team', 'cy'),
  ],
  messages: [
    groupMessage('m1', 'ann', 'chat', { sentAt: NOW - 40 }),
    groupMessage('m2', 'bob', 'chat', { sentAt: NOW - 30 }),
    groupMessage('m3', 'cy', 'team', { sentAt: NOW - 20 }),
    message('m4', 'bob', 'ann', { sentAt: NOW - 10 }),
  ],
};

test('a group of two stays a group unless the rules say otherwise', async () => {
  using planned = await compile(chat);

  expect(planned.summary.directConversations).toBe(0);
  expect(plannedIds(planned.plan, 'groups')).toEqual(['chat', 'team']);
});

test('a group of two becomes a direct conversation, in one lane with their other messages', async () => {
  using planned = await compile(chat, { twoPersonGroups: 'direct' });

  const sent = batchesOf(planned.plan, 'messages').flatMap((batch) =>
    recordsOf(batch).map(({ muid, sender, receiverType, receiver }) => [
      muid,
      [sender, receiverType, receiver].join(' '),
      batch.lane,
    ]),
  );
  const lane = sent.find(([muid]) => muid === 'm1')?.[2];
  expect(sent.filter(([muid]) => muid !== 'm3')).toEqual([
    ['m1', 'ann user bob', lane],
    ['m2', 'bob user ann', lane],
    ['m4', 'bob user ann', lane],
  ]);
  expect(plannedIds(planned.plan, 'groups')).toEqual(['team']);
  expect(plannedIds(planned.plan, 'members')).toHaveLength(3);
});

test('a redirected message keeps all but what is about the group', async () => {
  const details = { uid: 'ann', name: 'Ann' };
  const more = {
    sentAt: NOW - 40,
    readAt: NOW - 9,
    tags: ['t'],
    data: { text: 'Hi <@uid:bob>', metadata: { a: 1 } },
    senderUserDetails: details,
    mentionedUserDetails: { bob: { uid: 'bob', name: 'Bob' } },
  };
  const ofGroup = {
    receiverGroupDetails: { guid: 'chat', name: 'Chat', type: 'public' },
    receiverGroupOwnerDetails: { uid: 'bob', name: 'Bob' },
  };
  using planned = await compile(
    { ...chat, messages: [groupMessage('m1', 'ann', 'chat', { ...more, ...ofGroup })] },
    { twoPersonGroups: 'direct' },
  );

  const [batch] = batchesOf(planned.plan, 'messages');
  const [sent] = recordsOf(batch!);
  expect(sent).toMatchObject({ muid: 'm1', receiver: 'bob', receiverType: 'user', ...more });
  expect(Object.keys(sent!)).not.toEqual(expect.arrayContaining(['receiverGroupDetails']));
  expect(Object.keys(sent!)).not.toEqual(expect.arrayContaining(['receiverGroupOwnerDetails']));
});

test('messages of one second stay in the order of its fractions', async () => {
  const messages = ['m1', 'm2', 'm3'].map((muid) => groupMessage(muid, 'ann', 'chat'));
  using planned = await compile(
    { ...chat, messages },
    { twoPersonGroups: 'direct', fractionAt: (line) => (line === 2 ? 0.75 : 0.25) },
  );

  expect(plannedIds(planned.plan, 'messages')).toEqual(['m2', 'm3', 'm1']);
});

test('group and memberships count as merged, and the conversation is listed', async () => {
  using planned = await compile(chat, { twoPersonGroups: 'direct' });
  using db = new DatabaseSync(planned.path, { readOnly: true });

  expect(planned.summary.kinds.groups).toMatchObject({ rows: 2, planned: 1, merged: 1 });
  expect(planned.summary.kinds.members).toMatchObject({ rows: 5, planned: 3, merged: 2 });
  expect(planned.summary.directConversations).toBe(1);
  expect({ ...db.prepare('SELECT * FROM direct_conversations').get() }).toEqual({
    guid: 'chat',
    one: 'ann',
    other: 'bob',
  });
});

test('a message of a third person is rejected', async () => {
  using planned = await compile(
    { ...chat, messages: [groupMessage('m1', 'ann', 'chat'), groupMessage('m5', 'cy', 'chat')] },
    { twoPersonGroups: 'direct' },
  );

  expect(planned.rejects).toMatchObject([
    { id: 'm5', line: 3, code: 'not-a-member', message: expect.stringContaining('ann and bob') },
  ]);
  expect(planned.summary.problems).toMatchObject([{ code: 'not-a-member', severity: 'reject' }]);
});

test('an id that was changed is in the id map, also if its only message is rejected', async () => {
  using planned = await compile(
    { ...chat, messages: [groupMessage('m1', 'ann', 'chat'), groupMessage('m5', 'Cy X', 'chat')] },
    { twoPersonGroups: 'direct', ids: 'map' },
  );

  expect(planned.rejects).toMatchObject([{ id: 'm5', code: 'not-a-member' }]);
  expect([...planned.plan.idMap()]).toMatchObject([{ kind: 'users', legacy: 'Cy X' }]);
});

test('rows that were rejected, filtered or noted beside redirected messages stay in the sum', async () => {
  const messages = blockOf('messages', [
    ...chat.messages!,
    message('m5', 'ann', 'bob', { data: { text: ' ' } }),
  ]);
  const noted = {
    ...messages,
    filtered: new Map([
      ['deleted', 1],
      ['old', 2],
    ]),
    made: 1,
    warnings: [{ index: 1, problem: problem('signed-url', { field: 'link' }) }],
    dropped: [
      { index: 2, id: 'm3', field: 'avatar', problem: problem('bad-url', { field: 'avatar' }) },
    ],
  };
  using planned = await compileBlocks(
    [...(['users', 'groups', 'members'] as const).map((kind) => blockOf(kind, chat[kind]!)), noted],
    { twoPersonGroups: 'direct' },
  );

  const { summary, rejects } = planned;
  expect(rejects).toMatchObject([{ id: 'm5', line: 6, code: 'blank-text' }]);
  expect(summary.kinds.messages).toMatchObject({
    rows: 8,
    planned: 4,
    rejected: 1,
    filtered: 3,
    madeBy: { transform: 1 },
    warnings: 2,
  });
  expect(summary.filtered.map(({ reason }) => reason)).toEqual(['old', 'deleted']);
  expect(summary.problems.map(({ code, example }) => [code, example.line])).toEqual(
    expect.arrayContaining([
      ['signed-url', 3],
      ['field-dropped', 4],
    ]),
  );
});

test('a group stays a group when a third person owns it, or someone is banned from it', async () => {
  using planned = await compile(
    {
      users,
      groups: [
        group('owned', { owner: 'cy', name: 'owned' }),
        ...['banned', 'shunned', 'alone'].map((guid) => group(guid, { name: guid })),
      ],
      members: [
        member('owned', 'ann'),
        member('owned', 'bob'),
        member('banned', 'ann'),
        member('banned', 'bob', { isBanned: true }),
        member('shunned', 'ann', { isBanned: true }),
        member('shunned', 'bob'),
        member('alone', 'ann'),
        member('alone', 'ann'),
      ],
    },
    { twoPersonGroups: 'direct' },
  );

  expect(plannedIds(planned.plan, 'groups')).toEqual(['owned', 'banned', 'shunned', 'alone']);
});

test('a group of two with a name stays a group; a name that stands for none is no name', async () => {
  const pairs = ['named', 'chat', 'default'];
  using planned = await compile(
    {
      users,
      groups: [
        group('named', { name: 'The kitchen' }),
        group('chat', { name: 'chat' }),
        group('default', { name: 'Chat' }),
      ],
      members: pairs.flatMap((guid) => [member(guid, 'ann'), member(guid, 'bob')]),
      messages: pairs.map((guid) => groupMessage(guid, 'ann', guid)),
    },
    { twoPersonGroups: 'direct', groupNames: ['Chat'] },
  );

  expect(plannedIds(planned.plan, 'groups')).toEqual(['named']);
  const receivers = batchesOf(planned.plan, 'messages').flatMap((batch) =>
    recordsOf(batch).map(({ muid, receiver }) => [muid, receiver]),
  );
  expect(new Map(receivers as [string, string][])).toEqual(
    new Map([
      ['named', 'named'],
      ['chat', 'bob'],
      ['default', 'bob'],
    ]),
  );
});

test('a made group of two is not sent either', async () => {
  using planned = await compile(
    { ...chat, groups: [group('team')] },
    { twoPersonGroups: 'direct', onMissingGroup: 'placeholder' },
  );

  expect(plannedIds(planned.plan, 'groups')).toEqual(['team']);
  expect(planned.summary.kinds.groups).toMatchObject({ rows: 2, made: 1, planned: 1, merged: 1 });
});

test('a membership that is there twice counts once', async () => {
  using planned = await compile(
    { ...chat, members: [...chat.members!, member('chat', 'ann')] },
    { twoPersonGroups: 'direct' },
  );

  const receivers = batchesOf(planned.plan, 'messages').flatMap((batch) =>
    recordsOf(batch).map(({ muid, receiver }) => [muid, receiver]),
  );
  expect(planned.rejects).toEqual([]);
  expect(receivers).toEqual(
    expect.arrayContaining([
      ['m1', 'bob'],
      ['m2', 'ann'],
    ]),
  );
});

function replyTo(muid: string, sender: string, guid: string): Row {
  const receiverGroupDetails = { guid, name: 'Chat', type: 'public' };
  return { ...groupMessage(muid, sender, guid), parentMuid: 'm1', receiverGroupDetails };
}

test('replies in a conversation are addressed to the other person as their messages are', async () => {
  const messages = blockOf('messages', [
    groupMessage('m1', 'ann', 'chat'),
    groupMessage('m2', 'cy', 'chat'),
    groupMessage('m3', 'bob', 'chat'),
    groupMessage('m4', 'cy', 'team'),
  ]);
  const field = 'data.metadata.parentMuid';
  const derived = [
    { index: 1, kind: 'replies' as const, field, value: replyTo('m2', 'cy', 'chat') },
    { index: 2, kind: 'replies' as const, field, value: replyTo('m3', 'bob', 'chat') },
    { index: 3, kind: 'replies' as const, field, value: replyTo('m4', 'cy', 'team') },
  ];
  using planned = await compileBlocks(
    [
      ...(['users', 'groups', 'members'] as const).map((kind) => blockOf(kind, chat[kind]!)),
      { ...messages, derived },
    ],
    { twoPersonGroups: 'direct' },
  );

  expect(planned.summary.kinds.messages).toMatchObject({ rows: 4, filtered: 2, rejected: 1 });
  expect(plannedIds(planned.plan, 'messages')).toEqual(['m1']);
  const replies = batchesOf(planned.plan, 'replies').flatMap(recordsOf);
  expect(replies.map(({ muid, receiverType, receiver }) => [muid, receiverType, receiver])).toEqual(
    expect.arrayContaining([
      ['m3', 'user', 'ann'],
      ['m4', 'group', 'team'],
    ]),
  );
  expect(replies).toHaveLength(2);
  expect(replies.filter((reply) => 'receiverGroupDetails' in reply)).toHaveLength(1);
});
