import { expect, test } from 'vitest';
import { textsOf } from '../../read-all.ts';
import { readFiles } from '../../read-files.ts';
import { dms, slackParts, users } from './example.ts';
import { general, message, readMessages, readParts } from './slack-export.ts';

test('names: display name, real name of the profile, real name, handle, id', async () => {
  const listed = [
    { id: 'U1', name: 'h', real_name: 'r', profile: { display_name: 'd', real_name: 'p' } },
    { id: 'U2', name: 'h', real_name: 'r', profile: { display_name: '', real_name: 'p' } },
    { id: 'U3', name: 'h', real_name: 'r', profile: {} },
    { id: 'U4', name: 'h' },
    { id: 'U5', profile: { display_name: 'x'.repeat(120) } },
  ];

  const all = await readMessages([message({ user: 'U1' })], {}, { users: listed });

  expect(all.users.slice(0, 5).map(({ name }) => name)).toEqual([
    'd',
    'p',
    'r',
    'h',
    'x'.repeat(100),
  ]);
});

test('the largest picture, guests and bots; custom fields of any shape; no phone number', async () => {
  const profile = {
    real_name: 'x',
    phone: '555-123',
    image_24: 'https://i.example/24',
    image_192: 'https://i.example/192',
  };
  const listed = [
    {
      id: 'U1',
      is_restricted: true,
      is_ultra_restricted: true,
      profile: { ...profile, fields: { Xf1: { value: 'a' } } },
    },
    {
      id: 'U2',
      is_bot: true,
      profile: { ...profile, fields: [], image_original: 'https://i.example/o' },
    },
    {
      id: 'U3',
      is_app_user: true,
      profile: { ...profile, fields: null, title: 'Chef', email: 'a@b.example' },
      tz: 'Europe/Berlin',
    },
  ];

  const all = await readMessages([message({ user: 'U1' })], {}, { users: listed });

  expect(all.users.slice(0, 3)).toMatchObject([
    { avatar: 'https://i.example/192', tags: ['guest'] },
    { avatar: 'https://i.example/o', tags: ['bot'] },
    { metadata: { title: 'Chef', email: 'a@b.example', tz: 'Europe/Berlin' } },
  ]);
  expect(all.users[2]).not.toHaveProperty('tags');
  expect(all.everything).not.toContain('555-123');
});

test('deactivated users: at the time of the last change, else of the last message; or not at all', async () => {
  const listed = [
    { id: 'U1', name: 'a', deleted: true, updated: 1_710_000_000 },
    { id: 'U2', name: 'b', deleted: true },
  ];
  const read = (options: object): ReturnType<typeof readMessages> =>
    readMessages([message({ user: 'U1' })], options, { users: listed });

  const { deactivated } = await read({});
  const kept = await read({ deletedUsers: 'keep' });

  expect(deactivated).toEqual({ u1: 1_710_000_000, u2: 1_736_478_630 });
  expect(kept.deactivated).toEqual({});
});

test('users come from members, creators, senders and mentions; what a message says about one is kept', async () => {
  const profile = {
    real_name: 'Guest Ola',
    display_name: '',
    image_72: 'https://i.example/o.png',
    team: 'T9',
  };
  const all = await readMessages(
    [
      message({ user: 'U0EXT9', text: '<@U0MENT>' }),
      message({ user: 'U0EXT9', user_profile: profile, ts: '1736478631.000100' }),
    ],
    {},
    { channels: [{ ...general, members: ['U0MEM'], creator: 'U0CRE' }] },
  );

  expect(all.users.slice(users.length)).toMatchObject(
    [
      { uid: 'u0mem' },
      { uid: 'u0cre' },
      { uid: 'u0aaa1' },
      { uid: 'u0aaa2' },
      {
        uid: 'u0ext9',
        name: 'Guest Ola',
        avatar: 'https://i.example/o.png',
        tags: ['foreign'],
        metadata: { teamId: 'T9' },
      },
      { uid: 'u0ment' },
    ].filter(({ uid }) => !users.some(({ id }) => id.toLowerCase() === uid)),
  );
  expect(all.groups).toMatchObject([{ owner: 'u0cre' }]);
});

test('two people: the other one is the receiver, and with oneself there is none', async () => {
  const parts = slackParts(
    {
      'D0XY/2025-01-10': [message(), message({ user: 'U0AAA2', ts: '1736478631.000100' })],
      'D0ME/2025-01-10': [message()],
      'D0ALSO/2025-01-10': [message()],
    },
    {
      dms: [
        ...dms,
        { id: 'D0ME', members: ['U0AAA1', 'U0AAA1'] },
        { id: 'D0ALSO', members: ['U0AAA1'] },
      ],
    },
  );

  const all = await readParts(parts);
  const skipped = await readParts(parts, { directMessages: 'skip' });

  expect(all.messages).toMatchObject([
    { sender: 'u0aaa1', receiverType: 'user', receiver: 'u0aaa2' },
    { sender: 'u0aaa2', receiverType: 'user', receiver: 'u0aaa1' },
  ]);
  expect(all.filtered).toEqual({ 'the conversation is with oneself': 2 });
  expect(skipped.messages).toEqual([]);
  expect(skipped.filtered).toEqual({ 'directMessages is skip': 4 });
});

