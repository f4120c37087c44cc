import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { startRig } from './support/rig.ts';

/** UNIX seconds of the first record. */
const first = Math.floor(Date.now() / 1000) - 7200;

function iso(seconds: number): string {
  return new Date((first + seconds) * 1000).toISOString();
}

interface Case {
  readonly files: Readonly<Record<string, unknown>>;
  readonly rule: string;
  /** Options for facts that the export lacks. */
  readonly options?: readonly string[];
  readonly kinds: object;
}

function sid(kind: string, number: number): string {
  return `${kind}${String(number).padStart(32, '0')}`;
}

/** A message in an archive of XMPP. */
function archived(seconds: number, attributes: string, body: string): string {
  const content = body === '' ? '<composing/>' : `<body>${body}</body>`;
  return `<result xmlns="urn:xmpp:mam:2" id="r${seconds}"><forwarded xmlns="urn:xmpp:forward:0"><delay xmlns="urn:xmpp:delay" stamp="${iso(seconds)}"/><message xmlns="jabber:client" ${attributes}>${content}</message></forwarded></result>`;
}

const town = { channel_type: 'team', channel_id: 'Town' };

const cases: Readonly<Record<string, Case>> = {
  stream: {
    rule: 'import.jsonl has records of an import',
    files: {
      'import.jsonl': [
        ['user', { id: 'Mira@acme', name: 'Mira', role: 'admin', blocked_user_ids: ['theo'] }],
        ['user', { id: 'theo', role: 'user', deactivated_at: iso(50) }],
        ['device', { id: 'secret', user_id: 'theo', push_provider_type: 'apn' }],
        ['channel', { type: 'team', id: 'Town', created_by: 'Mira@acme', created_at: iso(0) }],
        ['channel', { type: 'messaging', member_ids: ['theo', 'Mira@acme'], created_by: 'theo' }],
        ['member', { ...town, user_id: 'Mira@acme', channel_role: 'channel_moderator' }],
        ['member', { ...town, user_id: 'theo', created_at: iso(1) }],
        ...['theo', 'Mira@acme'].map((user_id) => [
          'member',
          { channel_type: 'messaging', channel_member_ids: ['Mira@acme', 'theo'], user_id },
        ]),
        ['message', { ...town, id: 'm1', user: 'theo', text: 'hi', created_at: iso(10) }],
        [
          'message',
          {
            ...town,
            id: 'M1',
            user: 'Mira@acme',
            text: 'yes',
            parent_id: 'm1',
            created_at: iso(11),
          },
        ],
        [
          'message',
          {
            channel_type: 'messaging',
            channel_member_ids: ['Mira@acme', 'theo'],
            id: 'm2',
            user: 'theo',
            attachments: [{ type: 'image', image_url: 'https://h.example/a.png' }],
            created_at: iso(12),
          },
        ],
        ['message', { ...town, id: 'm3', user: 'theo', text: 'no', type: 'deleted' }],
        ['reaction', { message_id: 'm1', type: 'love', user_id: 'Mira@acme' }],
      ]
        .map(([type, data]) => JSON.stringify({ type, data }))
        .join('\n'),
    },
    kinds: {
      users: { rows: 2, created: 2 },
      groups: { rows: 2, created: 1, filtered: 1 },
      members: { rows: 4, created: 2, filtered: 2 },
      messages: { rows: 4, created: 3, filtered: 1 },
      reactions: { rows: 1, created: 1 },
      blocks: { rows: 1, created: 1 },
      deactivations: { rows: 1, created: 1 },
    },
  },
  sendbird: {
    options: ['--ids', 'hash'],
    rule: 'channels.json has records of Sendbird in group_channels',
    files: {
      'users.json': {
        active_users: [
          { user_id: 'Ann B@acme', nickname: 'Ann', profile_url: '', access_token: 'secret' },
          { user_id: 'ann', nickname: 'Other', profile_url: '' },
          { user_id: 'ANN', nickname: '', profile_url: '', is_active: false },
        ],
      },
      'channels.json': {
        group_channels: [
          {
            channel_url: 'Order_17',
            cover_url: '',
            name: 'Support',
            created_at: first,
            is_public: true,
            member_count: 3,
            members: [{ user_id: 'ann', name: 'Other' }, { user_id: 'ANN' }, { user_id: 'late' }],
          },
          {
            channel_url: 'pair',
            cover_url: '',
            is_distinct: true,
            member_count: 2,
            members: [{ user_id: 'Ann B@acme' }, { user_id: 'ANN' }],
          },
        ],
      },
      'messages.json': {
        messages: [
          ['Order_17', 1, 'ann', { message: '@Other and @ANN' }],
          ['Order_17', 2, undefined, { type: 'ADMM', message: 'ANN joined' }],
          ['Order_17', 3, 'late', { message: 'no', is_removed: true }],
          ['pair', 4, 'ANN', { message: 'Psst', parent_message_id: 4 }],
          ['pair', 5, 'Ann B@acme', { file: { url: 'https://h.example/a.png', name: 'a.png' } }],
        ].map(([channel_url, message_id, user_id, fields]) => ({
          type: 'MESG',
          message_id,
          channel_url,
          created_at: (first + Number(message_id)) * 1000,
          updated_at: 0,
          ...(user_id === undefined ? {} : { user: { user_id } }),
          mentioned_users: [{ user_id: 'ann', nickname: 'Other' }, { user_id: 'ANN' }],
          reactions: [{ key: 'wave', user_ids: ['ANN'], updated_at: (first + 60) * 1000 }],
          ...(fields as object),
        })),
      },
    },
    kinds: {
      users: { rows: 5, created: 5 },
      groups: { rows: 2, created: 1, filtered: 1 },
      members: { rows: 5, created: 3, filtered: 2 },
      messages: { rows: 5, created: 4, filtered: 1 },
      reactions: { rows: 4, created: 4 },
      deactivations: { rows: 1, created: 1 },
    },
  },
  twilio: {
    rule: 'conversations.json has resources of Twilio in conversations',
    files: {
      'conversations.json': {
        conversations: [
          {
            sid: sid('CH', 1),
            chat_service_sid: sid('IS', 1),
            friendly_name: 'Order 17',
            attributes: '{"order":17}',
            date_created: iso(0),
          },
        ],
        meta: { key: 'conversations', next_page_url: null },
      },
      'participants.json': {
        participants: [
          { sid: sid('MB', 1), conversation_sid: sid('CH', 1), identity: 'Nia@Example.org' },
          {
            sid: sid('MB', 2),
            conversation_sid: sid('CH', 1),
            identity: null,
            messaging_binding: { type: 'sms', address: '+15550100042' },
          },
        ],
      },
      'messages.json': {
        messages: [
          [0, 'Nia@Example.org', { body: 'Parcel 7 left', attributes: '{"lang":"en"}' }],
          [1, '+15550100042', { body: 'Thanks' }],
          [2, 'system', { body: 'Case closed', attributes: 'not json' }],
          [3, 'Nia@Example.org', { body: null }],
        ].map(([index, author, fields]) => ({
          sid: sid('IM', Number(index) + 1),
          conversation_sid: sid('CH', 1),
          index,
          author,
          date_created: iso(10),
          ...(fields as object),
        })),
      },
    },
    kinds: {
      users: { rows: 3, created: 3 },
      groups: { rows: 1, created: 1 },
      members: { rows: 2, created: 2 },
      messages: { rows: 4, created: 3, filtered: 1 },
    },
  },
  xmpp: {
    rule: 'server-data.xml has server-data in the namespace urn:xmpp:pie:0',
    files: {
      'server-data.xml': `<server-data xmlns="urn:xmpp:pie:0"><host jid="h.example">
<user name="ann" password="secret"><query xmlns="jabber:iq:roster"><item jid="bo@h.example" subscription="both"/></query>
<archive xmlns="urn:xmpp:pie:0#mam">
${archived(10, 'from="ann@h.example/phone" to="bo@h.example" type="chat" id="m1"', 'Hi')}
${archived(11, 'from="tea@rooms.example/Annie" type="groupchat" id="g1"', 'Tea?')}
${archived(12, 'from="bo@h.example" to="ann@h.example" type="chat" id="m2"', '')}
</archive></user>
<user name="bo"><archive xmlns="urn:xmpp:pie:0#mam">
${archived(10, 'from="ann@h.example/phone" to="bo@h.example" type="chat" id="m1"', 'Hi')}
</archive></user></host></server-data>`,
    },
    kinds: {
      users: { rows: 3, created: 3 },
      groups: { rows: 1, created: 1 },
      members: { rows: 1, created: 1 },
      messages: { rows: 4, created: 2, filtered: 2 },
      friends: { rows: 1, created: 1 },
    },
  },
  pubnub: {
    rule: 'messages.json has messages of PubNub in channels',
    files: {
      'messages.json': {
        status: 200,
        channels: {
          'chat.room1': [
            [10, 'Mira', 'Hi'],
            [11, 'theo', { text: 'Yes', priority: 2 }],
            [12, 'theo', { lat: 1.5 }],
          ].map(([seconds, uuid, message]) => ({
            message,
            uuid,
            timetoken: `${first + Number(seconds)}0000000`,
            actions: {
              reaction: { '👍': [{ uuid: 'theo', actionTimetoken: `${first + 20}0000000` }] },
            },
          })),
        },
      },
    },
    kinds: {
      users: { rows: 2, created: 2 },
      groups: { rows: 1, created: 1 },
      members: { rows: 2, created: 2 },
      messages: { rows: 3, created: 3 },
      reactions: { rows: 3, created: 3 },
    },
  },
};

