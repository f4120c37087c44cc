import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ExportFiles, openExport } from '../../../src/index.ts';
import { metadataOf, readAll, textsOf, type WholeExport } from '../../read-all.ts';
import { testFolder, writeZip } from '../../zip-file.ts';
import { writeTar } from '../zulip/example.ts';
import {
  bytesOf,
  catUid,
  collections,
  direct,
  type Form,
  member,
  message,
  mira,
  miraUid,
  readWith,
  theo,
  theoUid,
  writeDump,
} from './example.ts';

const expected = path.join(import.meta.dirname, 'expected.json');

function shown(all: WholeExport, form: Form): string {
  const { everything: _everything, ...rest } = all;
  const ending = form === 'lines' ? '.jsonl' : form.startsWith('bson') ? `.${form}` : '.json';
  return JSON.stringify(rest, undefined, 2)
    .replaceAll(`${ending}:`, ':')
    .replaceAll(`${ending}"`, '"');
}

test('the example becomes exactly these records, from lines, indented documents, arrays and BSON', async () => {
  using folder = testFolder();
  const found = new Map<Form, string>();
  for (const form of ['lines', 'pretty', 'array', 'bson', 'bson.gz'] as const) {
    writeDump(folder.file(form), collections, form);
    const all = await readAll(folder.file(form));
    expect(all.everything).not.toContain('secret');
    found.set(form, shown(all, form).replaceAll(folder.file(form), ''));
  }

  await expect(`${found.get('lines')}\n`).toMatchFileSnapshot(expected);
  for (const text of found.values()) expect(text).toBe(found.get('lines'));
});

test('it is read from a ZIP and a tar archive, and from files with other names', async () => {
  using folder = testFolder();
  const parts = Object.entries(collections).map(([name, documents]) => ({
    name: `dump/chat/${name}.json`,
    text: bytesOf(documents, 'lines').toString(),
  }));
  const named = parts.map(({ text }, index) => ({ name: `${index}.json`, text }));
  await writeZip(folder.file('a.zip'), [...parts, { name: 'dump/admin/x.json', text: '{}' }]);
  await writeTar(folder.file('a.tar.gz'), parts);
  await writeZip(folder.file('b.zip'), named);
  writeDump(folder.file('d'), collections);

  const [zip, tar, other, plain] = await Promise.all(
    ['a.zip', 'a.tar.gz', 'b.zip', 'd'].map((name) => readAll(folder.file(name))),
  );

  for (const { messages, members, users } of [zip!, tar!, other!])
    expect([messages, members, users]).toEqual([plain!.messages, plain!.members, plain!.users]);
  expect(zip!.notCarried).toContainEqual(expect.objectContaining({ type: 'other files' }));
  using opened = await openExport(folder.file('b.zip'));
  expect(opened?.rule).toBe('it has messages of rooms in 3.json, and rooms in 1.json');
});

test('an archive of mongodump is refused with what to do, and other folders are not taken for one', async () => {
  using folder = testFolder();
  const mark = Buffer.from('6de29981', 'hex');
  const own = Buffer.concat([mark, Buffer.from('…rocketchat_message…')]);
  writeFileSync(folder.file('dump.archive'), own);
  writeFileSync(folder.file('app.archive'), Buffer.concat([mark, Buffer.from('…users…')]));
  writeDump(folder.file('other'), { rocketchat_message: [{ a: 1 }], rocketchat_room: [{ a: 1 }] });

  await expect(openExport(folder.file('dump.archive'))).rejects.toMatchObject({
    code: 'bad-archive',
    fix: expect.stringContaining('--out') as string,
  });
  expect(await openExport(folder.file('other'))).toBeUndefined();
  expect(await openExport(folder.file('app.archive'))).toBeUndefined();
  mkdirSync(folder.file('any'));
  writeFileSync(folder.file('any/users.json.gz'), 'not gzip');
  writeFileSync(folder.file('any/x.bson'), 'not BSON');
  writeFileSync(folder.file('any/y.json'), '[{"a": 1}, ');
  expect(await openExport(folder.file('any'))).toBeUndefined();
});

