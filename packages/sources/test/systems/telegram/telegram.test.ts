import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openArchive } from '../../../src/archive/open-archive.ts';
import { type Entry, openExport } from '../../../src/index.ts';
import { recogniseTelegram } from '../../../src/systems/telegram/recognise.ts';
import { readAll, type WholeExport } from '../../read-all.ts';
import { testFolder, writeZip } from '../../zip-file.ts';
import { readFiles, writeFiles } from '../../read-files.ts';
import { account, chat, example, lost, message, readWith, service } from './example.ts';

const expected = path.join(import.meta.dirname, 'expected.json');
const group = 'channel1500000001';

function textsOf({ messages }: WholeExport): unknown[] {
  return messages.map(({ data }) => (data as { text?: string }).text);
}

function metadataOf({ messages }: WholeExport): unknown[] {
  return messages.map(({ data }) => (data as { metadata?: object }).metadata);
}

function reaction(fields: object = {}): object {
  const recent = [{ from: 'Per', from_id: 'user502', date: '2024-03-01T10:05:00' }];
  return { type: 'emoji', count: 1, emoji: '👍', recent, ...fields };
}

test('the example becomes exactly these records, also from an archive and from one file', async () => {
  using folder = testFolder();
  writeFiles(folder.file('out'), { 'result.json': example, 'files/plan.pdf': 'pdf' });
  const text = JSON.stringify(example);
  const zipped = ['result.json', 'files/plan.pdf'].map((name) => ({
    name: `ChatExport_2024-03-01/${name}`,
    text,
  }));
  await writeZip(folder.file('a.zip'), zipped);

  const all = await readAll(folder.file('out'));
  const zip = await readAll(folder.file('a.zip'));
  const alone = await readAll(folder.file('out/result.json'));

  const { everything: _everything, ...rest } = all;
  const shown = JSON.stringify(rest, undefined, 2).replaceAll(folder.file('out'), '');
  await expect(`${shown}\n`).toMatchFileSnapshot(expected);
  expect([zip.messages, zip.users]).toEqual([all.messages, all.users]);
  expect(alone.messages).toHaveLength(3);
  using opened = await openExport(folder.file('a.zip'));
  expect(opened?.rule).toBe('result.json has a conversation as Telegram Desktop writes it');
});

test('all of an account: groups, channels, people, bots, oneself; contacts and telephone numbers stay out', async () => {
  const chats = [
    chat([message(1, { from: 'Per', from_id: 'user502' }), message(2)], {
      name: 'Per',
      type: 'personal_chat',
      id: 502,
    }),
    chat([message(1, { from: null, from_id: 'user7' })], {
      name: null,
      type: 'personal_chat',
      id: 7,
    }),
    chat([message(3, { from: 'Bot', from_id: 'user9' })], { name: 'Bot', type: 'bot_chat', id: 9 }),
    chat([message(4)], { name: undefined, type: 'saved_messages', id: 501 }),
    chat([message(5)], { name: 'Replies', type: 'replies', id: 1 }),
    chat([message(1)], { type: 'private_group', id: 502 }),
    chat([message(1)], { name: 'News', type: 'public_channel', id: 502 }),
  ];
  const left = {
    about: '',
    list: [
      chat([message(9, { from: 'Per', from_id: 'user502' })], {
        name: 'Gone',
        type: 'public_supergroup',
        id: 8,
      }),
    ],
  };
  const files = { 'result.json': account(chats, { left_chats: left }) };
  const all = await readFiles(files);
  const skipped = await readFiles(files, { directMessages: 'skip' });

  expect(
    all.messages.map(({ muid, receiverType, sender, receiver }) => [
      muid,
      receiverType,
      sender,
      receiver,
    ]),
  ).toEqual([
    ['telegram-user502-user501-1', 'user', 'user502', 'user501'],
    ['telegram-user7-user501-1', 'user', 'user7', 'user501'],
    ['telegram-chat502-user501-1', 'group', 'user501', 'chat502'],
    ['telegram-channel502-1', 'group', 'user501', 'channel502'],
    ['telegram-user502-user501-2', 'user', 'user501', 'user502'],
    ['telegram-user9-user501-3', 'user', 'user9', 'user501'],
    ['telegram-channel8-9', 'group', 'user502', 'channel8'],
  ]);
  expect(all.groups).toEqual([
    { guid: 'chat502', name: 'Rowing', type: 'private' },
    { guid: 'channel502', name: 'News', type: 'public', metadata: { channel: true } },
    { guid: 'channel8', name: 'Gone', type: 'public', metadata: { left: true } },
  ]);
  expect(all.members.map(({ guid, uid }) => [guid, uid])).toEqual([
    ['chat502', 'user501'],
    ['channel502', 'user501'],
    ['channel8', 'user502'],
  ]);
  expect(all.users.map(({ uid, name, tags }) => [uid, name, tags])).toEqual([
    ['user501', 'Ola', undefined],
    ['user502', 'Per', undefined],
    ['user7', 'Deleted account', ['deleted']],
    ['user9', 'Bot', ['bot']],
  ]);
  expect(all.deactivated).toEqual({ user7: 1_709_283_660 });
  expect(all.filtered).toMatchObject({
    'the conversation is with oneself': 1,
    'a list that Telegram keeps by itself': 1,
  });
  expect(all.notCarried).toMatchObject([{ type: 'contacts' }]);
  expect(all.everything).not.toContain('secret');
  expect(skipped.messages).toHaveLength(3);
});

