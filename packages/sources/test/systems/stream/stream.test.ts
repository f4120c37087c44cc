import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openExport } from '../../../src/index.ts';
import { metadataOf, readAll, textsOf, type WholeExport } from '../../read-all.ts';
import { testFolder, writeZip } from '../../zip-file.ts';
import { writeTar } from '../zulip/example.ts';
import { readFiles } from '../../read-files.ts';
import { channelExport, lines, message, readWith } from './example.ts';

const fixtures = import.meta.dirname;

test('the export of a channel becomes exactly these records', async () => {
  const { everything, ...all } = await readFiles({ 'a.json': JSON.stringify(channelExport) });

  expect(everything).not.toContain('secret');
  const expected = path.join(fixtures, 'channel.expected.json');
  await expect(`${JSON.stringify(all, undefined, 2)}\n`).toMatchFileSnapshot(expected);
});

test('the lines of an import become exactly these records', async () => {
  const { everything, ...all } = await readFiles({ 'a.jsonl': lines('data') });

  expect(everything).not.toContain('secret');
  const expected = path.join(fixtures, 'import.expected.json');
  await expect(`${JSON.stringify(all, undefined, 2)}\n`).toMatchFileSnapshot(expected);
});

test('imports are read with `item` or `data`, as lines or as one array, from ZIP and tar archives', async () => {
  const all = await Promise.all(
    (['item', 'data'] as const).flatMap((name) => [
      readFiles({ 'a.jsonl': lines(name) }),
      readFiles({ 'a.json': `[${lines(name).trim().replaceAll('\n', ',\n')}]` }),
    ]),
  );
  using folder = testFolder();
  const parts = [{ name: 'export/a.jsonl', text: lines('data') }];
  await writeZip(folder.file('a.zip'), parts);
  await writeTar(folder.file('a.tar.gz'), parts);
  all.push(await readAll(folder.file('a.zip')), await readAll(folder.file('a.tar.gz')));
  writeFileSync(folder.file('only.txt'), lines('data'));
  all.push(await readAll(folder.file('only.txt')));

  for (const { users, messages, reactions, blocks, rejected } of all)
    expect([users, messages, reactions, blocks, rejected]).toEqual([
      all[0]!.users,
      all[0]!.messages,
      all[0]!.reactions,
      all[0]!.blocks,
      [],
    ]);
});

test.each([
  ['a list of exports', JSON.stringify([channelExport])],
  ['a page of channels', JSON.stringify({ channels: [channelExport] })],
  ['members and messages before their channel', JSON.stringify(reversed(channelExport))],
  ['lines of exports', `${JSON.stringify(channelExport)}\n${JSON.stringify(channelExport)}\n`],
])('the export of a channel is read from %s', async (_what, json) => {
  const all = await readFiles({ 'a.json': json });
  const alone = await readFiles({ 'b.json': JSON.stringify(channelExport) });

  expect([all.users, all.messages, all.reactions]).toEqual([
    alone.users,
    alone.messages,
    alone.reactions,
  ]);
  expect(all.deactivated).toEqual(alone.deactivated);
  expect(all.rejected).toEqual([]);
});

test('a large list of exports is read part by part, and refused when it is cut off', async () => {
  const large = `[${JSON.stringify(reversed(channelExport))}, ${' '.repeat(4_200_000)} {}]`;
  const all = await readFiles({ 'a.json': large });

  expect(all.messages.map(({ muid }) => muid)).toEqual(['Mira@acme-1', 'r1']);
  await expect(readFiles({ 'a.json': large.slice(0, -2) })).rejects.toThrow(
    'a.json: The file ends',
  );
});

function reversed(value: object): object {
  return Object.fromEntries(Object.entries(value).toReversed());
}

const channelOf = (fields: object): object => ({
  cid: 'team:Town',
  type: 'team',
  created_by: null,
  ...fields,
});