test.each(Object.entries(cases))(
  'an export of %s is imported without a configuration, and verify finds no difference',
  async (system, { files, rule, kinds, options = [] }) => {
    await using rig = await startRig();
    const folder = path.join(rig.folder, 'from-app');
    mkdirSync(folder);
    for (const [name, content] of Object.entries(files))
      writeFileSync(
        path.join(folder, name),
        typeof content === 'string' ? content : JSON.stringify(content),
      );

    const imported = await rig.cli(['import', folder, '--yes', ...options, ...rig.target]);
    const verified = await rig.cli(['verify', ...rig.target]);

    expect({ status: imported.status, err: imported.err }).toMatchObject({ status: 0 });
    expect({ status: verified.status, out: verified.out }).toMatchObject({ status: 0 });
    expect(imported.out).toContain(`was read as an export of ${system}: ${rule}`);
    const status = JSON.parse((await rig.cli(['status', '--json'])).out) as { kinds: object };
    expect(status.kinds).toMatchObject(kinds);
  },
);

/** The paths of lists, and the files that are made of them. */
const lists = [
  'users?withDeactivated=true',
  'groups',
  'groups/town/members',
  'users/mira/friends',
  'users/mira/blockedusers',
  'messages?limit=1000',
  'groups/town/messages',
];