test('a conversation of two alone: the owner is the other sender, or is named', async () => {
  const fields = { name: 'Per', type: 'personal_chat', id: 502 };
  const per = { from: 'Per', from_id: 'user502' };
  const both = await readWith([message(1, per), message(2)], { fields });
  const one = await readWith([message(1, per)], { fields });
  const named = await readWith([message(1, per)], { fields, options: { owner: 'user501' } });

  expect(both.messages.map(({ receiver }) => receiver)).toEqual(['user501', 'user502']);
  expect(one.filtered).toMatchObject({
    'the export does not contain who exported it: name this user under owner': 1,
  });
  expect(named.messages).toMatchObject([{ sender: 'user502', receiver: 'user501' }]);
});

test('the named owner is not in a conversation of two others, which someone else exported', async () => {
  const fields = { type: 'personal_chat', name: 'Bo', id: 7 };
  const messages = [message(1, { from: 'Bo', from_id: 'user7' }), message(2, { from_id: 'user8' })];
  const all = await readWith(messages, { fields, options: { owner: 'user501' } });

  expect(all.messages.map(({ sender, receiver }) => [sender, receiver])).toEqual([
    ['user7', 'user8'],
    ['user8', 'user7'],
  ]);
  expect(all.users).toHaveLength(2);
});

test('a conversation of two whose id is that of neither is between those who wrote in it', async () => {
  const fields = { name: 'Per', type: 'personal_chat', id: 999 };
  const per = { from: 'Per', from_id: 'user502' };
  const messages = [message(1, per), message(2)];
  for (const owner of [undefined, 'user501', 'user7']) {
    const all = await readWith(messages, { fields, options: { owner } });

    expect(all.messages.map(({ sender, receiver }) => [sender, receiver])).toEqual([
      ['user502', 'user501'],
      ['user501', 'user502'],
    ]);
    expect(all.users.map(({ uid }) => uid)).not.toContain('user999');
  }
});

test('older exports: numbers for users, texts in parts, no UNIX times', async () => {
  const old = { date_unixtime: undefined, text_entities: undefined };
  const texts = [
    'see ',
    { type: 'text_link', text: 'https://a.example/', href: 'https://a.example/' },
    { type: 'mention', text: '@per' },
    { type: 'link', text: ' b.example' },
  ];
  const messages = [message(1, { ...old, from_id: 501, text: texts }), message(2, old)];
  const unknown = await readWith(messages);
  const zoned = await readWith(messages, { options: { zone: 'Europe/Oslo' } });

  expect(unknown.rejected.map(({ codes }) => codes)).toEqual([
    ['bad-source-time'],
    ['bad-source-time'],
  ]);
  expect(unknown.account.notes).toContainEqual({
    subject: 'messages',
    fact: 'with the time of a clock whose zone is not known: set zone',
    count: 2,
  });
  expect(zoned.messages.map(({ sentAt }) => sentAt)).toEqual([1_709_283_660, 1_709_283_720]);
  expect(textsOf(zoned)).toEqual(['see https://a.example/@per b.example', 'hello']);
  expect(zoned.users).toMatchObject([{ uid: 'user501' }]);
});