test.each([
  [
    'a length over 16 MiB',
    (bytes: Buffer) => bytes.writeInt32LE(0x7fff_ffff, 0),
    'document 1, at byte 0',
  ],
  [
    'a length of nothing',
    (bytes: Buffer) => bytes.writeInt32LE(4, 0),
    'claims a length of 4 bytes',
  ],
  [
    'a negative length',
    (bytes: Buffer) => bytes.writeInt32LE(-1, 0),
    'claims a length of -1 bytes',
  ],
])('BSON with %s is refused', async (_what, forge, why) => {
  using folder = testFolder();
  writeDump(folder.path, collections, 'bson');
  const file = folder.file('rocketchat_message.bson');
  const bytes = readFileSync(file);
  forge(bytes);
  writeFileSync(file, bytes);

  await expect(readAll(folder.path)).rejects.toThrow(why);
});

test('files that are cut off are refused; a document that is broken inside is rejected', async () => {
  using folder = testFolder();
  writeDump(folder.path, collections, 'bson');
  const file = folder.file('rocketchat_message.bson');
  const bytes = readFileSync(file);
  writeFileSync(file, bytes.subarray(0, -3));
  await expect(readAll(folder.path)).rejects.toThrow('ends inside document 4');

  const second = bytes.readInt32LE(0);
  bytes[second + 4] = 0x7e; // The type of its first value.
  writeFileSync(file, bytes);
  const all = await readAll(folder.path);
  expect(all.rejected).toMatchObject([{ line: 2 }]);
  expect(all.messages.map(({ muid }) => muid)).toEqual(['rc-m1']);

  using packed = testFolder();
  writeDump(packed.path, collections, 'bson.gz');
  const gz = packed.file('rocketchat_message.bson.gz');
  writeFileSync(gz, readFileSync(gz).subarray(0, -20));
  await expect(readAll(packed.path)).rejects.toMatchObject({ code: 'bad-archive' });
});

test('a document may lie across pieces of a file, and a line that is not JSON spoils only itself', async () => {
  using folder = testFolder();
  const long = 'x'.repeat(400_000);
  const list = [message(), message({ _id: 'm2', blob: long }), message({ _id: 'm3' })];
  writeDump(folder.path, { ...collections, rocketchat_message: list }, 'bson');
  expect((await readAll(folder.path)).messages).toHaveLength(3);

  using lines = testFolder();
  writeDump(lines.path, collections);
  const file = lines.file('rocketchat_message.jsonl');
  writeFileSync(file, `\n{"broken\n${bytesOf([message()], 'lines').toString()}`);
  const all = await readAll(lines.path);
  expect(all.messages).toHaveLength(1);
  expect(all.rejected).toMatchObject([{ line: 2, row: '8 characters, not JSON' }]);

  const cut = bytesOf([message(), message({ _id: 'm2' })], 'pretty').subarray(0, -3);
  writeFileSync(file, cut);
  const rest = await readAll(lines.path);
  expect(rest.messages).toHaveLength(1);
  expect(rest.rejected).toMatchObject([{ line: 2 }]);
});

test('of a user who cannot be read, and of a room without id, nothing secret is kept', async () => {
  using folder = testFolder();
  writeDump(folder.path, {
    ...collections,
    rocketchat_room: [
      ...collections['rocketchat_room']!,
      { t: 'c', msgs: 1, joinCode: 'secret-j' },
    ],
  });
  const file = folder.file('users.jsonl');
  writeFileSync(
    file,
    `${readFileSync(file, 'utf8')}{"_id":"x","services":{"password":"secret-x"\n`,
  );

  const all = await readAll(folder.path);

  expect(all.rejected.map(({ line }) => line)).toEqual([4, 4]);
  expect(all.everything).not.toContain('secret');
});

