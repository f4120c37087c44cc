import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Row } from '@chatferry/contract';
import { openExport } from '../../../src/index.ts';
import { metadataOf, readAll, textsOf, type WholeExport } from '../../read-all.ts';
import { readFiles } from '../../read-files.ts';
import { testFolder, writeZip } from '../../zip-file.ts';
import { writeTar } from '../zulip/example.ts';
import { channel, channels, example, message, messages, readWith, users } from './example.ts';

const expected = path.join(import.meta.dirname, 'expected.json');

test('the example becomes exactly these records', async () => {
  const { everything, ...all } = await readFiles(example);

  expect(everything).not.toContain('secret');
  await expect(`${JSON.stringify(all, undefined, 2)}\n`).toMatchFileSnapshot(expected);
});

const lines = (list: readonly object[]): string =>
  list.map((each) => `${JSON.stringify(each)}\n`).join('');

test('it is read from a folder of archives, an archive of archives, lines and arrays, also where they overlap', async () => {
  using folder = testFolder();
  const zipped: Record<string, Uint8Array> = {};
  for (const [name, text] of Object.entries(example)) {
    await writeZip(folder.file('one.zip'), [{ name: `export/${name}`, text }]);
    zipped[`${name}.zip`] = readFileSync(folder.file('one.zip'));
  }
  zipped['again.zip'] = zipped['messages.json.zip']!;
  const inner = Object.entries(zipped).map(([name, text]) => ({ name, text }));
  await writeZip(folder.file('all.zip'), inner);
  await writeTar(
    folder.file('all.tar'),
    Object.entries(example).map(([name, text]) => ({ name: `x/${name}`, text })),
  );
  const all = await readFiles(example);
  const others = {
    folder: await readFiles(zipped),
    archive: await readAll(folder.file('all.zip')),
    tar: await readAll(folder.file('all.tar')),
    lines: await readFiles({
      'a.jsonl':
        lines(users.active_users) + lines(channels.group_channels) + lines(messages.messages),
    }),
    arrays: await readFiles({
      'a.json': JSON.stringify(users.active_users),
      'b.json': JSON.stringify(channels.group_channels),
      'c.json': JSON.stringify(messages.messages),
    }),
  };

  for (const [form, found] of Object.entries(others))
    expect([form, found.users, found.groups, found.members, found.messages]).toEqual([
      form,
      all.users,
      all.groups,
      all.members,
      all.messages,
    ]);
  const copies = 'another copy of the same message is in the export';
  expect([others.folder.filtered[copies], others.archive.filtered[copies]]).toEqual([4, 4]);
  expect(others.folder.places.messages[0]).toBe('again.zip/messages.json/messages:1');
  expect(others.archive.places.messages[0]).toBe('again.zip/messages.json/messages:1');
});

test('files that are no part of an export are counted, a damaged archive in it is refused, and others are not taken for one', async () => {
  using folder = testFolder();
  await writeZip(folder.file('a.zip'), [
    { name: 'a.json', text: JSON.stringify(messages) },
    { name: 'a.csv', text: 'message_id' },
    { name: 'inner.zip', text: 'an archive in it' },
  ]);
  writeFileSync(folder.file('b.csv'), 'message_id');
  writeFileSync(folder.file('c.json'), 'not JSON');
  const all = await readAll(folder.path);
  expect(all.notCarried.map(({ type, file }) => [type, String(file).split('/').at(-1)])).toEqual([
    ['other files', 'c.json'],
    ['other files', 'a.csv'],
    ['other files', 'inner.zip'],
    ['other files', 'b.csv'],
  ]);

  const bytes = readFileSync(folder.file('a.zip'));
  writeFileSync(folder.file('z.zip'), bytes.subarray(0, -30));
  await expect(readAll(folder.path)).rejects.toMatchObject({ code: 'bad-archive' });
  using other = testFolder();
  writeFileSync(other.file('z.zip'), bytes.subarray(0, -30));
  writeFileSync(other.file('users.json'), '[{"user_id":"a","nickname":"A","is_active":true}]');
  expect(await openExport(other.path)).toBeUndefined();
});