test('of copies in several files the latest counts, and each is accounted for', async () => {
  const older = { updated_at: '2025-01-23T13:05:36Z' };
  const newer = { updated_at: '2025-01-23T14:00:00Z' };
  const mira = { id: 'mira', role: 'user' };
  const all = await readFiles({
    'a.json': JSON.stringify({
      channel: channelOf({ ...newer, name: 'New name' }),
      members: [{ user: { ...mira, ...newer, name: 'New' }, user_id: 'mira' }],
      messages: [message({ cid: 'team:Town', ...older, text: 'first' })],
    }),
    'b.json': JSON.stringify({
      channel: channelOf({ ...older, name: 'Old name' }),
      members: [{ user: { ...mira, ...older, name: 'Old', language: 'de' }, user_id: 'mira' }],
      messages: [
        message({ cid: 'team:Town', ...newer, text: 'last' }),
        message({
          id: 'm2',
          cid: 'team:Town',
          text: 'quoting',
          quoted_message_id: 'm1',
          quoted_message: message({ text: 'a copy' }),
        }),
      ],
    }),
  });

  expect(all.groups).toMatchObject([{ name: 'New name', type: 'private', tags: ['team'] }]);
  expect(all.users).toMatchObject([{ uid: 'mira', name: 'New', metadata: { language: 'de' } }]);
  expect(textsOf(all)).toEqual(['last', 'quoting']);
  expect(metadataOf(all)).toEqual([undefined, { quotedMuid: 'm1' }]);
  expect(all.filtered).toEqual({
    'another copy of the same message is in the export': 1,
    'another record of the same conversation is in the export': 1,
    'another record of the same membership is in the export': 1,
  });
  expect(all.everything).not.toContain('a copy');
});

const direct = (name: string, ids: readonly string[], fields: object = {}): object => ({
  channel: { cid: `messaging:!members-${name}`, type: 'messaging', created_by: null, ...fields },
  members: ids.map((user_id) => ({ user_id })),
  messages: [message({ id: name, cid: `messaging:!members-${name}`, user: { id: ids[0] } })],
});

const shared = (type: string): object => ({
  channel: { cid: `${type}:Town`, id: 'Town', type, created_by: null, name: type },
  messages: [message({ id: type, cid: `${type}:Town` })],
});

test('channels of members: of two, of one, of three, of two in which a third wrote; the same id in two types', async () => {
  const third = direct('D', ['a', 'b']) as { messages: object[] };
  third.messages.push(message({ id: 'third', cid: 'messaging:!members-D', user: { id: 'c' } }));
  const exports = [
    direct('A', ['a', 'b']),
    direct('B', ['a']),
    direct('C', ['a', 'b', 'c']),
    third,
    direct('E', ['a', 'b'], { member_count: 3 }),
    shared('livestream'),
    shared('team'),
  ];

  const all = await readFiles({ 'a.json': JSON.stringify(exports) });
  const skipped = await readFiles(
    { 'a.json': JSON.stringify(exports) },
    { directMessages: 'skip' },
  );

  const receivers = new Map(all.messages.map(({ muid, receiver }) => [muid, receiver]));
  expect(receivers.get('A')).toBe('b');
  expect(new Set(receivers.values()).size).toBe(7);
  expect(all.groups.map(({ name, type }) => [name, type])).toEqual([
    ['a', 'private'],
    ['a, b, c', 'private'],
    ['a, b', 'private'],
    ['a, b', 'private'],
    ['livestream', 'public'],
    ['team', 'private'],
  ]);
  expect(skipped.messages.map(({ muid }) => muid)).not.toContain('A');
  expect(skipped.filtered['directMessages is skip']).toBe(1);
});

test('members: roles, bans, invitations; senders where the list is cut', async () => {
  const members = [
    { user_id: 'a', role: 'owner', created_at: '0001-01-01T00:00:00Z' },
    { user_id: 'b', channel_role: 'channel_moderator', created_at: '2025-01-02T00:00:00.9Z' },
    { user_id: 'c', is_moderator: true, banned: true },
    { user_id: 'd', invited: true },
    { user_id: 'e', invited: true, invite_accepted_at: '2025-01-02T00:00:00Z' },
    { user_id: 'f', invite_rejected_at: '2025-01-02T00:00:00Z' },
    { role: 'member' },
  ];
  const cut = (member_count: number): object => ({
    members,
    channel: { cid: 'livestream:town', type: 'livestream', created_by: { id: 'a' }, member_count },
  });
  const loved = { latest_reactions: [{ type: 'love', user_id: 'mira' }] };

  const whole = await readWith([message(loved)], { around: cut(4) });
  const all = await readWith([message(loved)], { around: cut(9) });

  expect(
    whole.members.map(({ uid, scope, isBanned, joinedAt }) => [uid, scope, isBanned, joinedAt]),
  ).toEqual([
    ['a', 'admin', undefined, undefined],
    ['b', 'moderator', undefined, 1_735_776_000],
    ['c', 'moderator', true, undefined],
    ['e', undefined, undefined, undefined],
  ]);
  expect(whole.filtered).toMatchObject({ 'the invitation is not accepted': 2 });
  expect(whole.rejected).toMatchObject([{ file: 'a.json/members', line: 7 }]);
  expect(whole.groups).toMatchObject([{ owner: 'a' }]);
  expect(whole.notCarried).toMatchObject([{ reason: 'the user is not a member of the group' }]);
  expect(all.members.map(({ uid }) => uid)).toEqual(['a', 'b', 'c', 'e', 'mira']);
  expect(all.reactions).toHaveLength(1);
});