test.each(['lines', 'array'] as const)(
  'of a message that cannot be read, in the form %s, nothing secret is kept',
  async (form) => {
    using folder = testFolder();
    writeDump(folder.path, collections, form);
    const file = folder.file(`rocketchat_message.${form === 'lines' ? 'jsonl' : 'json'}`);
    const whole = bytesOf([message(), message({ link: '?rc_token=secret-1' })], form).toString();
    writeFileSync(file, whole.replace('"link"', '"link'));

    const all = await readAll(folder.path);

    expect(all.rejected).toMatchObject([{ line: 2, codes: ['bad-json'] }]);
    expect(all.everything).not.toContain('secret');
  },
);

test('ids and numbers are unwrapped, times are never rounded up, equal times keep their order', async () => {
  const ts = { $date: { $numberLong: '1736478630999' } };
  const all = await readWith([
    message({ _id: { $oid: '65a0c0ffee65a0c0ffee65a0' }, ts }),
    message({ _id: 'b', ts }),
    message({ _id: 'a', ts }),
  ]);

  expect(all.messages.map(({ muid, sentAt }) => [muid, sentAt])).toEqual([
    ['rc-65a0c0ffee65a0c0ffee65a0', 1_736_478_630],
    ['rc-b', 1_736_478_630],
    ['rc-a', 1_736_478_630],
  ]);
});

test('earlier versions, deleted and encrypted messages, and those in no room are counted by reason', async () => {
  const all = await readWith([
    message({ _id: 'old', _hidden: true, parent: 'm1', msg: 'helo' }),
    message({ editedAt: { $date: 1_736_478_640_000 } }),
    message({ _id: 'm2', t: 'rm' }),
    message({ _id: 'm3', t: 'e2e', msg: 'cipher' }),
    message({ _id: 'm4', rid: undefined }),
    message({ _id: 'm5', msg: undefined }),
    message({ _id: 'm6', t: 'uj', msg: 'theo' }),
  ]);

  expect(textsOf(all)).toEqual(['hello']);
  expect(metadataOf(all)).toEqual([{ editedAt: 1_736_478_640 }]);
  expect(all.filtered).toMatchObject({
    'an earlier version that the server kept': 1,
    'it was deleted': 1,
    'it is in no room': 1,
    'there is neither text nor file': 1,
    'type is uj, and systemMessages is skip': 1,
  });
  expect(all.notCarried).toMatchObject([{ type: 'encrypted messages', id: 'm3' }]);
  expect(all.everything).not.toContain('cipher');
  const written = await readWith([message({ t: 'r', msg: 'new-name' })], {
    options: { systemMessages: 'text' },
  });
  expect(metadataOf(written)).toEqual([{ rocketchatType: 'r' }]);
});

const people = [
  { _id: theo, username: 'theo' },
  { _id: mira, username: 'mira' },
  { _id: 'all', username: 'all' },
  { _id: 'tEam1', username: 'makers', type: 'team' },
];
const rooms = [
  { _id: 'GENERAL', name: 'general' },
  { _id: 'dSc1', name: 'x7a' },
];

test.each([
  ['@theo, @mira. @all @here @makers', `<@uid:${theoUid}>, <@uid:${miraUid}>. @all @here @makers`],
  ['mail a@mira or @stranger', 'mail a@mira or @stranger'],
  ['`@theo` @theo', `\`@theo\` <@uid:${theoUid}>`],
  ['```\n@theo #x7a\n```', '```\n@theo #x7a\n```'],
  ['in #x7a and #general and #other', 'in #About lunch and #general and #other'],
  ['*bold* &amp; https://h.example/?a=1', '*bold* &amp; https://h.example/?a=1'],
])('the text %j becomes %j', async (msg, text) => {
  expect(textsOf(await readWith([message({ msg, mentions: people, channels: rooms })]))).toEqual([
    text,
  ]);
});