test('Slackbot, whom no list contains, can be one of two people', async () => {
  const all = await readParts(
    slackParts(
      { 'D0SB/2025-01-10': [message({ user: 'USLACKBOT', subtype: 'slackbot_response' })] },
      { dms: [{ id: 'D0SB', members: ['U0AAA1', 'USLACKBOT'] }] },
    ),
  );

  expect(all.messages).toMatchObject([{ sender: 'uslackbot', receiver: 'u0aaa1' }]);
  expect(all.users.at(-1)).toMatchObject({ uid: 'uslackbot', name: 'Slackbot', tags: ['bot'] });
});

test('where a third one wrote to two people, all of them see it in a private group', async () => {
  const giphy = { subtype: 'bot_message', user: undefined, bot_id: 'B1', username: 'Giphy' };
  const parts = slackParts({
    'D0XY/2025-01-10': [message()],
    'D0XY/2025-01-11': [message({ ...giphy, text: 'cat', ts: '1736578630.000100' })],
  });

  const all = await readParts(parts);
  const withoutBots = await readParts(parts, { bots: 'skip' });
  const skipped = await readParts(parts, { directMessages: 'skip' });

  expect(all.groups.at(-1)).toMatchObject({ guid: 'd0xy', type: 'private' });
  expect(all.groups.at(-1)).toMatchObject({ name: 'Mira Okafor, theo' });
  expect(all.members.slice(-2)).toMatchObject([{ uid: 'u0aaa1' }, { uid: 'u0aaa2' }]);
  expect(all.messages).toMatchObject([
    { sender: 'u0aaa1', receiverType: 'group', receiver: 'd0xy' },
    { sender: 'b1', receiverType: 'group', receiver: 'd0xy' },
  ]);
  expect(withoutBots.messages).toMatchObject([{ receiverType: 'user', receiver: 'u0aaa2' }]);
  expect(skipped.messages).toEqual([]);
  expect(skipped.groups.map(({ guid }) => guid)).not.toContain('d0xy');
});

test('private channels and group conversations are private groups; equal members do not join two of them', async () => {
  const mpims = ['G1', 'G2'].map((id) => ({
    id,
    name: `mpdm-mira--theo-${id}`,
    created: 1_452_837_318,
    members: ['U0AAA1', 'U0AAA2'],
  }));
  const all = await readParts(
    slackParts(
      {
        'mpdm-mira--theo-G1/2025-01-10': [message()],
        'mpdm-mira--theo-G2/2025-01-10': [message()],
      },
      { mpims, groups: [{ id: 'G9', name: 'secret', members: ['U0AAA1'], creator: null }] },
    ),
  );

  expect(all.groups.slice(1)).toMatchObject([
    { guid: 'g9', name: 'secret', type: 'private' },
    { guid: 'g1', name: 'Mira Okafor, theo', type: 'private' },
    { guid: 'g2', name: 'Mira Okafor, theo', type: 'private' },
  ]);
  expect(all.groups[1]).not.toHaveProperty('owner');
  expect(all.messages.map(({ receiver }) => receiver)).toEqual(['g1', 'g2']);
});

test('placeholders for times are no times; archived channels are marked', async () => {
  const all = await readMessages(
    [message()],
    {},
    {
      channels: [
        { ...general, created: 1, is_archived: true, topic: { value: 'T' } },
        { ...general, id: 'C2', name: 'two', created: 0 },
        { ...general, id: 'C3', name: 'three', created: 1_452_837_318 },
      ],
    },
  );

  expect(all.groups.map(({ createdAt }) => createdAt)).toEqual([
    undefined,
    undefined,
    1_452_837_318,
  ]);
  expect(all.groups[0]).toMatchObject({ metadata: { archived: true, topic: 'T' } });
});

test('purposes and topics are decoded, and name whom they mention', async () => {
  const purpose = { value: 'R&amp;D &lt;3 <https://x.example|x> <@U0AAA2> <#C0GEN>' };
  const listed = { ...general, purpose, topic: { value: 'Q&amp;A' } };

  const all = await readMessages([message()], {}, { channels: [listed] });

  expect(all.descriptions).toEqual({ c0gen: 'R&D <3 x (https://x.example) @theo #general' });
  expect(all.groups).toMatchObject([{ metadata: { topic: 'Q&A' } }]);
});

test('a folder that no list names becomes a private group', async () => {
  const all = await readParts(slackParts({ 'lost/2025-01-10': [message()] }));

  expect(all.groups.at(-1)).toMatchObject({ guid: 'lost', name: 'lost', type: 'private' });
  expect(all.members.at(-1)).toMatchObject({ memberId: 'lost_member_u0aaa1' });
  expect(all.messages).toMatchObject([{ receiver: 'lost' }]);
});

