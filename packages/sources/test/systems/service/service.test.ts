import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openExport } from '../../../src/index.ts';
import { metadataOf, textsOf } from '../../read-all.ts';
import { testFolder } from '../../zip-file.ts';
import { group, lists, message, page, readLists } from './example.ts';

const expected = path.join(import.meta.dirname, 'expected.json');

test('lists of every kind become exactly these records', async () => {
  const { everything, ...all } = await readLists(lists);

  expect(everything).not.toContain('secret');
  await expect(`${JSON.stringify(all, undefined, 2)}\n`).toMatchFileSnapshot(expected);
});

const at = (id: string, fields: object): object =>
  message({ id, data: { text: id }, sentAt: 1738423000 + Number(id), ...fields });

test('ids: the muid, or the id of the service; a muid that two messages have belongs to the first', async () => {
  const all = await readLists({
    'messages.json': page([
      at('1', { muid: 'same' }),
      at('2', { muid: 'same' }),
      at('3', { muid: null, parentId: '2' }),
      at('4', { parentId: '1' }),
      at('5', { muid: undefined, parentId: '999' }),
      at('6', { muid: undefined, parentId: '0' }),
    ]),
    'more.json': page([at('4', { parentId: '1', updatedAt: 1738500000, data: { text: 'later' } })]),
  });

  expect(all.messages.map(({ muid }) => muid)).toEqual(['same', '2', '3', 'm1', '5', '6']);
  expect(metadataOf(all)).toEqual([
    undefined,
    undefined,
    { parentMuid: '2' },
    { parentMuid: 'same' },
    { parentMuid: '999' },
    undefined,
  ]);
  expect(textsOf(all)[3]).toBe('later');
  expect(all.filtered).toEqual({ 'another copy of the same message is in the export': 1 });
  const options = { threads: 'flat' };
  expect(
    metadataOf(await readLists({ 'm.json': page([at('7', { parentId: '1' })]) }, options)),
  ).toEqual([undefined]);
});

test('messages of one second are in the order of their ids, whatever the names of the pages are', async () => {
  const all = await readLists({
    'messages-10.json': page([
      at('1000', { muid: 'm1000', sentAt: 1738423002 }),
      at('1001', { muid: 'm1001', sentAt: 1738423003 }),
    ]),
    'messages-9.json': page([
      at('998', { muid: 'm998', sentAt: 1738423001 }),
      at('999', { muid: 'm999', sentAt: 1738423002 }),
    ]),
  });

  expect(all.messages.map(({ muid }) => muid)).toEqual(['m998', 'm999', 'm1000', 'm1001']);
});

test('what a message quotes is in its metadata; status messages of users are listed', async () => {
  const quotes = { id: '1', data: { text: 'first' } };
  const all = await readLists({
    'users.json': page([{ uid: 'u1', name: 'Ann', statusMessage: 'Away', status: 'offline' }]),
    'messages.json': page([
      message({ id: '1', muid: 'first', sentAt: 1738423001 }),
      message({ id: '2', muid: 'm2', quotedMessageId: '1', sentAt: 1738423002 }),
      message({ id: '3', muid: 'm3', data: { text: 'x', quotedMessage: quotes } }),
      message({ id: '4', muid: 'm4', quotedMessageId: 7, data: { text: 'y', metadata: { a: 1 } } }),
    ]),
  });

  expect(metadataOf(all)).toEqual([
    undefined,
    { quotedMuid: 'first' },
    { quotedMuid: 'first' },
    { a: 1, quotedMuid: '7' },
  ]);
  expect(all.notCarried).toContainEqual(
    expect.objectContaining({
      type: 'status messages',
      reason: 'the import does not take them',
      uid: 'u1',
    }),
  );
});

test('options: conversations of two, deactivated users, and files that are served elsewhere', async () => {
  const all = await readLists(lists, {
    directMessages: 'skip',
    deletedUsers: 'keep',
    filesUrl: 'https://files.example/app',
  });

  expect(all.messages.map(({ muid }) => muid)).toEqual(['m4']);
  expect(all.messages).toMatchObject([
    { data: { attachments: [{ url: 'https://files.example/app/1.png' }] } },
  ]);
  expect(all.deactivated).toEqual({});
  expect(all.notCarried).toContainEqual(
    expect.objectContaining({ type: 'reactions', reason: 'the message is filtered' }),
  );
});

test('the address of a file has no token, also where it is next to the attachments', async () => {
  const url = 'https://old.example/1.png?token=secret';
  const file = { url, name: '1.png', mimeType: 'image/png', extension: 'png' };
  const files = {
    'messages.json': page([message({ type: 'image', data: { url, attachments: [file] } })]),
  };
  const all = await readLists(files);
  const served = await readLists(files, { filesUrl: 'https://files.example/app' });

  const urls = [all, served].flatMap(({ messages }) =>
    messages.map(({ data }) => {
      const { url: own, attachments } = data as { url: string; attachments: { url: string }[] };
      return [own, attachments[0]!.url];
    }),
  );
  expect(urls).toEqual([
    ['https://old.example/1.png', 'https://old.example/1.png'],
    ['https://files.example/app/1.png', 'https://files.example/app/1.png'],
  ]);
  expect(all.everything).not.toContain('secret');
});

const attached = (url: string) => ({ url, name: 'a.png', mimeType: 'image/png', extension: 'png' });
const media = (muid: string, data: object) =>
  message({ id: muid.slice(1), muid, type: 'image', data });

