import path from 'node:path';
import { expect, test } from 'vitest';
import { openExport } from '../../../src/index.ts';
import { metadataOf, textsOf, type WholeExport } from '../../read-all.ts';
import { readFiles } from '../../read-files.ts';
import { testFolder, writeZip } from '../../zip-file.ts';
import {
  conversationAt,
  example,
  message,
  messages,
  participant,
  participants,
  readLists,
  sid,
  town,
  user,
} from './example.ts';

const expected = path.join(import.meta.dirname, 'expected.json');

test('the example becomes exactly these records', async () => {
  const { everything, ...all } = await readFiles(example);

  expect(everything).not.toContain('15550100042');
  await expect(`${JSON.stringify(all, undefined, 2)}\n`).toMatchFileSnapshot(expected);
});

const camel = (resource: object): object =>
  Object.fromEntries(
    Object.entries(resource).flatMap(([name, value]) =>
      name === 'conversation_sid'
        ? []
        : [[name.replaceAll(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase()), value]],
    ),
  );

test('it is read as pages, arrays, lines, a tree of conversations and objects of the library', async () => {
  const all = await readFiles(example);
  const [mine, theirs] = [messages.messages, participants.participants];
  const others = {
    arrays: await readLists({ m: mine, p: theirs }),
    lines: await readFiles({
      'all.jsonl': [...mine, ...theirs].map((each) => JSON.stringify(each)).join('\n'),
    }),
    single: await readFiles(
      Object.fromEntries(
        [...mine, ...theirs].map((each) => [
          `${each.sid}.json`,
          JSON.stringify(each, undefined, 2),
        ]),
      ),
    ),
    library: await readFiles({
      [`conversations/${sid('CH', 1)}/messages.json`]: JSON.stringify(
        mine.map((each) => ({ services: {}, state: camel(each) })),
      ),
      [`conversations/${sid('CH', 1)}/participants.json`]: JSON.stringify(theirs.map(camel)),
    }),
  };

  for (const [form, found] of Object.entries(others))
    expect([form, byId(found.users), found.groups, byId(found.members), found.messages]).toEqual([
      form,
      byId(all.users),
      all.groups,
      byId(all.members),
      all.messages,
    ]);
});

function byId(list: readonly object[]): unknown[] {
  return list.map((each) => JSON.stringify(each)).toSorted();
}

test('it is recognised by its resources, and other lists are not', async () => {
  using folder = testFolder();
  const rules = [];
  const files: [string, unknown][] = [
    ['page.json', messages],
    ['users.json', [user(1, 'mira')]],
    ['one.json', conversationAt(town)],
    ['other.json', { messages: [{ sid: 'IM1', conversation_sid: town }] }],
    ['bare.json', [{ sid: sid('IM', 1) }]],
  ];
  for (const [name, value] of files) {
    await writeZip(folder.file('a.zip'), [{ name, text: JSON.stringify(value) }]);
    using found = await openExport(folder.file('a.zip')).catch(() => undefined);
    rules.push(found && [found.system, found.rule]);
  }
  expect(rules).toEqual([
    ['twilio', 'page.json has resources of Twilio in messages'],
    ['twilio', 'users.json has resources of Twilio'],
    ['twilio', 'one.json has resources of Twilio'],
    undefined,
    undefined,
  ]);
});

test('users: attributes, pictures, authors who are not participants', async () => {
  const lists = {
    users: [
      user(1, 'Ann', { friendly_name: 'Upper', attributes: '{"team":"a","auth_token":"secret"}' }),
      user(2, 'ann', { friendly_name: null, attributes: '{"pic":"https://h.example/a.png"}' }),
      user(2, 'ann', { friendly_name: 'Later', date_updated: '2024-05-01T00:00:00Z' }),
      { sid: sid('US', 3), chat_service_sid: sid('IS', 1), identity: null },
    ],
    messages: [message(1, { author: 'Ann' }), message(2, { author: 'gone' })],
  };
  const all = await readLists(lists, { avatarAttribute: 'pic' });

  expect(
    all.users.map(({ uid, name, avatar, metadata, tags }) => [uid, name, avatar, metadata, tags]),
  ).toEqual([
    ['ann', 'Upper', undefined, { team: 'a' }, undefined],
    ['gone', 'gone', undefined, undefined, ['chatferry-placeholder']],
    ['ann', 'Later', 'https://h.example/a.png', undefined, undefined],
  ]);
  expect(all.messages.map(({ sender }) => sender)).toEqual(['ann', 'gone']);
  expect(all.filtered['another record of the same user is in the export']).toBe(1);
  expect(all.rejected).toMatchObject([{ file: 'users.json', line: 4 }]);
  expect(all.everything).not.toContain('secret');
});