test('the lists that an app returns are imported into another one, and verify finds no difference', async () => {
  await using old = await startRig();
  old.write('users.csv', 'uid,name,deactivatedAt\nmira,Mira,\ntheo,Theo,\ngone,Gone,1700000000\n');
  old.write(
    'groups.csv',
    `guid,name,type,owner,description,createdAt\ntown,Town,public,mira,Hi,${first}\n`,
  );
  old.write('members.csv', `guid,uid,scope,joinedAt\ntown,mira,admin,\ntown,theo,,${first + 5}\n`);
  old.write('friends.csv', 'uid,friend\nmira,theo\n');
  old.write('blocks.csv', 'uid,blocked\nmira,gone\n');
  const messages = [
    ['m1', 'mira', 'group', 'town', 'hi <@uid:theo>'],
    ['m2', 'theo', 'group', 'town', 'yes'],
    ['m3', 'mira', 'user', 'theo', 'Psst'],
  ].map(([muid, sender, receiverType, receiver, text], index) => ({
    muid,
    sender,
    receiverType,
    receiver,
    sentAt: first + 10 + index,
    data: { text, ...(muid === 'm2' ? { metadata: { parentMuid: 'm1' } } : {}) },
    ...(muid === 'm1' ? { mentionedUserDetails: { theo: { uid: 'theo', name: 'Theo' } } } : {}),
  }));
  old.write('messages.json', JSON.stringify(messages));
  const kinds = ['users', 'groups', 'members', 'friends', 'blocks'].map((kind) => `${kind}.csv`);
  const inputs = [...kinds, 'messages.json'].map((name) => path.join(old.folder, name));
  const imported = await old.cli(['import', ...inputs, '--yes', ...old.target]);
  expect({ status: imported.status, err: imported.err }).toMatchObject({ status: 0 });

  await using rig = await startRig();
  const folder = path.join(rig.folder, 'lists');
  for (const list of lists) {
    const headers = { apikey: old.service.apiKey };
    const answer = await fetch(`${old.service.baseUrl}/${list}`, { headers });
    const file = path.join(folder, `${list.split('?')[0]}.json`);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, await answer.text());
  }
  const moved = await rig.cli(['import', folder, '--yes', ...rig.target]);
  const verified = await rig.cli(['verify', ...rig.target]);

  expect({ status: moved.status, err: moved.err, out: moved.out }).toMatchObject({ status: 0 });
  expect({ status: verified.status, out: verified.out }).toMatchObject({ status: 0 });
  const status = JSON.parse((await rig.cli(['status', '--json'])).out) as { kinds: object };
  expect(status.kinds).toMatchObject({
    users: { created: 3 },
    groups: { created: 1 },
    members: { created: 2 },
    messages: { created: 3 },
    descriptions: { created: 1 },
    friends: { created: 1 },
    blocks: { created: 1 },
    deactivations: { created: 1 },
  });
});
