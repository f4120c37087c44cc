import path from 'node:path';
import { expect, test } from 'vitest';
import { openExport, sourceOptions } from '../../../src/index.ts';
import { metadataOf, readAll, textsOf, type WholeExport } from '../../read-all.ts';
import { readFiles } from '../../read-files.ts';
import { testFolder, writeZip } from '../../zip-file.ts';
import { writeTar } from '../zulip/example.ts';
import { example, message, readChannels, token } from './example.ts';

const expected = path.join(import.meta.dirname, 'expected.json');

test('the example becomes exactly these records', async () => {
  const { everything, ...all } = await readFiles(example);

  expect(everything).not.toContain('secret');
  await expect(`${JSON.stringify(all, undefined, 2)}\n`).toMatchFileSnapshot(expected);
});

test('it is read as lines, as answers of each page, as messages with their channel, and from archives', async () => {
  using folder = testFolder();
  const parts = Object.entries(example).map(([name, text]) => ({ name, text }));
  await writeZip(folder.file('a.zip'), parts);
  await writeTar(folder.file('a.tar'), parts);
  const [first, ...rest] = parts;
  const { channels } = JSON.parse(first!.text) as { channels: Record<string, object[]> };
  const others = {
    zip: await readAll(folder.file('a.zip')),
    tar: await readAll(folder.file('a.tar')),
    lines: await readFiles({ 'all.jsonl': parts.map(({ text }) => text).join('\n') }),
    flat: await readFiles({
      ...Object.fromEntries(rest.map(({ name, text }) => [name, text])),
      'm.json': JSON.stringify(
        Object.entries(channels).flatMap(([channel, list]) =>
          list.map((each) => ({ ...each, channel })),
        ),
      ),
    }),
  };
  const all = await readFiles(example);
  for (const [form, found] of Object.entries(others))
    expect([form, found.groups, found.messages, found.reactions]).toEqual([
      form,
      all.groups,
      all.messages,
      all.reactions,
    ]);
});

test('it is recognised by its messages', async () => {
  using folder = testFolder();
  const rules = [];
  for (const value of [
    { channels: { empty: [], a: [message(1)] } },
    { messages: [{ entry: 'a', timetoken: token(1) }], startTimeToken: token(1) },
    [{ ...message(1), channel: 'a' }],
    [[{ message: 'a', timetoken: token(1) }], token(1), token(1)],
    [message(1)],
    { channels: { a: [{ message: 'a', timetoken: '17' }] } },
    { messages: [{ message: 'a', timetoken: token(1) }] },
  ]) {
    await writeZip(folder.file('a.zip'), [{ name: 'a.json', text: JSON.stringify(value) }]);
    using found = await openExport(folder.file('a.zip')).catch(() => undefined);
    rules.push(found && [found.system, found.rule]);
  }
  expect(rules).toEqual([
    ['pubnub', 'a.json has messages of PubNub in channels'],
    ['pubnub', 'a.json has messages of PubNub without their senders'],
    ['pubnub', 'a.json has messages of PubNub'],
    ['pubnub', 'a.json has messages of PubNub without their senders'],
    undefined,
    undefined,
    undefined,
  ]);
});

test('an answer of the oldest call is a list of messages and two timetokens; its file names the channel', async () => {
  const old = [[{ message: 'a', timetoken: token(1) }], token(1), token(1)];
  const all = await readChannels({}, { files: { 'hall.json': old } });

  expect(textsOf(all)).toEqual(['a']);
  expect(receivers(all)).toEqual([['pubnub-unknown', 'group', 'hall']]);
});

test('timetokens keep all of their digits, as numbers too, in small and in large files', async () => {
  const [one, other] = [token(0, 1), token(0, 2)];
  const json = `{"channels":{"a":[${[one, other]
    .map((each) => `{"message":"${'x'.repeat(10)}","timetoken": ${each},"uuid":"u"}`)
    .join(',')}]}}`;
  const small = await readFiles({ 'a.json': json });
  const large = await readFiles({
    'a.json': json.replace(/}$/, `,"more":"${'y'.repeat(5_000_000)}"}`),
  });
  const text = await readFiles({
    'a.json': json,
    'b.json': JSON.stringify({ channels: { a: [{ message: 'x', timetoken: one, uuid: 'u' }] } }),
  });

  expect(small.messages.map(({ muid }) => String(muid).slice(-17))).toEqual([one, other]);
  expect(large.messages).toEqual(small.messages);
  expect(text.messages).toHaveLength(2);
  expect(text.filtered['another copy of the same message is in the export']).toBe(1);
  expect(small.messages[0]!['sentAt']).toBe(1_709_283_600);
});

const reacted = (seconds: number): object => ({
  actions: { reaction: { a: [{ uuid: 'mira', actionTimetoken: token(seconds) }] } },
});