const whatsapp = { type: 'whatsapp', address: 'whatsapp:+15550100042' };

test('people without an identity: one user for each address, hidden or as it is', async () => {
  const lists = {
    participants: [
      participant(1, null, { messaging_binding: whatsapp }),
      participant(2, null, { messaging_binding: whatsapp, conversation_sid: sid('CH', 8) }),
      participant(3, '+15550100099'),
      participant(4, null),
    ],
    messages: [
      message(1, { author: 'whatsapp:+15550100042' }),
      message(2, { author: '+15550100077' }),
      message(3, { author: '+15550100099' }),
      message(4, { author: '+15550100077', date_created: 'Fri Mar 01 2024 09:00:00 GMT+0000' }),
    ],
  };
  const hidden = await readLists(lists);
  const kept = await readLists(lists, { addresses: 'keep' });

  expect(hidden.users.map(({ uid, name, tags }) => [uid, name, tags])).toEqual([
    [expect.stringMatching(/^address-[\da-f]{16}$/), 'whatsapp …0042', ['whatsapp']],
    [expect.stringMatching(/^address-[\da-f]{16}$/), 'sms …0077', ['sms']],
    ['_15550100099_1mksrkw', '+15550100099', ['chatferry-placeholder']],
  ]);
  expect(hidden.members).toHaveLength(4);
  expect(hidden.rejected.map(({ file, line }) => [file, line])).toEqual([
    ['participants.json', 4],
    ['messages.json', 4],
  ]);
  expect(hidden.everything).not.toMatch(/100042|100077/);
  expect(kept.users.map(({ name }) => name)).toContain('whatsapp:+15550100042');
});

const role = (number: number, fields: object): object => ({
  sid: sid('RL', number),
  chat_service_sid: sid('IS', 1),
  friendly_name: 'x',
  type: 'conversation',
  permissions: ['sendMessage'],
  ...fields,
});

const channel = (number: number, fields: object): object => ({
  sid: sid('CH', number),
  service_sid: sid('IS', 1),
  friendly_name: 'Channel',
  type: 'private',
  created_by: 'ann',
  date_created: '2020-01-01T00:00:00Z',
  ...fields,
});

test('conversations: names, states, types and owners; administrators by their roles, also when roles come later', async () => {
  const lists = {
    conversations: [
      conversationAt(town, {
        friendly_name: 'Town',
        state: 'closed',
        attributes: '{"order":7,"password":"secret"}',
      }),
      conversationAt(town, { friendly_name: 'Newer', date_updated: '2024-06-01T00:00:00Z' }),
      conversationAt(sid('CH', 2), { unique_name: 'only-unique' }),
      channel(3, { type: 'public' }),
      channel(4, { created_by: 'system' }),
    ],
    participants: [
      participant(1, 'ann', { role_sid: sid('RL', 1) }),
      participant(2, 'bo', { role_sid: sid('RL', 2) }),
      participant(3, 'cy', { role_sid: sid('RL', 3) }),
      participant(3, 'cy', { role_sid: sid('RL', 3) }),
    ],
    roles: [
      role(1, { permissions: ['sendMessage', 'deleteConversation'] }),
      role(2, { friendly_name: 'channel admin' }),
      role(3, {}),
    ],
    services: [{ sid: sid('IS', 1), account_sid: sid('AC', 1), default_channel_role_sid: 'x' }],
  };
  const all = await readLists(lists);
  const open = await readLists(lists, { conversations: 'public' });

  expect(
    all.groups.map(({ name, type, owner, metadata }) => [name, type, owner, metadata]),
  ).toEqual([
    ['Newer', 'private', undefined, undefined],
    ['only-unique', 'private', undefined, { uniqueName: 'only-unique' }],
    ['Channel', 'public', 'ann', undefined],
    ['Channel', 'private', undefined, undefined],
  ]);
  expect(open.groups.map(({ type }) => type)).toEqual(['public', 'public', 'public', 'private']);
  expect(all.members.map(({ uid, scope, joinedAt }) => [uid, scope, joinedAt])).toEqual([
    ['ann', 'admin', 1_709_280_000],
    ['bo', 'admin', 1_709_280_000],
    ['cy', undefined, 1_709_280_000],
  ]);
  expect(all.filtered).toMatchObject({
    'another record of the same conversation is in the export': 1,
    'another record of the same membership is in the export': 1,
  });
  expect(all.notCarried.map(({ type }) => type)).toEqual(['roles', 'roles', 'roles', 'settings']);
  const [closed] = (await readLists({ conversations: [lists.conversations[0]!] })).groups;
  expect(closed).toMatchObject({ name: 'Town', metadata: { state: 'closed', order: 7 } });
  expect(closed).not.toHaveProperty('metadata.password');
});