test('older exports: what was never edited has the time 0 of the clock, and is not marked as edited', async () => {
  const old = { date_unixtime: undefined, text_entities: undefined };
  const all = await readWith(
    [
      message(1, { ...old, edited: '1970-01-01T05:00:00' }),
      message(2, { ...old, edited: '1969-12-31T19:00:00' }),
      message(3, { ...old, edited: '2024-03-01T15:00:00' }),
    ],
    { options: { zone: 'Asia/Yekaterinburg' } },
  );

  expect(metadataOf(all)).toEqual([undefined, undefined, { editedAt: 1_709_287_200 }]);
  expect(all.account.notes.filter(({ fact }) => fact.startsWith('edited'))).toMatchObject([
    { count: 1 },
  ]);
});

test('older exports: what has no sender in a channel is from the channel, and is rejected elsewhere', async () => {
  const unsigned = { from: undefined, from_id: undefined };
  const messages = [message(1, unsigned), message(2, { ...unsigned, author: 'Ed' })];
  const fields = { name: 'News', type: 'public_channel', id: 7 };
  const all = await readWith(messages, { fields });
  const elsewhere = await readWith(messages);

  expect(all.messages.map(({ muid, sender }) => [muid, sender])).toEqual([
    ['telegram-channel7-1', 'channel7'],
    ['telegram-channel7-2', 'channel7'],
  ]);
  expect(metadataOf(all)).toEqual([undefined, { username: 'Ed' }]);
  expect(all.users).toMatchObject([{ uid: 'channel7', name: 'News', tags: ['bot'] }]);
  expect(all.members).toMatchObject([{ guid: 'channel7', uid: 'channel7' }]);
  expect(elsewhere.rejected).toHaveLength(2);
});

test('a user who is only mentioned, and whom no record names, is one with the id as name', async () => {
  const mention = { type: 'mention_name', text: 'Per', user_id: 599 };

  const all = await readWith([message(1, { text_entities: [mention] })]);

  expect(all.messages).toMatchObject([
    { mentionedUserDetails: { user599: { uid: 'user599', name: 'user599' } } },
  ]);
});

test('hours that a clock shows twice are reported', async () => {
  const all = await readWith(
    [message(1, { date: '2024-10-27T02:30:00', date_unixtime: undefined })],
    { options: { zone: 'Europe/Oslo' } },
  );

  expect(all.messages).toMatchObject([{ sentAt: 1_729_989_000 }]);
  expect(all.account.notes).toContainEqual(
    expect.objectContaining({ fact: expect.stringContaining('clock change') as string }),
  );
});

test('files: with their addresses, or the sentence in place of a path is a lost file with its name', async () => {
  const files = {
    'ChatExport/result.json': chat([
      message(1, {
        file: 'files/a b.pdf',
        file_name: 'a b.pdf',
        mime_type: 'application/pdf',
        file_size: 3,
      }),
      message(2, { photo: 'photos/p.jpg', text: '', text_entities: [] }),
      message(3, { file: lost, media_type: 'voice_message', text: '', text_entities: [] }),
      message(4, {
        file: '(File exceeds maximum size. Change data exporting settings to download.)',
        file_name: 'big.mp4',
      }),
      message(5, { photo: '(File unavailable, please try again later)' }),
      message(6, { file: '../../etc/passwd', text: '', text_entities: [] }),
      message(7, {
        file: 'stickers/s.webp',
        media_type: 'sticker',
        sticker_emoji: '🚣',
        text: '',
        text_entities: [],
      }),
    ]),
    'ChatExport/files/a b.pdf': 'pdf',
    'ChatExport/photos/p.jpg': 'jpg',
    'other/x.txt': '',
  };
  const plain = await readFiles(files);
  const served = await readFiles(files, { filesUrl: 'https://f.example' });

  expect(textsOf(plain)).toEqual([
    'hello\n[file a b.pdf]',
    '[file p.jpg]',
    '[file voice message]',
    'hello\n[file big.mp4]',
    'hello\n[file photo]',
    '[file passwd]',
    '[sticker 🚣]',
  ]);
  expect(plain.notCarried.map(({ reason }) => reason)).toEqual([
    'the export was made without files of its type',
    'the export was made without files of its size',
    'Telegram could not load it',
  ]);
  expect(served.messages.slice(0, 2)).toMatchObject([
    {
      type: 'file',
      data: {
        text: 'hello',
        attachments: [
          {
            url: 'https://f.example/ChatExport/files/a%20b.pdf',
            size: 3,
            mimeType: 'application/pdf',
          },
        ],
      },
    },
    {
      type: 'image',
      data: { attachments: [{ url: 'https://f.example/ChatExport/photos/p.jpg' }] },
    },
  ]);
});