test('users: names, deactivated ones, those whom only others name, no secrets', async () => {
  const listed = [
    { user_id: 'Ann', nickname: 'Upper', profile_url: '', phone_number: 'secret', is_active: true },
    { user_id: 'ann', nickname: 'Lower', profile_url: '', created_at: 1_700_000_000 },
    { user_id: 'gone', nickname: 'Gone', is_active: false, last_seen_at: 1_700_000_000_123 },
    { user_id: 'gone', nickname: 'Older' },
    { nickname: 'nobody', access_token: 'secret' },
  ];
  const list = [
    message({ user: { user_id: 'Ann' } }),
    message({ message_id: 2, user: { user_id: '', nickname: '' } }),
    message({ message_id: 3, user: undefined }),
    message({ message_id: 4, reactions: [{ key: 'x', user_ids: ['reactor'] }] }),
  ];
  const all = await readWith(list, { files: { 'users.json': { users: listed, next: '' } } });
  const kept = await readWith(list, {
    files: { 'users.json': { deactivated_users: listed } },
    options: { deletedUsers: 'keep' },
  });

  expect(all.users.map(({ uid, name, tags }) => [uid, name, tags])).toEqual([
    ['ann', 'Upper', undefined],
    ['deleted-user', 'Deleted user', ['chatferry-placeholder']],
    ['mira', 'Mira', undefined],
    ['reactor', 'reactor', ['chatferry-placeholder']],
    ['ann', 'Lower', undefined],
    ['gone', 'Older', undefined],
  ]);
  expect(all.messages.map(({ sender }) => sender)).toEqual([
    'ann',
    'deleted-user',
    'deleted-user',
    'mira',
  ]);
  expect([all.deactivated, kept.deactivated]).toEqual([{ gone: 1_700_000_000 }, {}]);
  expect(all.filtered).toMatchObject({ 'another record of the same user is in the export': 1 });
  expect(all.rejected).toMatchObject([{ file: 'users.json/users', line: 5 }]);
  expect(all.everything).not.toContain('secret');
});

const by = (id: string): object => ({ user: { user_id: id } });

test('channels: distinct ones of two, others of two, several for one pair, open, public and with a code', async () => {
  const two = ['a', 'b'];
  const pair = { is_distinct: true };
  const groups = [
    channel('d1', two, pair),
    channel('d2', two, { ...pair, custom_type: 'work' }),
    channel('d3', ['c', 'd'], pair),
    channel('plain', two, { name: 'Two', operators: [{ user_id: 'b' }], freeze: true }),
    channel('code', two, { is_public: true, is_access_code_required: true, data: 'a text' }),
    channel('code', two, { is_public: true }),
  ];
  const open = {
    channel_url: 'open',
    name: 'Open',
    participant_count: 9,
    created_at: 1_700_000_000,
  };
  const list = [
    message({ channel_url: 'd1', ...by('a') }),
    message({ message_id: 2, channel_url: 'd2', created_at: 1736855618700, ...by('b') }),
    message({ message_id: 3, channel_url: 'd3', ...by('c') }),
    message({ message_id: 4, channel_url: 'd3', ...by('third') }),
    message({ message_id: 5, channel_url: 'open', ...by('a') }),
    message({ message_id: 6, channel_url: 'lost', ...by('a') }),
    message({ message_id: 7, type: 'ADMM', channel_url: 'd1', user: undefined }),
  ];
  const files = { 'open.json': { open_channels: [open] } };
  const all = await readWith(list, { groups, files });
  const skipped = await readWith(list, { groups, files, options: { directMessages: 'skip' } });

  expect(all.messages.map(({ muid, receiver }) => [muid, receiver])).toEqual([
    ['sb-3', 'd3'],
    ['sb-4', 'd3'],
    ['sb-5', 'open'],
    ['sb-6', 'lost'],
    ['sb-2', 'a'],
    ['sb-1', 'b'],
  ]);
  expect(
    all.groups.map(({ guid, type, owner, metadata }) => [guid, type, owner, metadata]),
  ).toEqual([
    ['d3', 'private', undefined, undefined],
    ['plain', 'private', 'b', { frozen: true }],
    ['code', 'public', undefined, undefined],
    ['open', 'public', undefined, undefined],
    ['lost', 'private', undefined, undefined],
  ]);
  expect(all.members.map(({ guid, uid, scope }) => [guid, uid, scope]).slice(-4)).toEqual([
    ['code', 'a', undefined],
    ['code', 'b', undefined],
    ['open', 'a', undefined],
    ['lost', 'a', undefined],
  ]);
  expect(all.filtered).toMatchObject({
    'another record of the same conversation is in the export': 1,
    'the conversation is of two people': 4,
    'no user sent it, in a conversation of two people': 1,
  });
  expect(skipped.messages.map(({ muid }) => muid)).not.toContain('sb-1');
  expect(skipped.filtered['directMessages is skip']).toBe(3);
  const [coded] = (await readWith([], { groups: [groups[4]!] })).groups;
  expect(coded).toMatchObject({ type: 'private', metadata: { data: 'a text' } });
});

