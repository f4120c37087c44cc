import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openExport } from '../../../src/index.ts';
import { readAll, type WholeExport } from '../../read-all.ts';
import { testFolder, writeZip } from '../../zip-file.ts';
import { writeTar } from '../zulip/example.ts';
import { readFiles, writeFiles } from '../../read-files.ts';
import {
  ann,
  bo,
  channelFile,
  deck,
  deckFile,
  emoji,
  example,
  message,
  readWith,
  user,
} from './example.ts';

const expected = path.join(import.meta.dirname, 'expected.json');
const [annId, boId, cyId] = ['800000000000000001', '800000000000000002', '800000000000000004'];

function textsOf({ messages }: WholeExport): unknown[] {
  return messages.map(({ data }) => (data as { text?: string }).text);
}

function metadataOf({ messages }: WholeExport): unknown[] {
  return messages.map(({ data }) => (data as { metadata?: object }).metadata);
}

const file = (url: string): object => ({
  id: '1',
  url,
  fileName: url.split('?')[0]!.split(/[\\/]/).at(-1),
  fileSizeBytes: 3,
});

const hook = (name: string): object => user(7, name, { isBot: true, nickname: name });

const thread = (id: string, type: string, messages: readonly object[]): object =>
  channelFile(messages, { id, type, categoryId: deck, category: 'deck', name: 'Tides' });

test('the example becomes exactly these records, also from archives and from one file', async () => {
  using folder = testFolder();
  const files = { [deckFile]: example, 'deck_Files/chart 1.png': 'png' };
  writeFiles(folder.file('out'), files);
  const packed = Object.entries(files).map(([name, each]) => ({
    name: `out/${name}`,
    text: typeof each === 'string' ? each : JSON.stringify(each),
  }));
  await writeZip(folder.file('a.zip'), packed);
  await writeTar(folder.file('a.tar.gz'), packed);

  const all = await readAll(folder.file('out'));
  const others = await Promise.all(
    ['a.zip', 'a.tar.gz', `out/${deckFile}`].map((name) => readAll(folder.file(name))),
  );

  const { everything: _everything, ...rest } = all;
  const text = JSON.stringify(rest, undefined, 2).replaceAll(folder.file('out'), '');
  await expect(`${text}\n`).toMatchFileSnapshot(expected);
  for (const { messages, users, members } of others.slice(0, 2))
    expect([messages, users, members]).toEqual([all.messages, all.users, all.members]);
  expect(others[2]!.messages).toHaveLength(3);
  using opened = await openExport(folder.file('a.zip'));
  expect(opened?.rule).toMatch(/^Harbour .*\.json has the channel and the messages/);
});

test('mentions are found by the names that the exporter wrote, the longest first, and not in code or addresses', async () => {
  const cy = user(4, 'bo c', { nickname: 'Bo C' });
  const all = await readWith([
    message(1, { content: '@Bo C and @Bo, @bo; @Bob, `@Bo`, @Unknown', mentions: [bo, cy] }),
    message(2, { content: '@Same', mentions: [bo, user(6, 'Same'), user(5, 'Same')] }),
    message(3, { content: '@Bo: https://a.example/@Bo', mentions: [bo] }),
  ]);

  expect(textsOf(all)).toEqual([
    `<@uid:${cyId}> and <@uid:${boId}>, <@uid:${boId}>; @Bob, \`@Bo\`, @Unknown`,
    '@Same',
    `<@uid:${boId}>: https://a.example/@Bo`,
  ]);
  expect(all.messages[0]).toMatchObject({
    mentionedUserDetails: { [boId]: { name: 'Bo' }, [cyId]: { name: 'Bo C' } },
  });
});

test('an address of e-mail does not mention the user whose name follows its @', async () => {
  const content = 'write to info@bo.example or ask @bo, (@Bo)';
  const all = await readWith([message(1, { content, mentions: [bo] })]);

  expect(textsOf(all)).toEqual([
    `write to info@bo.example or ask <@uid:${boId}>, (<@uid:${boId}>)`,
  ]);
});