test('messages that only their author or some members should see, of channels that are gone, and system messages', async () => {
  const list = [
    message({ type: 'deleted', text: 'gone-1' }),
    message({ id: 'm2', deleted_at: '2025-02-01T00:00:00Z', text: 'gone-2' }),
    message({ id: 'm3', type: 'error', text: 'gone-3' }),
    message({ id: 'm4', type: 'ephemeral', text: 'gone-4' }),
    message({ id: 'm5', shadowed: true, text: 'gone-5' }),
    message({ id: 'm6', restricted_visibility: ['theo'], text: 'gone-6' }),
    message({ id: 'm7', type: 'system', text: 'Theo joined' }),
    message({ id: 'm8', type: 'system', user: null, text: 'gone-8' }),
    message({ id: 'm9', text: '' }),
    message({ id: 'm10', user: null, text: 'of someone', deleted_at: '0001-01-01T00:00:00Z' }),
  ];
  const all = await readWith(list);
  const kept = await readWith(list, { options: { systemMessages: 'text' } });
  const emptied = await readWith(
    [message(), message({ id: 'm2', created_at: '2025-03-01T00:00:00Z' })],
    {
      around: {
        channel: {
          cid: 'livestream:town',
          type: 'livestream',
          truncated_at: '2025-02-01T00:00:00Z',
        },
      },
    },
  );
  const deleted = await readWith([message()], {
    around: { channel: { cid: 'livestream:town', deleted_at: '2025-02-01T00:00:00Z' } },
  });

  expect(all.messages.map(({ muid, sender }) => [muid, sender])).toEqual([['m10', 'deleted-user']]);
  expect(all.filtered).toEqual({
    'it was deleted': 2,
    'type is error': 1,
    'type is ephemeral': 1,
    'only its author could see it': 1,
    'only some members could see it': 1,
    'type is system, and systemMessages is skip': 2,
    'there is neither text nor file': 1,
  });
  expect(JSON.stringify([all.messages, all.rejected, all.notCarried])).not.toContain('gone');
  expect(kept.messages.map(({ muid }) => muid)).toEqual(['m7', 'm10']);
  expect(metadataOf(kept)[0]).toEqual({ streamType: 'system' });
  expect(kept.filtered['it has no author']).toBe(1);
  expect(emptied.messages.map(({ muid }) => muid)).toEqual(['m2']);
  expect(emptied.filtered['the channel was emptied later']).toBe(1);
  expect([deleted.messages, deleted.groups, deleted.members]).toEqual([[], [], []]);
  expect(deleted.filtered['the channel was deleted']).toBe(1);
});

const people = [
  { id: 'theo', name: 'Theo' },
  { id: 'tl', name: 'Theo L' },
  { id: 'ann1', name: 'Ann' },
  { id: 'ann2', name: 'Ann' },
];

test.each([
  ['@Theo L, @Theo! @Theodor a@Theo', '<@uid:tl>, <@uid:theo>! @Theodor a@Theo'],
  ['@Ann and @ann1 and @other', '@Ann and <@uid:ann1> and @other'],
  ['`@Theo` @theo', '`@Theo` <@uid:theo>'],
  ['https://a.example/@theo/ @theo', 'https://a.example/@theo/ <@uid:theo>'],
])('the text %j becomes %j', async (text, shown) => {
  expect(textsOf(await readWith([message({ text, mentioned_users: people })]))).toEqual([shown]);
});