test('a quote loses its link and keeps the id, a card of an integration is text, also below another one', async () => {
  const all = await readWith([
    message({
      msg: '[ ](https://chat.example/channel/general?msg=m9) agreed',
      attachments: [{ message_link: 'https://chat.example/?msg=m9', text: 'the quoted text' }],
    }),
    message({
      _id: 'm2',
      msg: '',
      alias: 'Build',
      attachments: [{ title: 'Done', title_link: 'https://ci.example/1', text: 'All green' }],
    }),
    message({
      _id: 'm3',
      msg: 'Build failed',
      attachments: [
        { title: 'job 17', text: 'line 3', fields: [{ title: 'commit', value: 'abc' }] },
        { type: 'file', title: 'a.txt', title_link: '/file-upload/u1/a.txt' },
      ],
    }),
  ]);

  expect(textsOf(all)).toEqual([
    'agreed',
    'Done (https://ci.example/1)\nAll green',
    'Build failed\njob 17\nline 3\ncommit: abc\n[file a.txt]',
  ]);
  expect(metadataOf(all)).toEqual([{ quotedMuid: 'rc-m9' }, { username: 'Build' }, undefined]);
});

const link = (id: string): string => `[ ](https://chat.example/group/board?msg=${id})`;

const quote = (id: string, text: string, more: object = {}): object => ({
  message_link: `https://chat.example/group/board?msg=${id}`,
  author_name: 'theo.l',
  text,
  ...more,
});

test('a message without an own text has the text and the files of what it forwards', async () => {
  const file = {
    title: 'a.png',
    title_link: '/file-upload/u1/a.png',
    image_url: '/file-upload/u1/a.png',
  };
  const all = await readWith([
    message({ msg: link('z1'), attachments: [quote('z1', 'The board said *yes*')] }),
    message({
      _id: 'm2',
      msg: link('z2'),
      attachments: [quote('z2', '', { attachments: [file] })],
    }),
    message({
      _id: 'm3',
      msg: `${link('z3')} `,
      attachments: [quote('z3', `${link('z4')} ok`, { attachments: [quote('z4', 'as well?')] })],
    }),
    message({
      _id: 'm4',
      msg: link('z5'),
      attachments: [quote('z5', link('z6'), { attachments: [quote('z6', 'twice')] })],
    }),
  ]);

  expect(textsOf(all)).toEqual(['The board said *yes*', '[file a.png]', 'ok', 'twice']);
  expect(metadataOf(all)).toMatchObject(
    ['z1', 'z2', 'z3', 'z5'].map((id) => ({ quotedMuid: `rc-${id}` })),
  );
});

test('all messages that one message quotes are in its metadata, in their order', async () => {
  const all = await readWith([
    message({
      msg: `${link('m1')} ${link('m2')} ${link('m3')} compare these`,
      attachments: [quote('m1', 'one'), quote('m2', 'two'), quote('m3', 'three')],
    }),
  ]);

  expect(textsOf(all)).toEqual(['compare these']);
  expect(metadataOf(all)).toEqual([
    { quotedMuid: 'rc-m1', furtherQuotedMuids: ['rc-m2', 'rc-m3'] },
  ]);
});