test('references that the exporter left as they are, are resolved; deleted ones are named as it does', async () => {
  const role = { id: '700', name: 'Crew', color: null, position: 1 };
  const content = `<@!${boId}> <@800000000000000099> <@&700> <@&701> <#${deck}> <#12> <a:wave:33> <t:1700000000:R> \`<@${boId}>\``;
  const all = await readWith([
    message(1, { content, mentions: [bo], author: { ...ann, roles: [role] } }),
  ]);

  expect(textsOf(all)).toEqual([
    `<@uid:${boId}> @Unknown @Crew @deleted-role #deck #deleted-channel :wave: 2023-11-14T22:13:20.000Z \`<@${boId}>\``,
  ]);
  expect(all.users[0]).toMatchObject({ metadata: { username: 'ann', roles: ['Crew'] } });
});

test.each([
  ['as they were, after a reaction', undefined, ['Crew']],
  ['none any more, after a message without any', [], undefined],
])('the roles of a user are %s', async (_what, roles, carried) => {
  const role = { id: '700', name: 'Crew', color: null, position: 1 };
  const later = { ...bo, roles };
  const all = await readWith([
    message(1, { author: { ...bo, roles: [role] } }),
    roles === undefined
      ? message(2, { reactions: [{ emoji: { name: '👍' }, count: 1, users: [later] }] })
      : message(2, { author: later }),
  ]);

  const found = all.users.find(({ uid }) => uid === boId);
  expect(found!['metadata']).toEqual({ username: 'bo', ...(carried && { roles: carried }) });
});

test('messages of Discord are filtered by their type, whatever their text is, or are texts', async () => {
  const messages = [
    message(1, { type: 'GuildMemberJoin', content: 'Joined the server.', author: bo }),
    message(2, { type: 'RecipientAdd', content: 'Added Cy.', mentions: [user(4, 'Cy')] }),
    message(3, { type: '46', content: '' }),
    message(4, { content: 'Pinned a message.' }),
    message(5, { type: '23', content: 'done' }),
  ];
  const all = await readWith(messages);
  const kept = await readWith(messages, { options: { systemMessages: 'text' } });

  expect(textsOf(all)).toEqual(['Pinned a message.', 'done']);
  expect(all.filtered).toMatchObject({
    'type is GuildMemberJoin, and systemMessages is skip': 1,
    'type is RecipientAdd, and systemMessages is skip': 1,
    'type is 46, and systemMessages is skip': 1,
  });
  expect(all.members.map(({ uid }) => uid)).toEqual([boId, annId, cyId]);
  expect(textsOf(kept)).toHaveLength(4);
  expect(metadataOf(kept)[0]).toEqual({ discordType: 'GuildMemberJoin' });
  expect(kept.filtered).toMatchObject({ 'there is neither text nor file': 1 });
});

test('messages without text: forwards, cards, stickers; those with nothing are filtered', async () => {
  const card = {
    title: 'T',
    description: 'D',
    url: 'https://x.example/?token=secret',
    fields: [{ name: 'n', value: 'v' }],
  };
  const all = await readWith([
    message(1, {
      content: '',
      forwardedMessage: { content: 'from afar', attachments: [], embeds: [card] },
    }),
    message(2, { content: '', embeds: [card] }),
    message(3, { content: ' ', embeds: [{ title: null, url: null, fields: [] }] }),
    message(4, { content: 'with card', embeds: [card], stickers: [{ name: 'wave' }] }),
  ]);

  expect(textsOf(all)).toEqual(['from afar', 'T\nD\nn: v', 'with card\n[sticker wave]']);
  expect(metadataOf(all)[0]).toEqual({ forwarded: true });
  expect(all.filtered).toMatchObject({ 'there is neither text nor file': 1 });
  expect(all.notCarried.filter(({ type }) => type === 'previews')).toHaveLength(2);
  expect(all.everything).not.toContain('secret');
});

test('forwarded stickers, cards with only an author and a footer, and cards with only a picture are carried', async () => {
  const sticker = { name: 'wave', format: 'Png' };
  const url = 'https://x.example/a/pic.png?token=secret';
  const names = { author: { name: 'GitHub' }, footer: { text: 'by a hook' } };
  const all = await readWith([
    message(1, {
      content: '',
      forwardedMessage: { content: '', attachments: [], embeds: [], stickers: [sticker] },
    }),
    message(2, { content: '', embeds: [{ title: '', ...names }] }),
    message(3, { content: '', embeds: [{ title: '', image: { url }, images: [{ url }] }] }),
    message(4, { content: '', embeds: [{ title: 'T', thumbnail: { url } }] }),
  ]);

  expect(textsOf(all)).toEqual(['[sticker wave]', 'GitHub\nby a hook', '[file pic.png]', 'T']);
  expect(all.account.records).toContainEqual({ type: 'files', count: 1 });
  expect(all.everything).not.toContain('secret');
});

