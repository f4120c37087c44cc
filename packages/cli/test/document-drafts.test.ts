import { expect, test } from 'vitest';
import { parse } from 'yaml';
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
    posts: { '-NrtSCKvAAAAAAAAAAAA': messageBy(1), '-NrtSCekBBBBBBBBBBBB': messageBy(3) },
    users: { '-NrtSCKvAAAAAAAAAAAA': { user: 'x', on: true } },
  };

  const { kinds } = (await draftOf(rig, tree)) as { kinds: Record<string, { rows: string }> };

  expect(kinds['users']!.rows).toBe('people/{people}');
  expect(kinds['messages']!.rows).toBe('posts/{post}');
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