test('files are named in the text, and are media messages when they are served; no thumbnails', async () => {
  const list = [
    message({
      msg: 'two',
      files: [
        { _id: 'u1', name: 'a b.pdf', type: 'application/pdf', size: { $numberInt: '3' } },
        { _id: 'u2', name: 'c.png', type: 'image/png' },
        { _id: 'u3', name: 'thumb-c.png', type: 'image/png' },
      ],
    }),
    message({ _id: 'm2', msg: '', file: { _id: 'u4', name: 'old.txt', type: 'text/plain' } }),
    message({
      _id: 'm3',
      msg: '',
      attachments: [{ title: 'older', title_link: '/file-upload/u5/x.mp3' }],
    }),
    message({
      _id: 'm4',
      msg: '',
      attachments: [{ image_url: 'https://pics.example/cat.gif?key=secret' }],
    }),
  ];
  const more = {
    rocketchat_uploads: [
      { _id: 'u2', store: 'GridFS:Uploads', complete: true, description: 'Chart' },
    ],
    'rocketchat_uploads.chunks': [{ files_id: 'u2', n: 0 }],
  };

  const named = await readWith(list, { more });
  const served = await readWith(list, { more, options: { filesUrl: 'https://files.example/rc/' } });

  expect(textsOf(named)).toEqual([
    'two\n[file a b.pdf]\n[file c.png] Chart',
    '[file old.txt]',
    '[file older]',
    undefined,
  ]);
  expect(named.account.notes).toContainEqual({
    subject: 'files',
    fact: 'in the dump in pieces of GridFS, which are copied from a folder with rocketchat_uploads.chunks.bson; messages have their names, and with copies or filesUrl their addresses',
    count: 4,
  });
  const sent = served.messages.map(({ muid, type, data }) => {
    const { text, attachments } = data as { text?: string; attachments: { url: string }[] };
    return [muid, type, text, attachments[0]!.url];
  });
  expect(sent).toEqual([
    ['rc-m1', 'file', 'two', 'https://files.example/rc/file-upload/u1/a%20b.pdf'],
    ['rc-m1-f2', 'image', 'Chart', 'https://files.example/rc/file-upload/u2/c.png'],
    ['rc-m2', 'file', undefined, 'https://files.example/rc/file-upload/u4/old.txt'],
    ['rc-m3', 'file', undefined, 'https://files.example/rc/file-upload/u5/older'],
    ['rc-m4', 'image', undefined, 'https://pics.example/cat.gif'],
  ]);
  expect(served.everything).not.toContain('secret');
});

test('threads: the id of the first message, or none', async () => {
  const list = [message(), message({ _id: 'm2', tmid: 'm1', tshow: true })];

  expect(metadataOf(await readWith(list))[1]).toEqual({ parentMuid: 'rc-m1', alsoInChannel: true });
  expect(metadataOf(await readWith(list, { options: { threads: 'flat' } }))[1]).toBeUndefined();
});

test('reactions: by present and past usernames, each user once, members only, names of emoji', async () => {
  const usernames = ['theo.l', 'theo', 'shared', 'rocket.cat'];
  const all = await readWith([
    message({
      reactions: { ':wave::skin-tone-2:': { usernames }, ':token:': { usernames: ['mira'] } },
      starred: [{ _id: theo }],
    }),
    message({ _id: 'm2', u: { _id: theo, username: 'theo' } }),
    message({ _id: 'm3', u: { _id: theo, username: 'shared' } }),
    message({ _id: 'm4', u: { _id: mira, username: 'shared' } }),
    message({ _id: 'm5', t: 'rm', reactions: { ':x:': { usernames: ['mira'] } } }),
  ]);

  expect(all.reactions.map(({ uid, reaction }) => [uid, reaction])).toEqual([
    [theoUid, ':wave:'],
    [miraUid, ':token:'],
  ]);
  expect(all.notCarried.map(({ type, reason }) => [type, reason])).toEqual([
    ['stars', 'the service has no such thing'],
    ['reactions', 'the user gave it twice'],
    ['reactions', 'no user, or more than one, had this username'],
    ['reactions', 'the user is not a member of the group'],
    ['reactions', 'the message is filtered'],
  ]);
});

const dm = { _id: direct, t: 'd', uids: [mira, theo], usernames: ['mira'], msgs: 1 };

