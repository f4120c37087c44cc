import path from 'node:path';
import { openPlan } from '@chatferry/planner';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import type { InputKind } from '@chatferry/contract';
import { recordsOfRows } from './support/records-of-rows.ts';
import { type Rig, startRig } from './support/rig.ts';

/** The draft of `init` for a file. */
async function draftOf(rig: Rig, content: unknown): Promise<unknown> {
  const file = rig.write('export.json', JSON.stringify(content));
  const { status, out } = await rig.cli(['init', file, '--stdout']);
  expect(status).toBe(0);
  const [drafted] = Object.values((parse(out) as { files: Record<string, object> }).files);
  return drafted;
}

test('a tree of the Realtime Database: members under two names, pairs, a message without a time, and one that was deleted', async () => {
  await using rig = await startRig();
  const tree = {
    users: { uA: { name: 'Ann', fcmToken: 't0k' }, uB: { name: 'Bo' }, uC: { name: 'Cy' } },
    chats: {
      p1: { type: 'private', users: { uA: true, uB: true }, lastMessage: 'hi' },
      g1: { title: 'Team', members: { uA: { role: 'admin' }, uB: { role: 'member' }, uC: false } },
    },
    messages: {
      p1: {
        '-NrtSCKvAAAAAAAAAAAA': { sender: 'uA', text: 'hi', timestamp: 1_709_287_200_123 },
        '-NrtSCekBBBBBBBBBBBB': {
          sender: 'uB',
          text: 'gone',
          timestamp: 1_709_287_201_456,
          deleted: true,
          deletedFor: ['uA'],
        },
      },
      g1: { '-NrtSCnFCCCCCCCCCCCC': { sender: 'uB', text: 'no time here' } },
    },
  };

  expect(await draftOf(rig, tree)).toEqual({
    format: 'json',
    kinds: {
      users: { rows: 'users/{user}', columns: { user: 'uid' }, ignore: ['fcmToken'] },
      groups: {
        rows: 'chats/{chat}',
        columns: { chat: 'guid', title: 'name' },
        ignore: ['users', 'lastMessage', 'members'],
      },
      members: [
        {
          rows: 'chats/{chat}/members/{member}',
          columns: { member: 'uid', chat: 'guid', role: 'scope' },
          convert: { scope: { values: { member: 'participant' } } },
        },
        { rows: 'chats/{chat}/users/{user}', columns: { user: 'uid', chat: 'guid' } },
      ],
      messages: {
        rows: 'messages/{chat}/{message}',
        columns: { timestamp: 'sentAt', chat: 'receiver' },
        convert: {
          muid: { template: '{chat}-{message}' },
          sentAt: { pushTime: 'message' },
        },
        constants: { receiverType: 'group' },
        times: { sentAt: 'milliseconds' },
        only: { deleted: 'empty', deletedFor: 'empty' },
        ignore: ['deleted', 'deletedFor'],
      },
    },
  });
});

function messageBy(user: number): object {
  return { user, text: 'How are you today?', sent: '2024-03-01T10:00:00Z' };
}

test('a list with holes is a map, and keys are named so that no field is hidden', async () => {
  await using rig = await startRig();
  const tree = {
    people: [null, { name: 'Ann' }, null, { name: 'Bo' }],
    messages: { '-NrtSCKvAAAAAAAAAAAA': messageBy(1), '-NrtSCekBBBBBBBBBBBB': messageBy(3) },
    users: { '-NrtSCKvAAAAAAAAAAAA': { user: 'x', on: true } },
  };

  const { kinds } = (await draftOf(rig, tree)) as { kinds: Record<string, { rows: string }> };

  expect(kinds['users']!.rows).toBe('people/{people}');
  expect(kinds['messages']!.rows).toBe('messages/{message}');
});

const seconds = (at: number): object => ({
  __datatype__: 'timestamp',
  value: { _seconds: at, _nanoseconds: 0 },
});