test('attachments: files, signed addresses, previews of links, Giphy, other types; polls and places', async () => {
  const attachments = [
    { type: 'file', asset_url: 'https://h.example/a%20b.pdf', title: '', file_size: 3 },
    { type: 'voiceRecording', asset_url: 'https://h.example/v?Signature=secret', title: 'v.mp3' },
    { type: 'image', image_url: 'https://u:secret@h.example/x.png?w=1', fallback: 'x' },
    { title_link: 'https://news.example/2', text: 'A preview' },
    { type: 'giphy', title: 'wow', thumb_url: 'https://g.example/y.gif' },
    { type: 'order', number: 17, phone: 'secret' },
  ];
  const list = [
    message({ text: 'see https://news.example/2', attachments }),
    message({
      id: 'm2',
      text: '',
      poll: {
        name: 'Lunch?',
        options: [{ id: 'o1', text: 'Soup' }],
        vote_counts_by_option: { o1: 2 },
        latest_votes_by_option: { o1: [{ user_id: 'theo' }] },
      },
    }),
    message({ id: 'm3', text: 'here', shared_location: { latitude: 1.5, longitude: -2 } }),
  ];
  const all = await readWith(list);
  const served = await readWith(list, { options: { filesUrl: 'https://files.example/s/' } });

  expect(shownRows(all)).toEqual([
    [
      'm1',
      'file',
      'see https://news.example/2\n[file v.mp3]\n[file x.png]',
      'https://h.example/a%20b.pdf',
    ],
    ['m1-f2', 'image', undefined, 'https://g.example/y.gif'],
    ['m1-f3', 'order', undefined, { type: 'order', number: 17 }],
    ['m2', 'poll', undefined, { name: 'Lunch?', options: [{ text: 'Soup', votes: 2 }] }],
    ['m3', 'text', 'here', undefined],
    ['m3-f2', 'location', undefined, { latitude: 1.5, longitude: -2 }],
  ]);
  expect(
    shownRows(served)
      .map(([, , , address]) => address)
      .slice(0, 3),
  ).toEqual([
    'https://files.example/s/a%20b.pdf',
    'https://files.example/s/v',
    'https://files.example/s/x.png',
  ]);
  expect(all.everything + served.everything).not.toContain('secret');
});

function shownRows({ messages }: WholeExport): unknown[][] {
  return messages.map(({ muid, type, data }) => {
    const { text, attachments, customData } = data as {
      text?: string;
      attachments?: { url: string }[];
      customData?: object;
    };
    return [muid, type, text, attachments?.[0]?.url ?? customData];
  });
}

const at = (id: string, created_at: unknown): object => message({ id, created_at });

test('times keep their order beyond the second; zero is no time; numbers are read by their size', async () => {
  const all = await readWith([
    at('c', '2025-01-23T13:06:58.365621249Z'),
    at('b', '2025-01-23T13:06:58.365621248Z'),
    at('a', '2025-01-23T13:06:58.3Z'),
    at('d', '2025-01-23T15:06:58.9+02:00'),
    at('e', 1_737_637_619_000_000_000),
    at('zero', '0001-01-01T00:00:00Z'),
    message({ id: 'none', created_at: undefined, phone: 'secret' }),
  ]);

  expect(all.messages.map(({ muid, sentAt }) => [muid, sentAt])).toEqual([
    ['a', 1_737_637_618],
    ['b', 1_737_637_618],
    ['c', 1_737_637_618],
    ['d', 1_737_637_618],
    ['e', 1_737_637_619],
  ]);
  expect(all.rejected.map(({ file, line }) => [file, line])).toEqual([
    ['a.json/messages', 6],
    ['a.json/messages', 7],
  ]);
  expect(all.rejected[1]!.row).toContain('"id":"none"');
  expect(all.everything).not.toContain('secret');
});

test('edits show by the time of the text, threads by the parent, custom fields are kept without secrets', async () => {
  const list = [
    message({ updated_at: '2025-02-01T00:00:00Z', message_text_updated_at: null }),
    message({ id: 'm2', message_text_updated_at: '2025-02-01T00:00:00.5Z', custom: { order: 7 } }),
    message({ id: 'm3', parent_id: 'outside', type: 'reply', color: 'red', api_key: 'secret' }),
    message({ id: 'm4', blob: 'x'.repeat(5000) }),
  ];
  const all = await readWith(list);
  const flat = await readWith(list, { options: { threads: 'flat' } });

  expect(metadataOf(all)).toEqual([
    undefined,
    { editedAt: 1_738_368_000, custom: { order: 7 } },
    { parentMuid: 'outside', custom: { color: 'red' } },
    undefined,
  ]);
  expect(metadataOf(flat)[2]).toEqual({ custom: { color: 'red' } });
  expect(all.notCarried).toMatchObject([{ type: 'custom fields', muid: 'm4' }]);
  expect(all.everything).not.toContain('secret');
});