const receivers = ({ messages: found }: WholeExport): unknown[] =>
  found.map(({ sender, receiverType, receiver }) => [sender, receiverType, receiver]);

test('conversations of two: groups, or messages from one to the other, unless a third person wrote there', async () => {
  const pairs = [1, 2, 3, 4].map((number) => sid('CH', number));
  const lists = {
    conversations: pairs.map((id, index) =>
      conversationAt(id, index === 2 ? { unique_name: 'named' } : {}),
    ),
    participants: pairs.flatMap((conversation_sid, index) => [
      participant(index * 2 + 1, 'ann', { conversation_sid }),
      participant(index * 2 + 2, 'bo', { conversation_sid }),
    ]),
    messages: [
      message(1, { conversation_sid: pairs[0], author: 'ann' }),
      message(2, { conversation_sid: pairs[1], author: 'bo' }),
      message(3, { conversation_sid: pairs[2], author: 'ann' }),
      message(4, { conversation_sid: pairs[3], author: 'who left' }),
      message(5, { conversation_sid: pairs[0], author: 'system', participant_sid: null }),
    ],
  };
  const direct = await readLists(lists, { pairs: 'direct' });
  const skipped = await readLists(lists, { pairs: 'skip' });

  expect((await readLists(lists)).groups).toHaveLength(4);
  expect(receivers(direct)).toEqual([
    ['ann', 'group', sid('ch', 3)],
    ['who_left_11c8nxl', 'group', sid('ch', 4)],
    ['ann', 'user', 'bo'],
    ['bo', 'user', 'ann'],
  ]);
  expect(direct.filtered).toMatchObject({
    'the conversation is of two people': 4,
    'no user sent it, in a conversation of two people': 1,
  });
  expect(skipped.messages).toHaveLength(2);
  expect(skipped.filtered['pairs is skip']).toBe(3);
});

test('messages: order by index within a second, copies, edits, templates, attributes, gaps', async () => {
  const lists = {
    messages: [
      message(3, { body: 'third' }),
      message(1, { body: 'first', attributes: '{"mood":"good","api_key":"secret"}' }),
      message(2, { body: 'old' }),
      message(2, { body: 'new', date_updated: '2024-03-01T10:00:00Z', was_edited: true }),
      message(6, { body: null, content_sid: sid('HX', 1), attributes: '["list"]' }),
      message(7, { body: 'T', content_sid: sid('HX', 2), attributes: 'not json' }),
      message(8, { body: '', attributes: '' }),
      message(9, { body: 'sys', author: 'system', participant_sid: null }),
      message(10, { body: 'long', attributes: JSON.stringify({ a: 'x'.repeat(4000) }) }),
      message(11, { conversation_sid: undefined }),
      message(12, { date_created: null }),
    ],
  };
  const all = await readLists(lists);
  const skipped = await readLists(lists, { systemMessages: 'skip' });

  expect(textsOf(all)).toEqual(['first', 'new', 'third', 'T', 'sys', 'long']);
  expect(metadataOf(all)).toEqual([
    { attributes: { mood: 'good' } },
    { editedAt: 1_709_287_200 },
    undefined,
    { contentSid: sid('HX', 2), attributes: 'not json' },
    undefined,
    undefined,
  ]);
  expect(all.users).toContainEqual({ uid: 'twilio-system', name: 'System', tags: ['bot'] });
  expect(all.filtered).toMatchObject({
    'another copy of the same message is in the export': 1,
    'it was made of a template, and the resource has no text': 1,
    'there is neither text nor file': 1,
  });
  expect(all.rejected.map(({ line }) => line)).toEqual([10, 11]);
  expect(all.notCarried).toMatchObject([{ type: 'attributes', reason: 'they are too long' }]);
  expect(all.account.notes.map(({ subject, count }) => [subject, count])).toEqual([
    ['attributes', 1],
    ['groups', 1],
    ['members', 1],
    ['messages', 1],
    ['messages', 3],
    ['users', 1],
  ]);
  expect(all.everything).not.toContain('secret');
  expect(skipped.users.map(({ uid }) => uid)).toEqual(['mira']);
  expect(skipped.filtered['no user sent it, and systemMessages is skip']).toBe(1);
});