const chatOf = (title: string, messages: object): object => ({
  title,
  participants: ['users/uA', 'users/uB', 'users/uC'],
  createdBy: 'users/uA',
  avatar: 'pictures/kitchen.png',
  __collections__: messages,
});

function minute(index: number): number {
  return 1_709_287_200 + index * 60;
}

test('times of which some are seconds are read by the form that each has', async () => {
  await using rig = await startRig();
  const rows = Object.fromEntries(
    Array.from({ length: 8 }, (_, index) => [
      `-NrtSCKvAAAAAAAAAA${index}A`,
      {
        sender: index % 2 === 0 ? 'uA' : 'uB',
        text: 'How are you today?',
        timestamp: index % 2 === 0 ? minute(index) * 1000 : minute(index),
      },
    ]),
  );
  const users = { uA: { name: 'Ann Lee' }, uB: { name: 'Bo Roe' } };
  const file = rig.write(
    'export.json',
    JSON.stringify({ users, messages: { c1: rows }, chats: { c1: { title: 'Team' } } }),
  );
  const config = path.join(rig.folder, 'chatferry.yaml');

  await rig.cli(['init', file, `--config=${config}`, '--accept=chats.type,messages.chat']);
  const { status, err } = await rig.cli(['plan', `--config=${config}`, '--retention-months=none']);

  expect({ status, err }).toMatchObject({ status: 0 });
  using plan = openPlan(path.join(rig.job, 'plan.sqlite'));
  expect(recordsOfRows(plan, 'messages').map((row) => (row as { sentAt: number }).sentAt)).toEqual(
    Array.from({ length: 8 }, (_, index) => minute(index)),
  );
});

test('references that are texts are the ids of their documents, and chats without messages are counted', async () => {
  await using rig = await startRig();
  const messages = {
    m1: { from: 'users/uA', text: 'Who cooks today?', at: seconds(1_709_287_200) },
    m2: { from: '/users/uB', text: 'I do, at last', at: seconds(1_709_287_260) },
  };
  const tree = {
    __collections__: {
      users: { uA: { name: 'Ann Lee' }, uB: { name: 'Bo Roe' }, uC: { name: 'Cy Fox' } },
      chats: {
        c1: chatOf('Kitchen', { messages }),
        c2: chatOf('Garden', {}),
        c3: chatOf('Shed', {}),
      },
    },
  };
  const file = rig.write('export.json', JSON.stringify(tree));
  const config = path.join(rig.folder, 'chatferry.yaml');

  const { out } = await rig.cli(['init', file, `--config=${config}`, '--accept=chats.type']);
  const { status, err } = await rig.cli(['plan', `--config=${config}`, '--retention-months=none']);

  expect(out).toContain(
    'export.json: 2 of 3 chats have no messages: check that the tool exported all collections',
  );
  expect({ status, err }).toMatchObject({ status: 0 });
  using plan = openPlan(path.join(rig.job, 'plan.sqlite'));
  expect(recordsOfRows(plan, 'messages')).toMatchObject([
    { muid: 'c1-m1', sender: 'ua', receiver: 'c1' },
    { muid: 'c1-m2', sender: 'ub', receiver: 'c1' },
  ]);
  expect(recordsOfRows(plan, 'groups')).toMatchObject([
    { guid: 'c1', owner: 'ua' },
    { guid: 'c2' },
    { guid: 'c3' },
  ]);
  expect(recordsOfRows(plan, 'members')).toHaveLength(9);
});