test('custom fields that are too long are listed, and the others are kept', async () => {
  const long = 'x'.repeat(3000);
  const all = await readWith([message({ blob: long, color: 'red' })], {
    around: {
      channel: { cid: 'livestream:town', id: 'town', type: 'livestream', big: long, floor: 2 },
      users: [{ id: 'mira', role: 'user', name: 'Mira', bio: long, level: 3 }],
    },
  });

  expect(metadataOf(all)).toEqual([{ custom: { color: 'red' } }]);
  expect(all.groups.map(({ metadata }) => metadata)).toEqual([{ floor: 2 }]);
  expect(all.users[0]).toMatchObject({ uid: 'mira', metadata: { level: 3 } });
  expect(all.notCarried).toMatchObject([
    { reason: 'they are too long for a group', guid: 'livestream:town', field: 'big' },
    { reason: 'they are too long for a user', uid: 'mira', field: 'bio' },
    { reason: 'they are too long for a message', muid: 'm1', field: 'blob' },
  ]);
});

test('a picture of Giphy is a file also where Stream wrote the address of its page', async () => {
  const url = 'https://media.giphy.example/x.gif';
  const giphy = { type: 'giphy', title: 'wow', title_link: 'https://giphy.example/x' };
  const all = await readWith([
    message({ text: 'hi', attachments: [{ ...giphy, thumb_url: url }] }),
    message({ id: 'm2', attachments: [{ ...giphy, giphy: { original: { url } } }] }),
  ]);

  expect(all.messages).toMatchObject([
    { muid: 'm1', type: 'image', data: { text: 'hi', attachments: [{ url }] } },
    { muid: 'm2', type: 'image', data: { text: 'hello', attachments: [{ url }] } },
  ]);
});

test('reactions of their own are matched with messages anywhere, each once; others are accounted for', async () => {
  const all = await readFiles({
    'a.jsonl': lines('data', [
      ['reaction', { message_id: 'm1', type: 'love', user_id: 'mira' }],
      ['reaction', { message_id: 'm1', type: 'wow', user: { id: 'mira' }, created_at: 1 }],
      ['reaction', { message_id: 'gone', type: 'love', user_id: 'mira' }],
      ['reaction', { message_id: 'm2', type: 'love', user_id: 'mira' }],
      ['reaction', { type: 'love', user_id: 'mira' }],
      ['channel', { type: 'team', id: 'town', created_by: 'mira' }],
      ['member', { channel_type: 'team', channel_id: 'town', user_id: 'mira' }],
      [
        'message',
        message({ cid: 'team:town', latest_reactions: [{ type: 'love', user_id: 'mira' }] }),
      ],
      ['message', message({ id: 'm2', cid: 'team:town', type: 'deleted' })],
    ]),
  });

  expect(all.reactions.map(({ muid, reaction }) => [muid, reaction])).toEqual([
    ['m1', ':love:'],
    ['m1', ':wow:'],
  ]);
  expect(all.notCarried.map(({ type }) => type)).toEqual(['reactions', 'reactions']);
  expect(all.notCarried.map(({ muid, reason }) => [muid, reason])).toEqual([
    ['m2', 'the message is filtered'],
    ['gone', 'the message is not in the export'],
  ]);
  expect(all.rejected).toMatchObject([{ file: 'a.jsonl', line: 5 }]);
  expect(all.account.records).toContainEqual({ type: 'reactions', count: 5 });
});

const user = (fields: object): [string, object] => ['user', { role: 'user', ...fields }];