test('files: with their names, with their addresses at filesUrl, and no path leaves the export', async () => {
  const signed = 'https://cdn.discordapp.com/attachments/1/2/c.png?ex=aa&is=secret&hm=bb';
  const attachments = [
    'm_Files\\a b.png',
    'm_Files/x%23.txt',
    'C:\\old\\m_Files\\a b.png',
    '..\\..\\etc\\passwd',
    'gone.png',
    signed,
  ].map(file);
  const files = {
    'sub/deck.json': channelFile([message(1, { attachments, content: `see ${signed}` })]),
    'sub/m_Files/a b.png': 'x',
    'sub/m_Files/x#.txt': 'x',
    'sub/m_Files/chat.json': channelFile([message(9)]),
    'sub/page.html': '<html>',
  };
  const plain = await readFiles(files);
  const served = await readFiles(files, { filesUrl: 'https://f.example/d/' });

  expect(plain.messages).toHaveLength(1);
  expect(textsOf(plain)[0]).toMatch(
    /\[file a b.png\]\n\[file x%23.txt\]\n\[file a b.png\]\n\[file passwd\]/,
  );
  expect(plain.everything).not.toContain('secret');
  const addresses = served.messages.map(
    ({ data }) => (data as { attachments: { url: string }[] }).attachments[0]!.url,
  );
  expect(addresses).toEqual(
    [
      'https://f.example/d/sub/m_Files/a%20b.png',
      'https://f.example/d/sub/m_Files/x%23.txt',
      'https://f.example/d/sub/m_Files/a%20b.png',
    ].map((each) => each.replace('/d/sub/', '/d/')),
  );
  expect(served.account.notes).toContainEqual({
    subject: 'files',
    fact: expect.stringContaining('end after about a day') as string,
    count: 1,
  });
  expect(served.notCarried).toContainEqual(
    expect.objectContaining({
      type: 'other files',
      file: expect.stringContaining('page.html') as string,
    }),
  );
});

test('a file of a message is not one that is not carried, whatever its folder and format are', async () => {
  const attachment = { fileName: 'notes.txt', url: String.raw`media\notes-0a1b.txt` };

  const all = await readFiles({
    'general.json': channelFile([message(1, { attachments: [attachment] })]),
    'media/notes-0a1b.txt': 'x',
    'media/page.html': '<p>',
  });

  expect(all.notCarried).toEqual([
    expect.objectContaining({ file: expect.stringContaining('media/page.html') as string }),
  ]);
});

test('a webhook writes under many names; deleted accounts keep their ids', async () => {
  const all = await readWith(
    [
      message(1, { author: hook('Build') }),
      message(2, { author: hook('Deploy') }),
      message(3, { author: user(3, 'Deleted User') }),
      message(4, { author: user(5, 'deleted_user_ab12cd34') }),
      message(5, { author: user(6, 'deleted_user_fan') }),
    ],
    {},
  );
  const kept = await readWith([message(3, { author: user(3, 'Deleted User') })], {
    options: { deletedUsers: 'keep' },
  });

  expect(metadataOf(all).slice(0, 2)).toEqual([{ username: 'Build' }, undefined]);
  expect(all.users[0]).toMatchObject({ name: 'Deploy', tags: ['bot'] });
  expect(Object.keys(all.deactivated)).toEqual(['800000000000000003', '800000000000000005']);
  expect(kept.deactivated).toEqual({});
});

test('a reply quotes; it is no thread', async () => {
  const reference = { messageId: '950000000000000001', channelId: deck };
  const all = await readWith([
    message(1),
    message(2, { type: 'Reply', reference }),
    message(3, { reference }),
  ]);

  expect(metadataOf(all)).toEqual([
    undefined,
    { quotedMuid: 'discord-950000000000000001' },
    undefined,
  ]);
});