test('members: operators, invited, muted and banned ones, and roles beside the messages', async () => {
  const people = [
    { user_id: 'op', role: 'operator', state: 'joined' },
    { user_id: 'inv', state: 'invited' },
    { user_id: 'plain', role: 'none', name: 'Plain', image: 'https://h.example/p.png' },
  ];
  const groups = [channel('town', ['plain', 'late'], { member_count: 6, joined_member_count: 5 })];
  const all = await readFiles({
    'channels.json': JSON.stringify({ group_channels: groups }),
    'messages.json': JSON.stringify({
      messages: [message()],
      channel: { ...channel('town', [], { member_count: 5 }), members: people },
    }),
    'banned.json': JSON.stringify({
      banned_list: [{ user: { user_id: 'ban' } }],
      channel_url: 'town',
    }),
    'muted.json': JSON.stringify({ muted_list: [{ user_id: 'late' }], channel_url: 'town' }),
    'members.json': JSON.stringify({
      channel_url: 'town',
      members: [{ user_id: 'plain' }, { user_id: 'inv', state: 'invited' }],
    }),
    'operators.json': JSON.stringify({ operators: [{ user_id: 'late', nickname: 'Late' }] }),
  });

  const known = all.members.map(({ uid, scope, isBanned }) => [uid, scope, isBanned]);
  expect(known.toSorted((one, other) => (String(one) < String(other) ? -1 : 1))).toEqual([
    ['ban', undefined, true],
    ['late', undefined, undefined],
    ['mira', undefined, undefined],
    ['op', 'admin', undefined],
    ['plain', undefined, undefined],
  ]);
  expect(all.notCarried.map(({ type, uid }) => [type, uid])).toEqual([
    ['mutes', 'late'],
    ['members', 'late'],
  ]);
  expect(all.filtered).toMatchObject({
    'the invitation is not accepted': 1,
    'another record of the same membership is in the export': 1,
  });
});