test('users: bans, mutes and secrets', async () => {
  const all = await readFiles({
    'a.jsonl': lines('data', [
      user({ id: 'Ann', name: 'Upper', email: 'secret@h.example', user_mutes: ['ann'] }),
      user({
        id: 'ann',
        name: 'Lower',
        banned: true,
        image: 'https://h.example/a?Signature=secret',
      }),
      user({ id: 'g', role: 'guest', teams: ['red'], channel_mutes: ['team:town'], image: 'none' }),
      user({ id: 'g', role: 'guest', deleted_at: '2025-01-01T00:00:00Z' }),
      user({ name: 'without id', password: 'secret' }),
      ['channel', { type: 'team', id: 'town', created_by: 'Ann' }],
      ['member', { channel_type: 'team', channel_id: 'town', user_id: 'Ann' }],
      [
        'message',
        message({ cid: 'team:town', user: 'Ann', text: '@Upper', mentioned_users_ids: ['Ann'] }),
      ],
    ]),
  });
  // Her avatar has lost its signature.
  expect(all.warnings).toEqual(['signed-url avatar']);

  expect(all.users.map(({ uid, name, tags, metadata }) => [uid, name, tags, metadata])).toEqual([
    ['ann', 'Upper', undefined, undefined],
    ['ann', 'Lower', undefined, { banned: true }],
    ['g', 'g', ['guest'], { role: 'guest' }],
  ]);
  expect(all.users[1]).toMatchObject({ avatar: 'https://h.example/a' });
  expect(all.groups).toMatchObject([{ owner: 'ann' }]);
  expect(all.members).toMatchObject([{ uid: 'ann' }]);
  expect(all.messages).toMatchObject([
    { sender: 'ann', mentionedUserDetails: { ann: { uid: 'ann', name: 'Upper' } } },
  ]);
  expect(textsOf(all)).toEqual(['<@uid:ann>']);
  expect(all.notCarried.map(({ type }) => type)).toEqual(['mutes', 'bans from the app', 'mutes']);
  expect(all.deactivated).toEqual({ g: 1_735_689_600 });
  expect(all.rejected).toMatchObject([{ line: 5, row: expect.stringContaining('without id') }]);
  expect(all.everything).not.toContain('secret');
});

test('what is broken, unknown or in no channel is accounted for', async () => {
  const all = await readFiles({
    'a.jsonl': `${lines('data')}{"type":"message","data":{"id":"x","text":"lost"}}\n{"secret\n{"type":"unknown","data":{}}\n{"type":"constructor"}\n`,
    'b.csv': 'id,text\n',
    'c.json': 'not JSON',
    'd.json': JSON.stringify({
      user: { id: 'theo', role: 'user' },
      messages: [message({ id: 'd' })],
    }),
  });

  expect(all.rejected.map(({ file, line }) => [file, line])).toEqual([
    ['a.jsonl', 9],
    ['a.jsonl', 10],
  ]);
  expect(all.notCarried.map(({ type, file }) => [type, file])).toEqual([
    ['bans from future channels', 'a.jsonl'],
    ['devices', 'a.jsonl'],
    ['other records', 'a.jsonl'],
    ['other records', 'a.jsonl'],
    ['other files', 'c.json'],
    ['other files', 'b.csv'],
  ]);
  expect(all.messages.map(({ muid }) => muid)).toEqual(['m1', 'd']);
  expect(all.groups).toMatchObject([{ name: 'Mira', type: 'private' }]);
  expect(all.everything).not.toContain('secret');
});

test.each([
  ['rows of the service', '[{"muid":"m1","sender":"a","type":"text","data":{"text":"hi"}}]'],
  ['a list of users', '[{"id":"a","role":"user","name":"Ann"}]'],
  ['lines of a queue', '{"type":"message","data":{"text":"hi"}}\n{"type":"user","data":{}}\n'],
  ['a document', '{"channel":{"id":"c"},"messages":[]}'],
])('%s are not taken for an export of Stream', async (_what, json) => {
  using folder = testFolder();
  writeFileSync(folder.file('a.json'), json);

  expect(await openExport(folder.path)).toBeUndefined();
  expect(await openExport(folder.file('a.json'))).toBeUndefined();
});

/** A message of an import, without an id and a time. */
function imported(fields: object): string {
  const { id: _id, created_at: _at, cid: _cid, ...rest } = message() as Record<string, unknown>;
  const data = { ...rest, channel_type: 'messaging', channel_id: 'one', ...fields };
  return JSON.stringify({ type: 'message', data });
}

test('messages of an import may have no id, and no time but that of their last change', async () => {
  const created_at = '2025-01-10T03:10:30Z';
  const parts = {
    'a.jsonl': [
      imported({ text: 'one', created_at }),
      imported({ text: 'two', created_at }),
      imported({ text: 'three', id: 'm3', updated_at: created_at }),
      imported({ text: 'four', id: 'm4' }),
    ].join('\n'),
  };

  const [all, again] = [await readFiles(parts), await readFiles(parts)];

  expect(textsOf(all)).toEqual(['one', 'two', 'three']);
  expect(all.messages.map(({ sentAt }) => sentAt)).toEqual(Array(3).fill(1_736_478_630));
  expect(new Set(all.messages.map(({ muid }) => muid)).size).toBe(3);
  expect(again.messages).toEqual(all.messages);
  expect(all.rejected).toMatchObject([{ line: 4, codes: ['missing-field'] }]);
});