test('the same timetoken in two channels is two messages, the newest page comes first, and the copy with the latest actions counts', async () => {
  const all = await readChannels({
    a: [
      message(9, { message: 'late' }),
      message(1),
      message(1, reacted(5)),
      message(1, reacted(3)),
    ],
    b: [message(1)],
  });
  expect(
    all.messages.map(({ receiver, sentAt }) => [receiver, Number(sentAt) - 1_709_283_600]),
  ).toEqual([
    ['a', 1],
    ['a', 9],
    ['b', 1],
  ]);
  expect(all.reactions.map(({ reactedAt }) => reactedAt)).toEqual([1_709_283_605]);
  expect(new Set(all.messages.map(({ muid }) => muid)).size).toBe(3);
});

test('texts: plain ones, usual fields, a field that the options name, and what has none as a custom message', async () => {
  const contents = [
    'plain',
    7,
    { content: 'c' },
    { body: 'b', microphone: 1, token: 'secret', mobilePhone: 'secret' },
    { data: { words: 'named' } },
    { lat: 1.5, token: 'secret' },
    ['list'],
    '',
    null,
    { long: 'x'.repeat(4000) },
    { text: ' ', image: 'https://x.example/y.png' },
    { text: '', type: 'text' },
  ];
  const channels = { a: contents.map((each, index) => message(index, { message: each })) };
  const all = await readChannels(channels, { options: { text: 'data.words' } });

  expect(all.messages.map(({ type, data }) => [type, data])).toEqual([
    ['text', { text: 'plain' }],
    ['text', { text: '7' }],
    ['text', { text: 'c' }],
    ['text', { text: 'b', metadata: { custom: { microphone: 1 } } }],
    ['text', { text: 'named', metadata: { custom: { data: { words: 'named' } } } }],
    ['pubnub', { customData: { lat: 1.5 } }],
    ['pubnub', { customData: { message: ['list'] } }],
    ['pubnub', { customData: { text: ' ', image: 'https://x.example/y.png' } }],
  ]);
  expect(all.filtered['there is neither text nor file']).toBe(3);
  expect(all.notCarried).toMatchObject([
    { type: 'messages', reason: 'their content is too long for a message', line: 10 },
  ]);
  expect(all.everything).not.toContain('secret');
});

const action = (type: string, value: string, seconds: number): object => ({
  [type]: { [value]: [{ uuid: 'mira', actionTimetoken: token(seconds) }] },
});

test('edits, deletions and other actions; signals, events and encrypted messages', async () => {
  const channels = {
    a: [
      message(1, { actions: action('edited', 'older', 5) }),
      message(2, { actions: action('deleted', '.', 6), message: 'gone' }),
      message(3, { data: action('receipt', 'read', 7) }),
      message(4, { message_type: 1 }),
      message(5, { messageType: 3 }),
      message(6, { error: 'decryption error', message: 'x' }),
      message(7, {
        actions: {
          edited: {
            newest: [{ uuid: 'mira', actionTimetoken: token(9) }],
            older: [{ uuid: 'mira', actionTimetoken: token(8) }],
          },
        },
      }),
    ],
  };
  const all = await readChannels(channels);

  expect(textsOf(all)).toEqual(['older', 'hello', 'newest']);
  expect(metadataOf(all)[2]).toEqual({ editedAt: 1_709_283_609 });
  expect(all.filtered).toMatchObject({
    'it was deleted': 1,
    'it is a signal': 1,
    'it is an action on a message': 1,
  });
  expect(all.notCarried.map(({ type, reason }) => [type, reason])).toEqual([
    ['messages', 'they could not be decrypted when they were saved'],
    ['message actions', 'the service has no such thing'],
    ['message actions', 'earlier versions'],
  ]);
  expect(all.everything).not.toContain('gone');
});

function receivers({ messages }: WholeExport): unknown[] {
  return messages.map(({ sender, receiverType, receiver }) => [sender, receiverType, receiver]);
}

test('channels of two: by their names, by the type of the Chat SDK, unless a third person wrote there', async () => {
  const channels = {
    dm_ann_bo: [message(1, { uuid: 'ann' })],
    dm_ann_cy: [message(2, { uuid: 'ann' }), message(3, { uuid: 'third' })],
    typed: [message(4, { uuid: 'bo' })],
    dm_bo_ann: [message(5, { uuid: 'bo' })],
  };
  const files = {
    'channels/typed/members.json': { data: [{ uuid: { id: 'ann' } }, { uuid: { id: 'bo' } }] },
    'channels.json': { data: [{ id: 'typed', name: 'T', type: 'direct', description: null }] },
  };
  const direct = '^dm_([a-z]+)_([a-z]+)$';
  const all = await readChannels(channels, { files, options: { direct } });
  const skipped = await readChannels(channels, {
    files,
    options: { direct, directMessages: 'skip' },
  });

  expect(receivers(all)).toEqual([
    ['ann', 'group', 'dm_ann_cy'],
    ['third', 'group', 'dm_ann_cy'],
    ['ann', 'user', 'bo'],
    ['bo', 'user', 'ann'],
    ['bo', 'user', 'ann'],
  ]);
  expect(
    receivers(await readChannels(channels)).map((each) => (each as string[])[1]),
  ).not.toContain('user');
  expect(skipped.filtered['directMessages is skip']).toBe(3);
  expect(sourceOptions.safeParse({ pubnub: { direct: '(' } }).success).toBe(false);
});