test('telephone numbers and addresses of e-mail in attributes stay out, whatever the field is called', async () => {
  const harmless = { order: '479988776', module: 'chat@1.2.3', rise: '+12.5', note: 'call +47' };
  const attributes = JSON.stringify({
    ...harmless,
    mobile: '+47 99-88-77-66',
    contact: 'x@secret.example',
    to: 'whatsapp:+4799887766',
    copies: ['y@secret.example', 'z'],
  });
  const all = await readLists({
    users: [user(1, 'ann', { attributes })],
    messages: [
      message(1, { attributes }),
      message(2, { attributes: '+4799887766' }),
      message(3, { attributes: '"x@secret.example"' }),
      message(4, { attributes, date_created: null }),
    ],
  });

  const kept = { ...harmless, copies: ['z'] };
  expect(all.users).toContainEqual(expect.objectContaining({ uid: 'ann', metadata: kept }));
  expect(metadataOf(all)).toEqual([{ attributes: kept }, undefined, undefined]);
  expect(all.rejected).toHaveLength(1);
  expect(all.everything).not.toMatch(/secret|99-88|\+4799/);
});

function numbered(number: number, chat: string, index: number, fields: object = {}): object {
  return message(number, {
    conversation_sid: chat,
    index,
    author: index % 2 === 0 ? 'ann' : 'bo',
    date_created: `2024-03-01T09:00:0${number}Z`,
    ...fields,
  });
}

test('gaps are counted for each conversation, also where two become one and where a message has no time', async () => {
  const [one, other] = [sid('CH', 1), sid('CH', 2)];
  const pair = {
    conversations: [conversationAt(one), conversationAt(other)],
    participants: [one, other].flatMap((conversation_sid, index) => [
      participant(index * 2 + 1, 'ann', { conversation_sid }),
      participant(index * 2 + 2, 'bo', { conversation_sid }),
    ]),
  };
  const missing = async (sent: object[], options = {}): Promise<unknown> => {
    const { account } = await readLists({ ...pair, messages: sent }, options);
    return account.notes.find(({ fact }) => fact.startsWith('missing'))?.count;
  };
  const mixed = [
    numbered(1, one, 0),
    numbered(2, other, 0),
    numbered(3, one, 1),
    numbered(4, other, 1),
  ];
  const timeless = [
    numbered(1, one, 0),
    numbered(2, one, 1),
    numbered(3, one, 2),
    numbered(4, other, 0),
    numbered(5, other, 1, { date_created: null }),
    numbered(6, other, 2),
  ];

  expect(await missing(mixed, { pairs: 'direct' })).toBeUndefined();
  expect(await missing([...mixed, numbered(5, one, 4)], { pairs: 'direct' })).toBe(2);
  expect(await missing(timeless)).toBeUndefined();
});

const media = (number: number, fields: object = {}): object => ({
  sid: sid('ME', number),
  content_type: 'image/png',
  filename: `${number}.png`,
  size: number,
  ...fields,
});

test('media: several, one object, with and without an address, saved next to the messages', async () => {
  const files = {
    'messages.json': JSON.stringify([
      message(1, { body: 'two', media: [media(1), media(2, { content_type: 'audio/ogg' })] }),
      message(2, { body: null, type: 'media', media: media(3, { filename: null }) }),
    ]),
    [`media/${sid('ME', 2)}.ogg`]: 'x',
    'notes.txt': 'x',
  };
  const without = await readFiles(files);
  const served = await readFiles(files, { mediaUrl: 'https://files.example/m/' });

  expect(textsOf(without)).toEqual(['two\n[file 1.png]\n[file 2.png]', `[file ${sid('ME', 3)}]`]);
  expect(without.account.notes.filter(({ subject }) => subject === 'files')).toHaveLength(2);
  expect(
    served.messages.map(({ muid, type, data }) => [
      muid,
      type,
      (data as { attachments: { url: string }[] }).attachments[0]!.url,
    ]),
  ).toEqual([
    [sid('im', 1), 'image', `https://files.example/m/${sid('ME', 1)}`],
    [`${sid('im', 1)}-f2`, 'audio', `https://files.example/m/${sid('ME', 2)}.ogg`],
    [sid('im', 2), 'image', `https://files.example/m/${sid('ME', 3)}`],
  ]);
  expect(served.notCarried.map(({ file }) => file)).toEqual(['notes.txt']);
});