test('direct conversations: of two, with oneself, of more, empty copies, removed users, blocks', async () => {
  const more = {
    rocketchat_room: [
      dm,
      { _id: 'self', t: 'd', uids: [mira, mira], msgs: 1 },
      { _id: 'many', t: 'd', uids: [theo, mira, 'rocket.cat'], msgs: 1 },
      { _id: 'copy', t: 'd', uids: [mira, theo, 'rocket.cat'], msgs: 0 },
    ],
    rocketchat_subscription: [
      member(direct, { _id: mira, username: 'mira' }, { t: 'd', blocker: true }),
      member(direct, { _id: theo, username: 'theo.l' }, { t: 'd', blocked: true }),
      member('many', { _id: mira, username: 'mira' }, { t: 'd', ignored: [theo] }),
    ],
  };
  const list = [
    message({ rid: direct }),
    message({ _id: 'm2', rid: direct, u: { _id: theo, username: 'theo.l' } }),
    message({ _id: 'm3', rid: 'self' }),
    message({ _id: 'm4', rid: 'many' }),
    message({ _id: 'm5', rid: direct, u: { _id: 'rocket.cat' }, alias: 'Removed User' }),
  ];

  const all = await readWith(list, { more });
  const skipped = await readWith(list, { more, options: { directMessages: 'skip' } });

  expect(all.messages.map(({ sender, receiver }) => [sender, receiver])).toEqual([
    [miraUid, theoUid],
    [theoUid, miraUid],
    [miraUid, 'many'],
    [catUid, miraUid],
  ]);
  expect(all.groups.map(({ guid, type, name }) => [guid, type, name])).toEqual([
    ['many', 'private', 'theo.l, Mira Okafor, Rocket.Cat'],
  ]);
  expect(all.members.map(({ guid, uid }) => [guid, uid])).toEqual([
    ['many', theoUid],
    ['many', miraUid],
    ['many', catUid],
  ]);
  expect(all.blocks).toMatchObject([{ uid: miraUid, blocked: theoUid }]);
  expect(all.filtered).toMatchObject({
    'an empty conversation of people who have another one': 1,
    'the conversation is of two people': 1,
    'the conversation is with oneself': 1,
  });
  expect(all.notCarried).toMatchObject([{ type: 'ignored users', uid: mira, ignored: theo }]);
  expect(skipped.messages.map(({ receiver }) => receiver)).toEqual(['many']);
});

test('a deleted user has the username that no other user of a conversation has, whatever the order of its lists', async () => {
  const more = {
    rocketchat_room: [
      { _id: 'two', t: 'd', uids: [mira, 'xAbe'], usernames: ['abe', 'mira'] },
      { _id: 'three', t: 'd', uids: [theo, 'xBen', 'xCy'], usernames: ['ben', 'cy', 'theo.l'] },
      { _id: 'four', t: 'd', uids: [mira, theo, 'xDi', 'xEd'], usernames: ['di', 'ed', 'theo.l'] },
    ],
    rocketchat_subscription: [],
  };
  const reactions = { ':clap:': { usernames: ['abe'] } };
  const writer = { _id: 'xCy', username: 'cy', name: 'Cy' };

  const all = await readWith(
    [
      message({ rid: 'two', reactions }),
      message({ _id: 'm2', rid: 'three', u: writer }),
      message({ _id: 'm3', rid: 'four' }),
    ],
    { more },
  );

  const names = Object.fromEntries(all.users.map(({ uid, name }) => [uid, name]));
  expect(names).toMatchObject({ xabe: 'abe', xben: 'ben', xcy: 'Cy', xdi: 'xDi', xed: 'xEd' });
  expect(all.reactions).toMatchObject([{ uid: 'xabe', reaction: ':clap:' }]);
  expect(all.groups.map(({ name }) => name)).toEqual([
    'theo.l, ben, Cy',
    'Mira Okafor, theo.l, xDi, xEd',
  ]);
});