test('channels of two without lists of members are of those who wrote, or are skipped where one is known', async () => {
  const channels = {
    dm_1: [message(1, { uuid: 'ann' }), message(2, { uuid: 'bo' })],
    dm_2: [message(3, { uuid: 'ann' })],
    dm_3: [message(4, { uuid: 'ann' }), message(5, { uuid: undefined })],
  };
  const all = await readChannels(channels, { options: { direct: '^dm_' } });
  const skipped = await readChannels(channels, {
    options: { direct: '^dm_', directMessages: 'skip' },
  });

  expect(receivers(all)).toEqual([
    ['ann', 'user', 'bo'],
    ['bo', 'user', 'ann'],
    ['ann', 'group', 'dm_2'],
    ['ann', 'group', 'dm_3'],
    ['pubnub-unknown', 'group', 'dm_3'],
  ]);
  expect(receivers(skipped)).toEqual(receivers(all).slice(3));
  expect(skipped.groups.map(({ guid }) => guid)).toEqual(['dm_3']);
});

function thread(channel: string): string {
  return `PUBNUB_INTERNAL_THREAD_${channel}_${token(1)}`;
}

function typesOf({ groups }: WholeExport): Record<string, unknown> {
  return Object.fromEntries(
    groups.map(({ guid, type }) => [String(guid).replace(/_\d+$/, ''), type]),
  );
}

test('a thread is as private as its channel, and is skipped with it', async () => {
  const channels = {
    dm_ann_bo: [message(1, { uuid: 'ann' })],
    [thread('dm_ann_bo')]: [message(2, { uuid: 'bo' })],
    [thread('team')]: [message(3, { uuid: 'bo' })],
    [thread('open')]: [message(4, { uuid: 'bo' })],
  };
  const files = { 'channels.json': { data: [{ id: 'team', name: 'T', type: 'group' }] } };
  const options = { direct: 'dm_(.+)_(.+)$', channels: 'public', threads: 'groups' };
  const all = await readChannels(channels, { files, options });
  const skipped = await readChannels(channels, {
    files,
    options: { ...options, directMessages: 'skip' },
  });

  expect(typesOf(all)).toEqual({
    pubnub_internal_thread_dm_ann_bo: 'private',
    pubnub_internal_thread_open: 'public',
    pubnub_internal_thread_team: 'private',
    team: 'private',
  });
  expect(all.users.map(({ uid }) => uid)).toEqual(['ann', 'bo']);
  expect(typesOf(skipped)).not.toHaveProperty('pubnub_internal_thread_dm_ann_bo');
  expect(skipped.filtered['directMessages is skip']).toBe(2);
});

const person = (id: string, fields: object = {}): object => ({
  id,
  name: `The ${id}`,
  externalId: 'e',
  profileUrl: null,
  email: 'secret@h.example',
  custom: { phone: 'secret', rank: 2 },
  updated: '2024-01-01T00:00:00Z',
  ...fields,
});

test('custom fields of users and channels that are too long are listed, and the others are kept', async () => {
  const custom = { long: 'x'.repeat(3000), rank: 2 };
  const files = {
    'users.json': { data: [person('ann', { externalId: null, custom })] },
    'channels.json': { data: [{ id: 'room', name: 'Room', custom, updated: '2024-01-01' }] },
  };
  const all = await readChannels({ room: [message(1, { uuid: 'ann' })] }, { files });

  expect([...all.users, ...all.groups].map(({ metadata }) => metadata)).toEqual([
    { rank: 2 },
    { rank: 2 },
  ]);
  expect(all.notCarried).toMatchObject([
    { type: 'custom fields', guid: 'room', field: 'long' },
    { type: 'custom fields', uid: 'ann', field: 'long' },
  ]);
});