/** The address of media at Twilio. */
const mediaAt = (service: number, number: number): string =>
  `https://mcs.us1.twilio.com/v1/Services/${sid('IS', service)}/Media/${sid('ME', number)}/Content`;

const urlsOf = ({ messages: all }: WholeExport): unknown[] =>
  all.flatMap(({ data }) =>
    ((data as { attachments?: { url: string }[] }).attachments ?? []).map(({ url }) => url),
  );

test('media that were not saved are copied from the chat service of their conversation', async () => {
  const files = {
    'conversations.json': JSON.stringify([
      { sid: town, account_sid: sid('AC', 1), chat_service_sid: sid('IS', 1) },
    ]),
    'messages.json': JSON.stringify([
      message(1, { media: [media(1), media(2)] }),
      message(2, { media: [media(3)], service_sid: sid('IS', 2) }),
    ]),
    [`media/${sid('ME', 2)}.ogg`]: 'x',
  };
  const listed: string[] = [];
  const found = await readFiles(files, {}, { onFile: ({ file }) => listed.push(file) });
  const to = 'https://copies.example/a.png';
  const copied = await readFiles(
    files,
    {},
    {
      find: (key) => (key === mediaAt(1, 1) ? { to } : { cause: 'needs-key' }),
      onLost: (cause) => listed.push(cause),
    },
  );

  expect(urlsOf(found)).toEqual([mediaAt(1, 1), mediaAt(2, 3)]);
  expect(listed).toEqual([
    expect.stringMatching(new RegExp(`^export:.*/media/${sid('ME', 2)}.ogg$`)),
    'needs-key',
    'needs-key',
  ]);
  expect(urlsOf(copied)).toEqual([to]);
});

test('replies and reactions in attributes that the options name', async () => {
  const reactions = { ':wave:': ['ann', 'ann'], heart: ['stranger'] };
  const attributes = JSON.stringify({ to: sid('IM', 1), reactions, mood: 'good' });
  const lists = {
    participants: [participant(1, 'ann'), participant(2, 'mira')],
    messages: [message(1), message(2, { attributes }), message(3, { body: '', attributes })],
  };
  const all = await readLists(lists, { parentAttribute: 'to', reactionsAttribute: 'reactions' });

  expect(metadataOf(all)[1]).toEqual({ parentMuid: sid('im', 1), attributes: { mood: 'good' } });
  expect(all.reactions.map(({ muid, uid, reaction }) => [muid, uid, reaction])).toEqual([
    [sid('im', 2), 'ann', ':wave:'],
  ]);
  expect(all.notCarried.map(({ emoji, reason }) => [emoji, reason])).toEqual([
    ['heart', 'the user is not a member of the group'],
    ['wave', 'the message is filtered'],
    ['heart', 'the message is filtered'],
  ]);
});

const page = (number: number, next: string | null): string =>
  JSON.stringify({
    messages: [message(number)],
    meta: { key: 'messages', url: `https://x.example/?Page=${number}`, next_page_url: next },
  });

test('lists that end early, invitations, receipts and unknown or broken resources are accounted for', async () => {
  const all = await readFiles({
    'a.json': page(1, 'https://x.example/?Page=2'),
    'b.json': page(2, 'https://x.example/?Page=3'),
    'c.json': JSON.stringify({ invites: [{ sid: sid('IN', 1), channel_sid: town }] }),
    'd.jsonl': `${JSON.stringify({ sid: sid('DY', 1), message_sid: 'x' })}\n{"secret\n{"sid":"?"}\n`,
    'e.json': 'not JSON',
  });

  expect(all.notCarried.map(({ type, file, line }) => [type, file, line])).toEqual([
    ['invitations', 'c.json/invites', 1],
    ['delivery receipts', 'd.jsonl', 1],
    ['other resources', 'd.jsonl', 3],
    ['other files', 'e.json', 1],
    ['missing pages', 'b.json/meta', 1],
  ]);
  expect(all.rejected.map(({ file, line }) => [file, line])).toEqual([['d.jsonl', 2]]);
  expect(all.everything).not.toContain('secret');
});