test('groups and members: discussions, archived rooms, rooms without subscriptions or documents', async () => {
  const ts = { $date: '2024-05-01T00:00:00Z' };
  const more = {
    rocketchat_room: [
      ...collections['rocketchat_room']!,
      {
        _id: 'r3',
        t: 'c',
        name: 'old',
        msgs: 1,
        archived: true,
        ro: true,
        topic: 'Old things',
        teamId: 't1',
      },
    ],
    rocketchat_subscription: [
      member('GENERAL', { _id: mira }, { roles: ['owner'], ts: { $date: '2024-03-01T09:00:00Z' } }),
      member('GENERAL', { _id: mira }),
      member('GENERAL', { _id: theo }, { roles: ['moderator'], ts }),
      member('nowhere', { _id: theo }),
    ],
  };

  const all = await readWith(
    [
      message({ rid: 'r3' }),
      message({ _id: 'm2', rid: 'lost', u: { _id: 'gone', username: 'gone.g' } }),
    ],
    { more },
  );

  expect(all.groups).toMatchObject([
    { guid: 'general', type: 'public', name: 'general' },
    { guid: 'dsc1', type: 'private', owner: miraUid, metadata: { parentGroup: 'GENERAL' } },
    { guid: 'r3', metadata: { archived: true, readOnly: true, teamId: 't1' } },
    { guid: 'lost', type: 'private' },
  ]);
  expect(all.descriptions).toEqual({ r3: 'Old things' });
  expect(all.members.map(({ guid, uid, scope, joinedAt }) => [guid, uid, scope, joinedAt])).toEqual(
    [
      ['general', miraUid, 'admin', undefined],
      ['general', theoUid, 'moderator', 1_714_521_600],
      ['r3', miraUid, undefined, undefined],
      ['lost', 'gone', undefined, undefined],
    ],
  );
  expect(all.users.find(({ uid }) => uid === 'gone')).toMatchObject({
    name: 'gone.g',
    tags: ['chatferry-placeholder'],
  });
  expect(all.filtered).toMatchObject({
    'the user has two subscriptions': 1,
    'the room is not in the dump': 1,
  });
});

test.each([
  [1, 2, 'second'],
  [2, 1, 'first'],
  [undefined, undefined, 'second'],
])(
  'of documents with one id, changed at %s and %s, the last change counts, and the other one is counted',
  async (one, other, name) => {
    const twice = (fields: object): object[] =>
      [one, other].map((time, index) => ({
        ...fields,
        name: ['first', 'second'][index],
        _updatedAt: time === undefined ? undefined : { $date: time },
      }));
    const more = {
      users: [...collections['users']!, ...twice({ _id: 'x1', username: 'x', roles: ['user'] })],
      rocketchat_room: [...collections['rocketchat_room']!, ...twice({ _id: 'r1', t: 'c' })],
    };

    const all = await readWith([message()], { more });

    expect(all.users.filter(({ uid }) => uid === 'x1').map((each) => each['name'])).toEqual([name]);
    expect(all.groups.filter(({ guid }) => guid === 'r1').map((each) => each['name'])).toEqual([
      name,
    ]);
    expect(all.filtered).toMatchObject({
      'another record of the same user is in the export': 1,
      'another record of the same conversation is in the export': 1,
    });
  },
);

test('without subscriptions the rooms have the users who list them, or else those who wrote there', async () => {
  using folder = testFolder();
  const { rocketchat_subscription: _none, users, ...rest } = collections;
  const [first, ...others] = users!;
  writeDump(folder.path, {
    ...rest,
    users: [{ ...first, __rooms: ['GENERAL', 'dSc1', direct, 'nowhere'] }, ...others],
    rocketchat_message: [
      message({ u: { _id: theo } }),
      message({ _id: 'm2', rid: 'lost', u: { _id: theo } }),
    ],
  });
  const all = await readAll(folder.path);

  expect(all.members.map(({ guid, uid }) => [guid, uid])).toEqual([
    ['general', miraUid],
    ['dsc1', miraUid],
    ['lost', theoUid],
  ]);
});