test('a folder whose accents have another form than in the list is found', async () => {
  const listed = { ...general, name: 'caf\u{E9}' };
  const parts = slackParts({ 'cafe\u{301}/2025-01-10': [message()] }, { channels: [listed] });

  const all = await readParts(parts);

  expect(all.messages).toMatchObject([{ receiver: 'c0gen' }]);
  expect(all.groups).toHaveLength(1);
});

test('other files of the export are counted: canvases, logs, archives', async () => {
  const all = await readParts([
    ...slackParts({
      'général/2025-01-10': [message()],
      'général/canvas_in_the_conversation': [{ ts: '1.2' }],
      integration_logs: [],
    }),
    { name: 'inner.zip', text: 'PK' },
  ]);

  expect(all.messages).toHaveLength(1);
  expect(
    all.notCarried.filter(({ type }) => type === 'other files').map(({ reason }) => reason),
  ).toEqual([
    'neither a list nor a day',
    'an archive inside the export',
    'neither a list nor a day',
  ]);
});

/** The files of one workspace of an organisation. */
function team(name: string, channel: string, user: string): Record<string, unknown> {
  return {
    [`teams/${name}/users`]: [users[0], { id: user, name: user }],
    [`teams/${name}/channels`]: [{ id: channel, name: 'general', members: [user] }],
    [`teams/${name}/general/2025-01-10`]: [message({ user, text: name })],
  };
}

test('an organisation: lists of each workspace, two channels of one name, users once', async () => {
  const content = {
    org_users: users,
    channels: [{ id: 'C0ORG', name: 'general', members: ['U0AAA1'] }],
    'general/2025-01-10': [message()],
    ...team('red', 'C0RED', 'U0RED'),
    ...team('blue', 'C0BLUE', 'U0BLUE'),
  };

  const all = await readParts(
    Object.entries(content).map(([name, value]) => ({
      name: `${name}.json`,
      text: JSON.stringify(value),
    })),
  );

  expect(new Set(all.groups.map(({ guid }) => guid))).toEqual(
    new Set(['c0blue', 'c0org', 'c0red']),
  );
  expect(
    Object.fromEntries(all.messages.map(({ receiver, sender }) => [receiver, sender])),
  ).toEqual({
    c0org: 'u0aaa1',
    c0red: 'u0red',
    c0blue: 'u0blue',
  });
  expect(all.users.filter(({ uid }) => uid === 'u0aaa1')).toHaveLength(1);
});

test('where no list has the members, those who wrote or reacted are', async () => {
  const reactions = [{ name: 'wave', users: ['U0AAA2', 'U0AAA1'], count: 2 }];

  const all = await readMessages(
    [message({ reactions }), message({ ts: '1736478631.000100' })],
    {},
    {
      channels: [
        { ...general, members: null },
        { id: 'C0EMPTY', name: 'empty', members: [] },
      ],
    },
  );

  expect(all.members.map(({ memberId }) => memberId)).toEqual([
    'c0gen_member_u0aaa1',
    'c0gen_member_u0aaa2',
  ]);
  expect(all.reactions).toHaveLength(2);
  expect(all.account.notes).toContainEqual({
    subject: 'members',
    fact: 'made of those who wrote or reacted, because the export lists none',
    count: 2,
  });
});

test('of an archived channel, whose members Slack took out, those who wrote are the members', async () => {
  const all = await readMessages(
    [message()],
    {},
    { channels: [{ ...general, members: [], is_archived: true }] },
  );

  expect(all.members.map(({ memberId }) => memberId)).toEqual(['c0gen_member_u0aaa1']);
});

test('comments on a canvas are a private group with its title; lists may be null', async () => {
  const folder = 'FC:F0CANVAS1:🔗 Links';
  const comments = { id: 'C0FILE', name: folder, creator: 'USLACKBOT', members: ['U0AAA1'] };
  const lists = { file_conversations: [comments], mpims: 'null', groups: 'null' };

  const all = await readParts(slackParts({ [`${folder}/2025-01-10`]: [message()] }, lists));

  expect(all.groups.at(-1)).toMatchObject({ guid: 'c0file', name: '🔗 Links', type: 'private' });
  expect(all.messages).toMatchObject([{ receiver: 'c0file' }]);
  expect(all.account.records).toContainEqual({ type: 'file conversations', count: 1 });
});

async function textsIn(files: Readonly<Record<string, unknown>>): Promise<unknown[]> {
  const parts = Object.entries(files).map(([name, each]) => [name, JSON.stringify(each)]);
  return textsOf(await readFiles(Object.fromEntries(parts) as Record<string, string>));
}

test('an export may lack the users or the channels, but not both, and other days are no messages', async () => {
  const [days, list] = [{ 'D1/2025-01-10.json': [message()] }, [{ id: 'D1', members: [] }]];
  const others = { 'D1/2025-01-10.json': [{ ts: 1 }] };

  expect(await textsIn({ ...days, 'users.json': users, 'groups.json': list })).toHaveLength(1);
  expect(await textsIn({ ...days, 'channels.json': list })).toHaveLength(1);
  await expect(textsIn({ ...days, 'users.json': users })).rejects.toThrow('is not an export');
  await expect(textsIn({ ...others, 'channels.json': list })).rejects.toThrow('is not an export');
});