test('threads are in the group of their channel, or in groups of their own; private ones always are', async () => {
  const files = {
    'deck.json': channelFile([message(1), message(5)]),
    'thread.json': thread('950000000000000001', 'GuildPublicThread', [message(2, { author: bo })]),
    'lost.json': thread('949000000000000000', '11', [message(3)]),
    'private.json': thread('949000000000000009', 'GuildPrivateThread', [message(4)]),
    'forum.json': channelFile([message(6), message(7)], {
      id: '950000000000000006',
      type: 'GuildPublicThread',
      categoryId: '77',
      category: 'ideas',
      name: 'Post',
    }),
  };
  const all = await readFiles(files);
  all.messages.sort((one, other) => (String(one['muid']) < String(other['muid']) ? -1 : 1));
  const own = await readFiles(files, { threads: 'groups', channels: 'public' });

  const parent = { parentMuid: 'discord-950000000000000001', thread: 'Tides' };
  expect(all.messages.map(({ receiver }) => receiver)).toEqual([
    deck,
    deck,
    deck,
    '949000000000000009',
    deck,
    '77',
    '77',
  ]);
  expect(metadataOf(all)).toEqual([
    undefined,
    parent,
    { ...parent, parentMuid: 'discord-949000000000000000', parentMissing: true },
    undefined,
    undefined,
    undefined,
    { parentMuid: 'discord-950000000000000006', thread: 'Post' },
  ]);
  expect(all.groups.map(({ guid, name, type }) => [guid, name, type])).toEqual([
    [deck, 'deck', 'private'],
    ['949000000000000009', 'Tides', 'private'],
    ['77', 'ideas', 'private'],
  ]);
  expect(all.members.filter(({ guid }) => guid === deck).map(({ uid }) => uid)).toEqual([
    annId,
    boId,
  ]);
  expect(own.groups.map(({ type }) => type)).toEqual([
    'public',
    'public',
    'public',
    'private',
    'public',
  ]);
  expect(own.groups.find(({ guid }) => guid === '949000000000000000')).toMatchObject({
    metadata: { parentGroup: deck, thread: true },
  });
});

test('parts of a channel are one group, and a message that several files have is one, as the last file has it', async () => {
  const later = { exportedAt: '2025-06-01T00:00:00Z' };
  const all = await readFiles({
    'deck.json': channelFile([message(1), message(2, { content: 'old' })]),
    'deck [part 2].json': channelFile([message(2, { content: 'new' }), message(3)], {}, later),
    'deck (after 2025).json': channelFile(
      [message(2, { content: 'old' })],
      {},
      { dateRange: { after: '2025-01-01T00:00:00Z', before: null } },
    ),
  });

  expect(textsOf(all)).toEqual(['hello', 'new', 'hello']);
  expect(all.groups).toHaveLength(1);
  expect(all.filtered).toMatchObject({
    'another file of the channel has it too': 2,
    'a further file of a channel': 2,
  });
  expect(all.account.notes).toContainEqual(
    expect.objectContaining({
      subject: 'channels',
      fact: expect.stringContaining('range of dates') as string,
    }),
  );
});

test('ids are never numbers: neighbours stay apart, in the order of their ids, and numbers are rejected', async () => {
  const all = await readWith([message(2), message(1), message(3, { id: 950_000_000_000_000_100 })]);

  expect(all.messages.map(({ muid }) => muid)).toEqual([
    'discord-950000000000000001',
    'discord-950000000000000002',
  ]);
  expect(all.rejected).toMatchObject([{ line: 3 }]);
  const noChannel = await readWith([message(1)], { channel: { id: Number(deck) } });
  expect(noChannel.rejected.map(({ line }) => line)).toEqual([1, 1]);
});

test('times have the offset of the machine that exported, and are never rounded up', async () => {
  const all = await readWith([
    message(1, { timestamp: '2025-05-01T10:00:00.9999999+02:00' }),
    message(2, { timestamp: '2025-05-01T08:00:01+00:00' }),
    message(3, { timestamp: 'soon' }),
  ]);

  expect(all.messages.map(({ sentAt }) => sentAt)).toEqual([
    1_746_086_400, 1_746_086_401, 1_646_568_050,
  ]);
});