test('messages: units of times, edits, replies, deleted ones, admin messages, what the app added', async () => {
  const list = [
    message({
      updated_at: 1736855700000,
      data: '{"order":7,"token":"secret"}',
      custom_type: 'note',
    }),
    message({
      message_id: 2,
      created_at: 1736855619,
      parent_message_id: '1',
      is_reply_to_channel: true,
    }),
    message({ message_id: 3, is_removed: true, message: 'gone' }),
    message({
      message_id: 4,
      created_at: 1736855620000,
      type: 'ADMM',
      user: undefined,
      message: 'Welcome',
    }),
    message({ message_id: 5, type: 'ADMM', user: undefined, message: '' }),
    message({
      message_id: 6,
      created_at: 1736855621000,
      type: 'BRDM',
      data: '[1]',
      sorted_metaarray: [
        { key: 'k', value: ['v'] },
        { key: 'access_token', value: ['secret'] },
      ],
    }),
    message({
      message_id: 7,
      created_at: 0,
      sorted_metaarray: [{ key: 'email', value: ['secret'] }],
    }),
    message({ message_id: 0, message: 'no id', user: { user_id: 'x', session_token: 'secret' } }),
    message({
      message_id: 8,
      created_at: 1736855622000,
      message: '',
      poll: { title: 'Lunch?', options: [{ text: 'Soup', vote_count: 2 }] },
    }),
  ];
  const all = await readWith(list);
  const skipped = await readWith(list, { options: { systemMessages: 'skip', threads: 'flat' } });

  expect(all.messages.map(({ muid, sentAt, tags }) => [muid, sentAt, tags])).toEqual([
    ['sb-1', 1_736_855_618, ['note']],
    ['sb-2', 1_736_855_619, undefined],
    ['sb-4', 1_736_855_620, undefined],
    ['sb-6', 1_736_855_621, undefined],
    ['sb-8', 1_736_855_622, undefined],
  ]);
  expect(metadataOf(all)).toEqual([
    { editedAt: 1_736_855_700, data: { order: 7 } },
    { parentMuid: 'sb-1', alsoInChannel: true },
    { sendbirdType: 'ADMM' },
    { data: '[1]', metaArray: { k: ['v'] } },
    undefined,
  ]);
  expect(all.messages[4]).toMatchObject({
    type: 'poll',
    data: { customData: { name: 'Lunch?', options: [{ text: 'Soup', votes: 2 }] } },
  });
  expect(all.users).toContainEqual({ uid: 'sendbird-admin', name: 'Admin', tags: ['bot'] });
  expect(all.filtered).toMatchObject({ 'it was deleted': 1, 'there is neither text nor file': 1 });
  expect(all.rejected.map(({ line }) => line)).toEqual([8, 7]);
  expect(all.everything).not.toMatch(/secret|gone/);
  expect(skipped.messages.map(({ muid }) => muid)).toEqual(['sb-1', 'sb-2', 'sb-6', 'sb-8']);
  expect(metadataOf(skipped)[1]).toBeUndefined();
});

test('data and metadata that are too long are listed, and the fields beside them are kept', async () => {
  const long = 'x'.repeat(3000);
  const metadata = { long, level: '3' };
  const theo = { user_id: 'theo', nickname: 'Theo', profile_url: '', metadata };
  const all = await readWith(
    [
      message({ data: JSON.stringify({ order: long, shop: 1 }) }),
      message({ message_id: 2, data: long }),
    ],
    {
      groups: [channel('town', ['theo'], { metadata, data: JSON.stringify({ long, floor: 2 }) })],
      files: { 'users.json': { users: [theo] } },
    },
  );

  expect(metadataOf(all)).toEqual([{ data: { shop: 1 } }, undefined]);
  expect(all.groups[0]).toMatchObject({ metadata: { data: { floor: 2 }, level: '3' } });
  expect(all.users.find(({ uid }) => uid === 'theo')).toMatchObject({ metadata: { level: '3' } });
  expect(all.notCarried).toMatchObject([
    { type: 'custom fields', guid: 'town', field: 'data.long' },
    { type: 'custom fields', guid: 'town', field: 'long' },
    { type: 'custom fields', uid: 'theo', field: 'long' },
    { type: 'custom fields', muid: 'sb-1', field: 'data.order' },
    { type: 'custom fields', muid: 'sb-2', field: 'data' },
  ]);
  expect(all.account.records).toContainEqual({ type: 'custom fields', count: 5 });
});