test('the export of Firebase Authentication has users, and their accounts elsewhere are none', async () => {
  await using rig = await startRig();
  const users = [
    { localId: '7hQ2xKcVb1Zr9TnLw0sYpEfGaJm3', displayName: 'Ann Lee', passwordHash: 'aGVsbG8=' },
    { localId: 'Bm4dRzPq8WyN5vXoC2uJtHgLs6k1', displayName: 'Bo Roe', salt: 'c2FsdA==' },
    { localId: 'cY9fTeWl3GqMi7SbU0xVrDnKz5p2', displayName: 'Cy Fox' },
  ].map((user, index) => ({
    ...user,
    createdAt: String(1_700_000_000_123 + index),
    providerUserInfo: [{ providerId: 'google.com', rawId: String(index) }],
  }));
  const file = rig.write('auth.json', JSON.stringify({ users }));
  const config = path.join(rig.folder, 'chatferry.yaml');

  await rig.cli(['init', file, `--config=${config}`]);
  const { status, err } = await rig.cli(['plan', `--config=${config}`]);

  expect({ status, err }).toMatchObject({ status: 0 });
  using plan = openPlan(path.join(rig.job, 'plan.sqlite'));
  expect(recordsOfRows(plan, 'users')).toEqual([
    { uid: '7hq2xkcvb1zr9tnlw0sypefgajm3', name: 'Ann Lee', createdAt: 1_700_000_000 },
    { uid: 'bm4drzpq8wyn5vxoc2ujthgls6k1', name: 'Bo Roe', createdAt: 1_700_000_000 },
    { uid: 'cy9ftewl3gqmi7sbu0xvrdnkz5p2', name: 'Cy Fox', createdAt: 1_700_000_000 },
  ]);
});

test('what a message quotes is not certainly a message', async () => {
  await using rig = await startRig();
  const quote = { messageId: 'm9', author: 'Ann Lee', text: 'Who cooks today, and what is it?' };
  const message = (index: number): object => ({
    data: {
      studentId: index % 2 === 0 ? '17721' : '17722',
      timestamp: new Date(minute(index) * 1000).toISOString(),
      text: 'I do, at last',
      replyChain: [quote],
    },
  });
  const ids = Array.from({ length: 8 }, (_, index) => `05g6IpjKcdkN4Ao3pd${index}T`);
  const file = rig.write(
    'export.json',
    JSON.stringify({
      messages: Object.fromEntries(ids.map((id, index) => [id, message(index)])),
      students: {
        17721: { data: { name: 'Ann Lee', pin: '1234' } },
        17722: { data: { name: 'Bo Roe', pin: '1234' } },
      },
    }),
  );

  const { out, err } = await rig.cli(['init', file, '--stdout']);

  expect(out + err).toContain('not read until messages is accepted');
  expect(out + err).not.toMatch(/replyChain\S* messages, certain/);
});

test.each([
  ['demo.overall_export_metadata', 'x\0y', 'part of a managed export of Firestore'],
  ['output-0', 'x\0y', 'part of a managed export of Firestore'],
  ['database.json', 'null', 'An app that uses Firestore has its data there'],
])('%s is named with the way on', async (name, content, says) => {
  await using rig = await startRig();

  const { out, err } = await rig.cli(['init', rig.write(name, content), '--stdout']);

  expect(out + err).toContain(says);
  expect(out + err).toContain('node-firestore-import-export (docs/documents.md)');
});

const saidBy = (sender: string, nth: number) => ({
  sender,
  text: `What about number ${nth}?`,
  timestamp: 1_790_000_000_000 + nth,
});

test('keys that are e-mail addresses without dots are the addresses that messages have', async () => {
  await using rig = await startRig();
  const [kitchen, garden] = ['-NrtS9wQ0pAAAAAAAAAA', '-NrtS9wQ1tBBBBBBBBBB'];
  const file = rig.write(
    'export.json',
    JSON.stringify({
      users: { 'ann@example,org': { name: 'Ann' }, 'bob%2Eroe@example%2Eorg': { name: 'Bob' } },
      chats: {
        [kitchen]: {
          title: 'Kitchen',
          members: { 'ann@example,org': true, 'bob%2Eroe@example%2Eorg': true },
        },
        [garden]: {
          title: 'Garden',
          members: { 'bob%2Eroe@example%2Eorg': true, 'ann@example,org': true },
        },
      },
      messages: {
        [kitchen]: { '-NrtSCKvAAAAAAAAAAAA': saidBy('ann@example.org', 1) },
        [garden]: { '-NrtSCekBBBBBBBBBBBB': saidBy('bob.roe@example.org', 2) },
      },
    }),
  );
  const config = `${rig.folder}/chatferry.yaml`;

  await rig.cli(['init', file, `--config=${config}`, '--accept=chats.type']);
  const { out } = await rig.cli(['plan', `--config=${config}`, '--retention-months=none']);

  expect(out).toMatch(/^members +4 +4 /m);
  expect(out).toMatch(/^messages +2 +2 +0 +0 +0$/m);
});