test('conversations with customers are filtered with their visitors; visitors who wrote elsewhere are users', async () => {
  const more = {
    users: [
      ...collections['users']!,
      {
        _id: 'v1',
        username: 'guest-1',
        type: 'unknown',
        roles: ['livechat-guest'],
        token: 'secret-v',
      },
      { _id: 'v2', username: 'guest-2', type: 'unknown', roles: ['livechat-guest'] },
      { name: 'no id', roles: ['user'], services: { password: 'secret-p' } },
    ],
    rocketchat_room: [
      ...collections['rocketchat_room']!,
      { _id: 'l1', t: 'l', msgs: 1, v: { _id: 'v1', username: 'guest-1', token: 'secret-t' } },
    ],
    rocketchat_subscription: [member('l1', { _id: mira }), member('GENERAL', { _id: mira })],
  };

  const all = await readWith(
    [
      message({ rid: 'l1', u: { _id: 'v1', username: 'guest-1' }, token: 'secret-m' }),
      message({ _id: 'm2', u: { _id: 'v2', username: 'guest-2' } }),
    ],
    { more },
  );
  const kept = await readWith([], { more, options: { deletedUsers: 'keep' } });

  expect(all.messages).toMatchObject([{ muid: 'rc-m2', sender: 'v2' }]);
  expect(all.users.map(({ uid }) => uid)).not.toContain('v1');
  expect(all.users.map(({ uid }) => uid)).toContain('v2');
  expect(all.rejected).toMatchObject([{ row: expect.stringContaining('no id') as string }]);
  expect(all.filtered).toMatchObject({
    'it is a visitor or an application that wrote nothing': 1,
    'the room is a conversation with a customer': 1,
  });
  expect(all.deactivated).toEqual({ [theoUid]: 1_709_283_600 });
  expect(kept.deactivated).toEqual({});
  expect(all.everything).not.toContain('secret');
});

test('a message without id or with an impossible time is rejected as the dump has it, without secrets', async () => {
  const all = await readWith([
    message({ _id: undefined, token: 'secret-1' }),
    message({ ts: undefined, md: [{ type: 'PARAGRAPH' }], urls: [{ url: 'https://a.example' }] }),
  ]);

  expect(all.messages).toEqual([]);
  expect(all.rejected.map(({ line }) => line)).toEqual([1, 2]);
  expect(all.rejected[1]!.row).toContain('hello');
  expect(all.everything).not.toMatch(/secret|PARAGRAPH|a\.example/);
});

test('files are copied from GridFS in the dump, and others from the server', async () => {
  using folder = testFolder();
  const list = [
    message({
      _id: 'm1',
      msg: 'two',
      files: [
        { _id: 'u1', name: 'a.png', type: 'image/png' },
        { _id: 'u2', name: 'b c.pdf' },
      ],
    }),
  ];
  const dump = {
    ...collections,
    rocketchat_message: list,
    rocketchat_uploads: [
      { _id: 'u1', store: 'GridFS:Uploads', complete: true },
      { _id: 'u2', store: 'AmazonS3:Uploads', complete: true },
    ],
    'rocketchat_uploads.files': [{ _id: 'u1', length: 5 }],
    'rocketchat_uploads.chunks': [
      { files_id: 'u1', n: 1, data: Buffer.from('re') },
      { files_id: 'u0', n: 0, data: Buffer.from('other') },
      { files_id: 'u1', n: 0, data: Buffer.from('pic') },
    ],
  };
  writeDump(folder.file('d'), dump, 'bson');
  const options = { server: 'https://chat.example/' };
  const listed: string[] = [];
  const onFile = ({ file }: { file: string }): void => void listed.push(file);
  const found = await readAll(folder.file('d'), { options, media: { onFile } });
  using opened = await openExport(folder.file('d'));
  using files = new ExportFiles([opened!]);
  const pieces = await files.open(listed[0]!);

  expect(listed).toHaveLength(1);
  expect(Buffer.concat(await Array.fromAsync(pieces!)).toString()).toBe('picre');
  expect(JSON.stringify(found.messages)).toContain(
    '"https://chat.example/file-upload/u2/b%20c.pdf"',
  );
  const to = 'https://copies.example/a.png';
  const find = (key: string) => (key === listed[0] ? { to } : { cause: 'gone' });
  const lost: string[] = [];
  const planned = await readAll(folder.file('d'), {
    options,
    media: { find, onLost: (cause) => lost.push(cause) },
  });
  expect(JSON.stringify(planned.messages)).toContain(`"url":"${to}"`);
  expect(lost).toEqual(['gone']);
});