test('a message whose file had a signature is warned of, once, unless the files are served elsewhere', async () => {
  const signed = 'https://media-us.example/a.png?Expires=1&Signature=secret&Key-Pair-Id=secret';
  const files = {
    'messages.json': page([
      media('m1', { url: signed, attachments: [attached(signed), attached(signed)] }),
      media('m2', {
        url: 'https://x.example/a.png',
        attachments: [attached('https://x.example/a.png')],
      }),
      message({ id: '3', muid: 'm3', data: { text: 'x', url: signed } }),
    ]),
  };
  const all = await readLists(files);
  const served = await readLists(files, { filesUrl: 'https://files.example/app' });

  expect(all.warnings).toEqual(['signed-url data.attachments', 'signed-url data.url']);
  expect(served.warnings).toEqual([]);
  for (const { everything, messages } of [all, served]) {
    expect(everything).not.toContain('secret');
    expect(messages.flatMap((row) => Object.keys(row))).not.toContain('@unsigned');
  }
});

test('a message of a single file may have its address alone', async () => {
  const url = 'https://x.example/app/media/a%20b.jpg';
  const all = await readLists({
    'messages.json': page([
      media('m1', { url }),
      media('m2', { url: `${url}?Expires=1&Signature=secret&Key-Pair-Id=secret` }),
      message({ id: '3', muid: 'm3', data: { text: 'see', url } }),
    ]),
  });

  const file = { url, name: 'a b.jpg', extension: 'jpg', mimeType: 'image/jpeg' };
  expect(all.messages.map(({ data }) => data)).toEqual([
    { url, attachments: [file] },
    { url, attachments: [file] },
    { text: 'see', url },
  ]);
  expect(all.warnings).toEqual(['signed-url data.attachments']);
});

test('what has no owner, no id or no known form is accounted for', async () => {
  const signed = {
    url: 'https://old.example/2.png?token=secret',
    name: '2',
    mimeType: 'a/b',
    extension: 'c',
  };
  const all = await readLists({
    'users.json': page([
      { uid: '', name: 'nobody', authToken: 'secret' },
      { uid: 'u9', name: 'Ix', metadata: '{"@private":"secret"}' },
    ]),
    'groups.json': page([{ guid: null, name: 'none', type: 'public' }, group]),
    'members.json': page([{ uid: 'u1', name: 'Ann', scope: 'admin' }]),
    'groups/lost%20group/members-2.json': page([{ uid: 'u1', name: 'Ann', scope: 'moderator' }]),
    'messages.jsonl': `${JSON.stringify(message({ data: { text: 'x', attachments: [signed] }, metadata: 1 }))}\n{"secret\n`,
    'messages-2.json': page([
      message({ id: null }),
      message({ id: '9', sender: 'app_system', sentAt: 1738423600 }),
      message({ id: '10', category: 'interactive', sentAt: 1738423601 }),
    ]),
    'reactions.json': page([
      { id: '1', messageId: '402', reaction: 'a', uid: 'u1', reactedAt: 1738423600 },
      { id: '1', messageId: '402', reaction: 'a', uid: 'u1', reactedAt: 1738423600 },
      { id: '2', messageId: '402', reaction: 'a', uid: 'stranger' },
      { id: '3', messageId: '77', reaction: 'a', uid: 'u1' },
      { id: '4', messageId: '402', reaction: 'a', uid: null },
    ]),
    'one.json': { data: { uid: 'u10', name: 'Alone', authToken: 'secret' } },
    'token.json': { data: { uid: 'u1', authToken: 'secret' } },
    'notes.txt': 'text',
    'other.json': page([{ some: 'thing' }]),
  });

  expect(all.rejected.map(({ file, line }) => [file, line])).toEqual([
    ['users.json', 1],
    ['groups.json', 1],
    ['messages-2.json', 1],
    ['messages.jsonl', 2],
    ['reactions.json', 5],
  ]);
  expect(all.notCarried.map(({ type, reason }) => [type, reason])).toEqual([
    ['members', 'the path of the file does not name their group'],
    ['other records', 'not known'],
    ['keys and tokens', 'they give access to the app'],
    ['metadata', 'not a JSON object'],
    ['other files', 'not JSON'],
    ['reactions', 'the user is not a member of the group'],
    ['reactions', 'messages have only their number: save the lists of reactions too'],
    ['reactions', 'messages have only their number: save the lists of reactions too'],
    ['reactions', 'the message is not in the export'],
  ]);
  expect(all.filtered).toMatchObject({
    'another record of the same reaction is in the export': 1,
    'the app itself sent it': 1,
    'category is interactive, which the import does not take': 1,
  });
  expect(all.groups.map(({ guid, type }) => [guid, type])).toEqual([
    ['g1', 'private'],
    ['lost_group_ffjgqr', 'private'],
  ]);
  expect(all.members).toMatchObject([{ uid: 'u1', scope: 'moderator' }]);
  expect(all.users.map(({ uid }) => uid)).toContain('u10');
  expect(all.reactions).toHaveLength(1);
  expect(all.everything).not.toContain('secret');
});

test.each([
  ['rows of the service', { data: [{ uid: 'u1', name: 'Ann' }] }],
  ['a list', [{ uid: 'u1', name: 'Ann' }]],
  ['a page of something else', page([{ title: 'x' }])],
  ['an empty page', page([])],
])('%s are not taken for lists of an app', async (_what, json) => {
  using folder = testFolder();
  writeFileSync(folder.file('users.json'), JSON.stringify(json));

  expect(await openExport(folder.path)).toBeUndefined();
});