const [ann, bo, cy] = [
  '7hQ2xKcVb1Zr9TnLw0sYpEfGaJm3',
  'Bm4dRzPq8WyN5vXoC2uJtHgLs6k1',
  'cY9fTeWl3GqMi7SbU0xVrDnKz5p2',
] as const;

/** Messages of two chats without members: of Ann and Bo under the first key, of Cy under the second one. */
const chatsUnder = (first: string, second: string) => ({
  users: { [ann]: { name: 'Ann' }, [bo]: { name: 'Bo' }, [cy]: { name: 'Cy' } },
  messages: {
    [first]: {
      '-NrtSCKvAAAAAAAAAAAA': { sender: ann, text: 'On my way', timestamp: 1_790_000_000_123 },
      '-NrtSCekBBBBBBBBBBBB': { sender: bo, text: 'See you soon', timestamp: 1_790_000_001_123 },
    },
    [second]: {
      '-NrtSCnFCCCCCCCCCCCC': { sender: cy, text: 'Tea is ready', timestamp: 1_790_000_002_123 },
    },
  },
});

/** The records of the plan of a draft of which all proposals are accepted. */
async function plannedFrom(rig: Rig, content: unknown) {
  const file = rig.write('export.json', JSON.stringify(content));
  const config = `--config=${rig.folder}/chatferry.yaml`;
  const { err } = await rig.cli(['init', file, '--stdout']);
  const all = Array.from(err.matchAll(/^ {2}\d+\. (\S+)$/gm), ([, name]) => name!);
  await rig.cli(['init', file, config, `--accept=${all.join()}`]);
  const { out } = await rig.cli(['plan', config, '--retention-months=none']);
  using plan = openPlan(path.join(rig.job, 'plan.sqlite'));
  const of = (kind: InputKind) =>
    [false, true].flatMap((areMade) => recordsOfRows(plan, kind, areMade)) as Record<
      string,
      string
    >[];
  return { out, groups: of('groups'), members: of('members'), messages: of('messages') };
}

test('a chat under the ids of both users goes from one to the other, and no group is made of it', async () => {
  await using rig = await startRig();

  const { groups, messages } = await plannedFrom(rig, chatsUnder(`${ann}_${bo}`, `${ann}_${cy}`));

  const sent = messages.map(({ sender, receiver, receiverType }) => [
    sender,
    receiverType,
    receiver,
  ]);
  const [a, b, c] = [ann, bo, cy].map((id) => id.toLowerCase());
  expect(sent).toEqual([
    [a, 'user', b],
    [b, 'user', a],
    [c, 'user', a],
  ]);
  expect(groups).toEqual([]);
});

test('a chat of which the data name no members is private, with those who wrote, and such chats are counted', async () => {
  await using rig = await startRig();

  const { out, groups, members } = await plannedFrom(
    rig,
    chatsUnder('-NrtS9wQ0pAAAAAAAAAA', '-NrtS9wQ1tBBBBBBBBBB'),
  );

  expect(groups.map(({ type }) => type)).toEqual(['private', 'private']);
  expect(new Set(members.map(({ uid }) => uid))).toEqual(
    new Set([ann, bo, cy].map((id) => id.toLowerCase())),
  );
  expect(out).toContain('2 missing groups created as placeholders, 3 memberships of senders added');
});