test('places, votes, contacts and lists are texts; what has nothing is filtered, and so is what is not supported', async () => {
  const empty = { text: '', text_entities: [] };
  const all = await readWith([
    message(1, {
      ...empty,
      location_information: { latitude: 59.9, longitude: 10.7 },
      place_name: 'Pier',
      address: 'Quay 1',
    }),
    message(2, {
      ...empty,
      poll: {
        question: 'When?',
        closed: false,
        total_voters: 1,
        answers: [{ text: 'Six', voters: 1 }],
      },
    }),
    message(3, {
      ...empty,
      contact_information: { first_name: 'Kim', last_name: 'Li', phone_number: '+47 secret' },
      contact_vcard: 'secret',
    }),
    message(4, { ...empty, todo_list: { title: 'Pack', answers: [{ text: 'Rope' }] } }),
    message(5, { ...empty, game_title: 'Chess' }),
    message(8, {
      date: '',
      date_unixtime: undefined,
      contact_information: { first_name: 'Kim', phone_number: '+47 secret' },
    }),
    message(6, { ...empty }),
    message(7, { type: 'unsupported' }),
  ]);

  expect(textsOf(all)).toEqual([
    'Pier\nQuay 1\n[location 59.9, 10.7]',
    '[poll] When?\n- Six (1)',
    '[contact Kim Li]',
    'Pack\n- Rope',
    'Chess',
  ]);
  expect(all.filtered).toMatchObject({
    'there is neither text nor file': 1,
    'Telegram Desktop could not export it': 1,
  });
  expect(all.everything).not.toContain('secret');
});

test('messages of Telegram are filtered, or are texts; topics, replies, forwards and signatures are in the metadata', async () => {
  const messages = [
    service(1, 'topic_created', { title: 'Races' }),
    message(2, { reply_to_message_id: 1 }),
    message(3, {
      reply_to_message_id: 2,
      forwarded_from: 'Kim',
      via_bot: '@gif',
      author: 'Editor',
    }),
    message(4, { reply_to_message_id: 7, reply_to_peer_id: 'channel99' }),
    message(5, { reply_to_message_id: 7, reply_to_peer_id: 'user99' }),
    message(6, { id: -12, edited: '2024-03-01T10:03:00', edited_unixtime: '1709283780' }),
    message(7, { reply_to_message_id: -12 }),
    service(8, 'migrate_from_group', { title: 'Old' }),
  ];
  const all = await readWith(messages);
  const kept = await readWith(messages, { options: { systemMessages: 'text' } });

  expect(metadataOf(all)).toEqual([
    { topic: 'Races' },
    { quotedMuid: `telegram-${group}-2`, forwardedFrom: 'Kim', viaBot: '@gif', username: 'Editor' },
    { quotedMuid: 'telegram-channel99-7' },
    undefined,
    { editedAt: 1_709_283_780 },
    { quotedMuid: `telegram-${group}-n12` },
  ]);
  expect(all.filtered).toMatchObject({
    'action is topic_created, and systemMessages is skip': 1,
    'action is migrate_from_group, and systemMessages is skip': 1,
  });
  expect(textsOf(kept)[0]).toBe('(Ola: topic created)');
  expect(metadataOf(kept)[0]).toEqual({ telegramAction: 'topic_created' });
});