test('long names of channels and users are cut and counted', async () => {
  const theo = { user_id: 'theo', nickname: 't'.repeat(150) };
  const all = await readWith([], {
    groups: [channel('c1', ['theo'], { name: 'c'.repeat(101) })],
    files: { 'users.json': { users: [{ ...theo, profile_url: '' }] } },
  });

  expect([...all.groups, ...all.users].map(({ name }) => name)).toEqual([
    'c'.repeat(100),
    't'.repeat(100),
  ]);
  expect(all.account.notes).toEqual(
    ['groups', 'users'].map((subject) => ({
      subject,
      fact: 'names cut to 100 characters',
      count: 1,
    })),
  );
});

test.each([
  ['@Theo, @{th@eo} @Theodor', '<@uid:th_eo_1tnxfa>, <@uid:th_eo_1tnxfa> @Theodor'],
  ['`@Theo` mail@Theo', '`@Theo` mail@Theo'],
  ['https://a.example/@Theo', 'https://a.example/@Theo'],
])('the text %j becomes %j', async (text, shown) => {
  const mentioned_users = [{ user_id: 'th@eo', nickname: 'Theo' }];
  expect(textsOf(await readWith([message({ message: text, mentioned_users })]))).toEqual([shown]);
});

const fileAt = (url: string, fields: object = {}): object => ({ url, ...fields });

test('files: types by name where they are not given, several, with a key, without an address', async () => {
  const list = [
    message({ files: [fileAt('https://f.example/1/b.png', { type: 'application/octet-stream' })] }),
    message({
      message_id: 2,
      message: '',
      files: [
        fileAt('https://f.example/2/a.pdf', { name: 'A.pdf', size: 3 }),
        fileAt('https://f.example/2/x', {
          file_name: 'v.mp4',
          file_type: 'video/mp4',
          file_size: 4,
        }),
      ],
    }),
    message({
      message_id: 3,
      message: '',
      file: fileAt('https://f.example/3?auth=secret', { name: 'c.txt' }),
    }),
    message({
      message_id: 4,
      message: '',
      require_auth: true,
      file: fileAt('https://f.example/4', { name: 'd' }),
    }),
    message({ message_id: 5, message: '', file: fileAt('no address', { name: 'e' }) }),
  ];
  const all = await readWith(list);
  const served = await readWith(list, { options: { filesUrl: 'https://files.example/sb' } });

  expect(shownRows(all)).toEqual([
    ['sb-1', 'image', 'hello', 'https://f.example/1/b.png', 'b.png'],
    ['sb-2', 'file', undefined, 'https://f.example/2/a.pdf', 'A.pdf'],
    ['sb-2-f2', 'video', undefined, 'https://f.example/2/x', 'v.mp4'],
    ['sb-3', 'text', '[file c.txt]', undefined, undefined],
    ['sb-4', 'text', '[file d]', undefined, undefined],
    ['sb-5', 'text', '[file e]', undefined, undefined],
  ]);
  expect(shownRows(served).map(([, , , url]) => url)).toEqual([
    'https://files.example/sb/1/b.png',
    'https://files.example/sb/2/a.pdf',
    'https://files.example/sb/2/x',
    'https://files.example/sb/3',
    'https://files.example/sb/4',
    undefined,
  ]);
  expect(all.everything + served.everything).not.toContain('secret');
});

function shownRows({ messages: found }: WholeExport): unknown[][] {
  return found.map(({ muid, type, data }) => {
    const { text, attachments } = data as {
      text?: string;
      attachments?: { url: string; name: string }[];
    };
    return [muid, type, text, attachments?.[0]?.url, attachments?.[0]?.name];
  });
}