test('direct conversations are from one to the other; of one in which only one wrote, the other has to be named', async () => {
  const direct = { type: 'DirectTextChat', category: 'Private', name: 'bo' };
  const both = [
    message(1),
    message(2, { author: bo, reactions: [{ emoji, count: 1, users: [ann] }] }),
  ];
  const all = await readWith(both, { channel: direct });
  const skipped = await readWith(both, { channel: direct, options: { directMessages: 'skip' } });
  const one = await readWith([message(1)], { channel: direct });
  const named = await readWith([message(1)], {
    channel: direct,
    options: { peers: { [deck]: cyId } },
  });
  const group = await readWith(both, { channel: { type: 'DirectGroupTextChat', name: null } });

  expect(all.messages.map(({ receiverType, receiver }) => [receiverType, receiver])).toEqual([
    ['user', boId],
    ['user', annId],
  ]);
  expect(all.reactions).toHaveLength(1);
  expect(all.groups).toEqual([]);
  expect(skipped.filtered).toMatchObject({ 'directMessages is skip': 2 });
  expect(skipped.notCarried).toMatchObject([
    { type: 'reactions', reason: 'the message is filtered' },
  ]);
  expect(one.messages).toEqual([]);
  expect(one.filtered).toMatchObject({
    'the export names only one of the two people: name the other one under peers': 1,
  });
  expect(named.messages).toMatchObject([{ receiver: cyId }]);
  expect(named.users[1]).toMatchObject({ uid: cyId, tags: ['chatferry-placeholder'] });
  expect(group.groups).toMatchObject([{ name: 'Ann A, Bo', type: 'private' }]);
});

test('reactions: of users, without users in older exports, and of emoji that a server made', async () => {
  const own = { id: '33', name: 'anchor', code: 'anchor' };
  const all = await readWith([
    message(1, {
      reactions: [
        { emoji: own, count: 1, users: [bo] },
        { emoji, count: 5 },
      ],
    }),
  ]);

  expect(all.reactions).toMatchObject([{ uid: boId, reaction: ':anchor:' }]);
  expect(all.notCarried).toMatchObject([{ reason: 'the export does not name the user', count: 5 }]);
  expect(all.account.records).toContainEqual({ type: 'reactions', count: 6 });
});

test('a file that is cut off is refused; a message that is broken spoils only itself', async () => {
  using folder = testFolder();
  const whole = JSON.stringify(channelFile([message(1), message(2)]));
  writeFileSync(folder.file(deckFile), whole.slice(0, whole.indexOf('"messageCount"') - 2));
  await expect(readAll(folder.path)).rejects.toThrow('ends before');

  writeFileSync(folder.file(deckFile), whole.replace('"content":"hello"', '"content":hello'));
  const all = await readAll(folder.path);
  expect(all.messages).toHaveLength(1);
  expect(all.rejected).toMatchObject([{ line: 1 }]);

  writeFileSync(folder.file(deckFile), whole.replace(',"messageCount":2', ''));
  const counted = await readAll(folder.path);
  expect(counted.account.notes).toContainEqual(
    expect.objectContaining({ fact: expect.stringContaining('as many messages') as string }),
  );
});

test('a channel that another program wrote without the range of dates is known by its type', async () => {
  using folder = testFolder();
  const { dateRange: _range, ...rest } = channelFile([message(1)]) as Record<string, unknown>;
  writeFiles(folder.file('typed'), { 'a.json': rest });
  writeFiles(folder.file('other'), { 'a.json': { ...rest, channel: { id: '1', type: 'text' } } });

  expect((await readAll(folder.file('typed'))).messages).toHaveLength(1);
  expect(await openExport(folder.file('other'))).toBeUndefined();
});

test('a channel of a type that is not known is a group, also where every object has a field of this name', async () => {
  const { channel, ...rest } = channelFile([message(1)]) as { readonly channel: object };
  using folder = testFolder();
  writeFiles(folder.path, { 'a.json': { ...rest, channel: { ...channel, type: 'constructor' } } });

  const all = await readAll(folder.path);

  expect(all.messages.map(({ receiverType }) => receiverType)).toEqual(['group']);
});

test('the data package of a user is refused with what to do; other JSON is not taken for a channel', async () => {
  using folder = testFolder();
  writeFiles(folder.file('package'), { 'messages/index.json': {}, 'account/user.json': {} });
  await expect(openExport(folder.file('package'))).rejects.toMatchObject({
    code: 'unknown-system',
    fix: expect.stringContaining('DiscordChatExporter') as string,
  });
  writeFiles(folder.file('other'), {
    'a.json': { guild: null, channel: 'x', messages: [] },
    'b.json': '[1,',
  });
  expect(await openExport(folder.file('other'))).toBeUndefined();
});