test('members: who wrote, reacted, or was added by a name that one user has; who left is none', async () => {
  const kim = { from: 'Kim', from_id: 'user504' };
  const all = await readWith([
    service(1, 'invite_members', { members: ['Per', 'Twin', 'Unknown', null] }),
    message(2, { reactions: [reaction()] }),
    message(3, kim),
    message(4, { from: 'Twin', from_id: 'user505' }),
    message(5, { from: 'Twin', from_id: 'user506' }),
    service(6, 'remove_members', { members: ['Kim'], actor: 'Kim', actor_id: 'user504' }),
    service(7, 'remove_members', { members: ['Per'] }),
    service(8, 'invite_members', { members: ['Per'] }),
  ]);

  expect(all.members.map(({ uid }) => uid)).toEqual(['user501', 'user502', 'user505', 'user506']);
  expect(all.filtered).toMatchObject({ 'the user has left the group': 1 });
  expect(all.messages).toHaveLength(4);
});

test('reactions: of those who are named; of the others there is only the number, and pictures and stars are no emoji', async () => {
  const all = await readWith([
    message(1, {
      reactions: [
        reaction({ count: 4 }),
        reaction({ type: 'custom_emoji', document_id: 'x', emoji: undefined }),
        { type: 'paid', count: 2 },
      ],
    }),
    message(2, { text: '', text_entities: [], reactions: [reaction()] }),
  ]);

  expect(all.reactions).toMatchObject([{ uid: 'user502', reaction: '👍' }]);
  expect(all.account.notCarried.filter(({ type }) => type === 'reactions')).toEqual([
    { type: 'reactions', reason: 'paid, or an emoji that is a picture', count: 1 },
    { type: 'reactions', reason: 'the export does not name the user', count: 5 },
    { type: 'reactions', reason: 'the message is filtered', count: 1 },
  ]);
  expect(all.account.records).toContainEqual({ type: 'reactions', count: 8 });
});

test('exports of several people: the same message is one, by its id or by sender, second and text', async () => {
  const twice = [message(3), message(3, { id: 4 })];
  const all = await readFiles({
    'ola/result.json': account([
      chat([message(1), ...twice]),
      chat([message(1), message(2, { from: 'Per', from_id: 'user502' })], {
        name: 'Per',
        type: 'personal_chat',
        id: 502,
      }),
      chat([message(5), message(5, { id: 50 })], { name: 'Old', type: 'private_group', id: 3 }),
    ]),
    'per/result.json': account(
      [
        chat([message(1), ...twice, message(9)]),
        chat([message(1, { id: 71 }), message(2, { id: 72, from: 'Per', from_id: 'user502' })], {
          name: 'Ola',
          type: 'personal_chat',
          id: 501,
        }),
        chat([message(5, { id: 75 }), message(6)], { name: 'Old', type: 'private_group', id: 3 }),
      ],
      { personal_information: { user_id: 502, first_name: 'Per' } },
    ),
  });

  expect(all.messages.map(({ muid }) => muid)).toEqual([
    `telegram-${group}-1`,
    'telegram-user502-user501-1',
    'telegram-user502-user501-2',
    `telegram-${group}-3`,
    `telegram-${group}-4`,
    'telegram-chat3-user501-5',
    'telegram-chat3-user501-50',
    'telegram-chat3-user502-6',
    `telegram-${group}-9`,
  ]);
  expect(all.filtered).toMatchObject({
    'another file has it too': 6,
    'another file has the conversation too': 2,
  });
  expect(all.members.filter(({ guid }) => guid === 'chat3').map(({ uid }) => uid)).toEqual([
    'user501',
    'user502',
  ]);
  expect(all.rejected).toEqual([]);
});

const fromPer = { from: 'Per', from_id: 'user502' };

/** A text, also in the form of its parts. */
function saying(text: string): object {
  return { text, text_entities: [{ type: 'plain', text }] };
}