test('the latest copy of a message counts; reactions of members only, each user once', async () => {
  const reactions = [
    { key: ':wave:', user_ids: ['mira', 'mira', 'stranger'], updated_at: 1736855800000 },
  ];
  const all = await readWith(
    [
      message({ message: 'old', reactions }),
      message({ message: 'new', updated_at: 1736855700000, reactions }),
      message({ message_id: 2, is_removed: true, reactions: [{ key: 'x', user_ids: ['mira'] }] }),
    ],
    { groups: [channel('town', ['mira'])] },
  );

  expect(textsOf(all)).toEqual(['new']);
  expect(all.reactions).toMatchObject([
    { muid: 'sb-1', uid: 'mira', reaction: ':wave:', reactedAt: 1_736_855_800 },
  ]);
  expect(all.notCarried.map(({ muid, reason }) => [muid, reason])).toEqual([
    ['sb-1', 'the user is not a member of the group'],
    ['sb-2', 'the message is filtered'],
  ]);
});

test('what is broken or unknown is accounted for', async () => {
  const all = await readFiles({
    'a.jsonl': `${JSON.stringify(message())}\n{"secret\n{"some":"thing"}\n`,
    'b.json': '{"messages":[{"message_id":7,"channel_url":"town","secret":,},5]}',
    'c.json': JSON.stringify({ group_channels: [{ name: 'no url', data: '' }], next: 'x' }),
  });

  expect(all.rejected.map(({ file, line }) => [file, line])).toEqual([
    ['c.json/group_channels', 1],
    ['a.jsonl', 2],
    ['b.json/messages', 1],
    ['b.json/messages', 2],
  ]);
  expect(all.notCarried).toMatchObject([{ type: 'other records', file: 'a.jsonl', line: 3 }]);
  expect(all.everything).not.toContain('secret');
});

const placeOf = ({ receiver, sentAt }: Row): string => `${String(receiver)} ${String(sentAt)}`;

const byChannel = ({ messages: found }: WholeExport): WholeExport['messages'] =>
  found.toSorted((a, b) => placeOf(a).localeCompare(placeOf(b)));

test('files that were made for the import of Sendbird: channels with their messages, which have no ids', async () => {
  const [town, harbour] = ['town', 'harbour'].map((url) => ({
    channel: { ...channel(url, ['mira', 'joel', 'ana']), created_at: 1_736_851_000 },
    messages: [
      { user_id: 'mira', type: 'MESG', message: 'hello', ts: 1_736_851_800_000, dedup_id: 1 },
      { user_id: 'joel', type: 'MESG', message: 'hi', ts: 1_736_851_801_000 },
      {
        user_id: 'joel',
        type: 'FILE',
        ts: 1_736_851_802_000,
        url: 'https://files.example/a.png',
        file_name: 'a.png',
        file_type: 'image/png',
        file_size: 12,
      },
    ],
  }));
  const first = await readFiles({ 'messages.json': JSON.stringify([town, harbour]) });
  const broken = { ...harbour, messages: [...harbour!.messages, 'secret'] };
  const lined = await readFiles({ 'messages.jsonl': lines([broken, town!]) });

  expect(first.groups.map(({ guid }) => guid)).toEqual(['town', 'harbour']);
  const made = byChannel(first);
  expect(
    made.map((each) => [each['receiver'], each['sender'], each['type'], each['sentAt']]),
  ).toEqual(
    ['harbour', 'town'].flatMap((guid) => [
      [guid, 'mira', 'text', 1_736_851_800],
      [guid, 'joel', 'text', 1_736_851_801],
      [guid, 'joel', 'image', 1_736_851_802],
    ]),
  );
  expect(made[2]).toMatchObject({
    data: { attachments: [{ name: 'a.png', url: 'https://files.example/a.png', size: 12 }] },
  });
  expect(new Set(made.map((each) => each['muid'])).size).toBe(6);
  expect(byChannel(lined)).toEqual(made);
  expect(first).toMatchObject({ rejected: [], notCarried: [] });
  expect(lined).toMatchObject({ rejected: [{ file: 'messages.jsonl', line: 1 }], notCarried: [] });
  expect(lined.everything).not.toContain('secret');
});