test('users, channels and memberships of App Context; older answers without senders', async () => {
  const files = {
    'users.json': {
      data: [
        person('Eve'),
        person('ann', { name: null }),
        person('ann', { name: 'Older', updated: '2023-01-01T00:00:00Z' }),
      ],
    },
    'channels.json': {
      data: [
        {
          id: 'room',
          name: 'Room',
          description: 'D',
          type: 'public',
          custom: { floor: 2 },
          updated: '2024-01-01T00:00:00Z',
        },
        { id: 'room', name: 'Room', description: 'D', updated: '2023-01-01T00:00:00Z' },
      ],
    },
    'users/Eve/memberships.json': {
      data: [
        { channel: { id: 'room', name: 'Older', updated: '2022-01-01T00:00:00Z' }, custom: null },
      ],
    },
    'channels/room/members.json': { data: [{ uuid: person('bo') }, { uuid: { id: 'Eve' } }] },
    'memberships.json': { data: [{ uuid: { id: 'lost' } }] },
    'town.json': { messages: [{ entry: 'old', timetoken: token(1) }], startTimeToken: token(1) },
    'forbidden.json': { status: 403, error: true },
    'odd.json': { data: [{ thing: 1 }] },
  };
  const all = await readChannels(
    { room: [message(1, { uuid: 'Eve' })] },
    { files, options: { channels: 'public' } },
  );

  const known = Object.fromEntries(
    all.users.map(({ uid, name, metadata }) => [uid, [name, metadata]]),
  ) as object;
  const own = { externalId: 'e', rank: 2 };
  expect(known).toEqual({
    ann: ['Older', own],
    eve: ['The Eve', own],
    bo: ['The bo', own],
    'pubnub-unknown': ['Unknown user', undefined],
  });
  expect(all.groups.map(({ guid, name, type, metadata }) => [guid, name, type, metadata])).toEqual([
    ['room', 'Room', 'public', { type: 'public', floor: 2 }],
    ['town', 'Unknown user', 'public', undefined],
  ]);
  expect(all.descriptions).toEqual({ room: 'D' });
  expect(receivers(all)).toEqual([
    ['eve', 'group', 'room'],
    ['pubnub-unknown', 'group', 'town'],
  ]);
  expect(all.filtered).toMatchObject({
    'another record of the same user is in the export': 1,
    'another record of the same conversation is in the export': 1,
    'another record of the same membership is in the export': 1,
  });
  expect(all.notCarried.map(({ type, file }) => [type, file])).toEqual([
    ['other answers', 'forbidden.json'],
    ['memberships', 'memberships.json/data'],
    ['other records', 'odd.json/data'],
  ]);
  expect(all.everything).not.toContain('secret');
});

const ofFile = (fields: object): object => ({ file: { id: 'i', name: 'a b.png', ...fields } });

const urls = ({ messages }: WholeExport): unknown[] =>
  messages.map(({ type, data }) => {
    const { text, attachments } = data as { text?: string; attachments?: { url: string }[] };
    return [type, text, attachments?.[0]?.url];
  });

test('files: with an address of their own, at PubNub, served; threads as groups', async () => {
  const channels = {
    a: [
      message(1, { message: ofFile({ url: 'https://h.example/a.png', size: 3 }), message_type: 4 }),
      message(2, { message: ofFile({ url: 'https://ps.pndsn.com/v1/files/k/a?auth=secret' }) }),
      message(3, {
        message: { text: 'two', files: [{ id: 'j', name: 'c.mp4', type: 'video/mp4' }] },
      }),
    ],
    [thread('a')]: [message(4)],
  };
  const all = await readChannels(channels);
  const served = await readChannels(channels, {
    options: { filesUrl: 'https://f.example/p/', threads: 'groups' },
  });

  expect(urls(all)).toEqual([
    ['image', undefined, 'https://h.example/a.png'],
    ['text', '[file a b.png]', undefined],
    ['text', 'two\n[file c.mp4]', undefined],
    ['text', 'hello', undefined],
  ]);
  expect(urls(served).slice(0, 3)).toEqual([
    ['image', undefined, 'https://f.example/p/a/i/a%20b.png'],
    ['image', undefined, 'https://f.example/p/a/i/a%20b.png'],
    ['video', 'two', 'https://f.example/p/a/j/c.mp4'],
  ]);
  expect(metadataOf(all)[3]).toEqual({ parentMuid: all.messages[0]!['muid'] });
  expect([all.groups.length, served.groups.length]).toEqual([1, 2]);
});

test('what is broken is accounted for', async () => {
  const all = await readFiles({
    'a.jsonl': `${JSON.stringify({ channels: { a: [message(1)] } })}\n{"secret\n`,
    'b.json': '{"channels":{"a":[{"message":"secret",,},5,{"message":"m","timetoken":"never"}]}}',
    'c.txt': 'x',
    'd.json': 'x',
  });
  expect(all.rejected.map(({ file, line }) => [file, line])).toEqual([
    ['a.jsonl', 2],
    ['b.json/channels/a', 1],
    ['b.json/channels/a', 2],
    ['b.json/channels/a', 3],
  ]);
  expect(all.notCarried.map(({ file }) => file)).toEqual(['d.json', 'c.txt']);
  expect(all.everything).not.toContain('secret');
});