function editedAfter(id: number, seconds: number): object {
  return { edited: 'x', edited_unixtime: String(1_709_283_600 + id * 60 + seconds) };
}

/** The conversation of two people, as each of them exported it. */
function bothAccounts(ola: readonly object[], other: readonly object[]): Record<string, object> {
  const own = { personal_information: { user_id: 502, first_name: 'Per' } };
  return {
    'a/result.json': account([chat(ola, { name: 'Per', type: 'personal_chat', id: 502 })]),
    'b/result.json': account([chat(other, { name: 'Ola', type: 'personal_chat', id: 501 })], own),
  };
}

test('exports that overlap: the last version with its reactions, in the order of the numbers', async () => {
  const five = message(4, { id: 5, ...saying('five') });
  const earlier = [message(1), message(2, saying('typo')), five];
  const later = [
    message(1, { reactions: [reaction()] }),
    message(2, { ...saying('fixed'), ...editedAfter(2, 9) }),
    message(4, saying('four')),
    five,
    message(9, fromPer),
  ];
  const direct = { name: 'Per', type: 'personal_chat', id: 502 };
  for (const [one, other] of [
    ['a', 'b'],
    ['b', 'a'],
  ]) {
    const all = await readFiles({
      [`${one}/result.json`]: chat(earlier),
      [`${other}/result.json`]: chat(later),
    });
    const oneAccount = await readFiles({
      [`${one}/result.json`]: chat([...earlier, message(6, fromPer)], direct),
      [`${other}/result.json`]: chat(later, direct),
    });

    expect(textsOf(all)).toEqual(['hello', 'fixed', 'four', 'five', 'hello']);
    expect(textsOf(oneAccount)).toEqual(['hello', 'fixed', 'four', 'five', 'hello', 'hello']);
    for (const { reactions, rejected, filtered } of [all, oneAccount]) {
      expect(reactions).toMatchObject([{ uid: 'user502', reaction: '👍' }]);
      expect(rejected).toEqual([]);
      expect(filtered['another file has it too']).toBe(3);
    }
  }
});

function picture(id: number, photo: string, fields: object = {}): object {
  return message(id, { ...saying(''), photo, width: 10, height: 20, ...fields });
}

function voice(id: number, file: string): object {
  const fields = { ...saying(''), media_type: 'voice_message', duration_seconds: 3, file };
  return { ...message(2, fields), id };
}

test('exports of two people: files are the same whatever their paths are, and one has them', async () => {
  const album = [1, 2, 3].map((size) => picture(3, lost, { id: 2 + size, photo_file_size: size }));
  const all = await readFiles({
    ...bothAccounts(
      [picture(1, lost), voice(2, 'chats/c1/a_1.ogg'), ...album.slice(0, 2)],
      [
        picture(1, 'chats/c7/p_3.jpg', { id: 71, reply_to_message_id: 70 }),
        voice(72, 'chats/c7/a_9.ogg'),
        ...album.slice(1),
        message(8, { id: 80, ...fromPer }),
      ],
    ),
    'b/chats/c7/p_3.jpg': 'jpg',
  });

  expect(all.messages.map(({ muid }) => muid)).toEqual([
    'telegram-user502-user501-1',
    'telegram-user502-user501-2',
    'telegram-user502-user501-3',
    'telegram-user502-user501-4',
    'telegram-user501-user502-5',
    'telegram-user501-user502-80',
  ]);
  expect(textsOf(all).slice(0, 2)).toEqual(['[file p_3.jpg]', '[file a_9.ogg]']);
  expect(metadataOf(all)[0]).toBeUndefined();
  expect(all.account.notes).toContainEqual(
    expect.objectContaining({ fact: expect.stringContaining('in the export itself') as string }),
  );
});

test('exports of two people: what one has from before an edit is the same message, where that is certain', async () => {
  const edited = message(1, { id: 71, ...saying('after'), ...editedAfter(1, 90) });
  const both = (ola: readonly object[], other: readonly object[]): Promise<WholeExport> =>
    readFiles(bothAccounts(ola, [...other, message(8, { id: 80, ...fromPer })]));
  const before = message(1, saying('before'));
  const last = message(8, { id: 80, ...fromPer });
  const joined = await both([before, message(2)], [edited, message(2, { id: 72 })]);
  const laterExport = await both([before, last], [edited]);
  const notEdited = await both([before], [message(1, { id: 71, ...saying('after') })]);
  const several = await both([before, message(1, { id: 2, ...saying('x') })], [edited]);

  expect(textsOf(joined)).toEqual(['after', 'hello', 'hello']);
  expect(joined.messages[0]).toMatchObject({
    muid: 'telegram-user502-user501-1',
    data: { metadata: { editedAt: 1_709_283_750 } },
  });
  expect(textsOf(laterExport)).toEqual(['before', 'after', 'hello']);
  expect(textsOf(notEdited)).toEqual(['before', 'after', 'hello']);
  expect(textsOf(several)).toEqual(['before', 'x', 'after', 'hello']);
});

test('control characters are written as no JSON allows; broken messages spoil only themselves', async () => {
  using folder = testFolder();
  const json = JSON.stringify(
    chat([message(1, { text: 'a@b\\\\x41', text_entities: [] }), message(2), message(3)]),
  );
  writeFileSync(
    folder.file('result.json'),
    json.replace('a@b', 'a\\x01b').replace('"id":2', '"id":oops'),
  );
  const all = await readAll(folder.path);

  expect(textsOf(all)).toEqual(['a\u0001b\\\\x41', 'hello']);
  expect(all.rejected).toMatchObject([{ line: 2 }]);

  writeFileSync(folder.file('result.json'), json.slice(0, -3));
  await expect(readAll(folder.path)).rejects.toThrow('ends before');
});

test('telephone numbers are not in rejected messages, whatever is wrong with these', async () => {
  const contact = { contact_information: { first_name: 'Kim', phone_number: '+47 secret' } };
  const json = JSON.stringify(
    chat([
      message(1, { ...contact, id: 2 ** 53 }),
      message(2, { ...contact, id: undefined, text: 'a@b' }),
      message(3, contact),
    ]),
  );

  const all = await readFiles({
    'result.json': json.replace('a@b', 'a\\x01b').replace('"id":3', '"id":oops'),
  });

  expect(all.rejected.map(({ codes, row }) => [codes, row.includes('Kim')])).toEqual([
    [['incomplete-record'], true],
    [['incomplete-record'], true],
    [['bad-json'], false],
  ]);
  expect(all.everything).not.toContain('secret');
});

test('an export of pages is refused with what to do; other JSON is not taken for one', async () => {
  using folder = testFolder();
  writeFiles(folder.file('html'), { 'messages.html': '<html>', 'css/style.css': '' });
  await expect(openExport(folder.file('html'))).rejects.toMatchObject({
    code: 'unknown-system',
    fix: expect.stringContaining('JSON') as string,
  });
  writeFiles(folder.file('other'), {
    'result.json': { messages: [], type: 'x', id: 1 },
    'b.json': { chats: { list: [] } },
  });
  expect(await openExport(folder.file('other'))).toBeUndefined();
});

test('few files are looked into to see whether an export is one of Telegram', async () => {
  using folder = testFolder();
  const attached = Array.from({ length: 60 }, (_, index) => `files/${index}/a.json`);
  const result = { name: 'A', type: 'personal_chat', id: 1, messages: [] };
  const parts = [...attached, 'result.json'].map((name) => ({
    name,
    text: JSON.stringify(name === 'result.json' ? result : { some: 'thing' }),
  }));
  await writeZip(folder.file('a.zip'), parts);
  await writeZip(folder.file('b.zip'), parts.slice(0, -1));
  const opened: string[] = [];
  using archive = await openArchive(folder.file('b.zip'));
  const watched = {
    ...archive,
    piecesOf: (entry: Entry) => {
      opened.push(entry.name);
      return archive.piecesOf(entry);
    },
  };

  using found = await openExport(folder.file('a.zip'));
  expect(found?.rule).toBe('result.json has a conversation as Telegram Desktop writes it');
  expect(await recogniseTelegram(watched)).toBeUndefined();
  expect(opened).toHaveLength(48);
});
