import { expect, test } from 'vitest';
import { group, keyed, message, importSample, importMessages, user } from './support/records.ts';
import { startRig, TODAY } from './support/rig.ts';

const file = {
  url: 'https://example.org/a.png',
  name: 'a.png',
  mimeType: 'image/png',
  extension: 'png',
};

test('an imported message keeps its time, its receipts and its own id', async () => {
  await using rig = await startRig();
  await importSample(rig);
  const m1 = message('m1', { deliveredAt: TODAY - 400, readAt: TODAY - 300, tags: ['old'] });

  const said = await rig.data('dataImport.messages', { body: { messages: { m1 } } });

  expect(said.m1.data).toMatchObject({
    id: '1',
    muid: 'm1',
    conversationId: 'ada_user_bob',
    data: {
      text: 'Text of m1',
      entities: { sender: { entity: { uid: 'ada' }, entityType: 'user' } },
    },
    sentAt: TODAY - 500,
    deliveredAt: TODAY - 400,
    readAt: TODAY - 300,
    tags: ['old'],
  });
  expect(await rig.data('messages.get', { path: { id: '1' } })).toEqual(said.m1.data);
});

test('ids are increasing decimal strings, in the order of the request', async () => {
  await using rig = await startRig();
  await importSample(rig);

  const first = await importMessages(rig, message('b'), message('a', { sentAt: TODAY - 600 }));
  const second = await importMessages(rig, message('c', { sentAt: TODAY - 700 }));

  expect([...first, ...second]).toEqual(['1', '2', '3']);
});

test('a conversation is created with its first message and sorted by its latest', async () => {
  await using rig = await startRig();
  await importSample(rig);

  await importMessages(
    rig,
    message('late', { sentAt: TODAY - 10 }),
    message('early', { sentAt: TODAY - 20 }),
  );
  await importMessages(
    rig,
    message('reply', { sender: 'bob', receiver: 'ada', sentAt: TODAY - 15 }),
  );

  const [conversation] = await rig.data('conversations.list', { as: 'ada' });
  expect(conversation).toMatchObject({
    conversationId: 'ada_user_bob',
    conversationType: 'user',
    lastMessage: { muid: 'late' },
    createdAt: TODAY - 20,
    updatedAt: TODAY - 10,
    conversationWith: { uid: 'bob' },
    unreadMessageCount: '1',
  });
});

const mentions = (count: number): string =>
  Array.from({ length: count }, (_, n) => `<@uid:u${n}>`).join(' ');
const ten = { data: { text: mentions(10) } };

test.each([
  ['sender missing', { sender: 'unknown' }, 'ERR_UID_NOT_FOUND'],
  ['receiver missing', { receiver: 'unknown' }, 'ERR_UID_NOT_FOUND'],
  [
    'role of a new user missing',
    { sender: 'newcomer', senderUserDetails: user('newcomer', { role: 'chief' }) },
    'ERR_ROLE_NOT_FOUND',
  ],
  ['group missing', { receiverType: 'group', receiver: 'nowhere' }, 'ERR_GUID_NOT_FOUND'],
  ['no receiver', { receiver: '' }, 'ERR_EMPTY_RECEIVER'],
  ['odd receiver type', { receiverType: 'channel' }, 'ERR_INVALID_RECEIVER_TYPE'],
  ['odd category', { category: 'call' }, 'ERR_INVALID_MESSAGE_CATEGORY'],
  ['odd type', { type: 'poem' }, 'ERR_INVALID_MESSAGE_TYPE'],
  [
    'custom without type',
    { category: 'custom', type: undefined, data: { customData: { a: 1 } } },
    'ERR_EMPTY_MESSAGE_TYPE',
  ],
  ['no data', { data: null }, 'ERR_INVALID_MESSAGE_DATA'],
  ['data as list', { data: ['hi'] }, 'ERR_INVALID_MESSAGE_DATA'],
  ['too much data', { data: { text: 'x'.repeat(10_240) } }, 'ERR_INVALID_MESSAGE_DATA'],
  ['text no text', { data: { text: 7 } }, 'ERR_INVALID_MESSAGE_TEXT'],
  ['odd metadata', { data: { text: 'hi', metadata: 'm' } }, 'ERR_INVALID_METADATA'],
  ['picture without file', { type: 'image', data: { text: 'caption' } }, 'ERR_EMPTY_MESSAGE_FILE'],
  [
    'file without name',
    { type: 'file', data: { attachments: [{ ...file, name: '' }] } },
    'ERR_INVALID_MEDIA_MESSAGE',
  ],
  [
    'custom without data',
    { category: 'custom', type: 'poll', data: { customData: {} } },
    'ERR_EMPTY_CUSTOM_DATA',
  ],
  [
    'custom with odd data',
    { category: 'custom', type: 'poll', data: { customData: 'x' } },
    'ERR_INVALID_CUSTOM_DATA',
  ],
  ['milliseconds', { sentAt: TODAY * 1000 }, 'ERR_BAD_REQUEST'],
  ['no time', { sentAt: undefined }, 'ERR_BAD_REQUEST'],
  ['another key', { muid: 'm2' }, 'ERR_BAD_REQUEST'],
  ['eleven mentions', { data: { text: mentions(11) } }, 'ERR_BAD_REQUEST'],
])('%s is refused with its own code', async (_what, change, code) => {
  await using rig = await startRig();
  await importSample(rig);

  const { body } = await rig.call('dataImport.messages', {
    body: { messages: { m1: { ...message('m1'), ...change }, good: message('good', ten) } },
  });

  expect(body.data.m1).toMatchObject({ success: false, error: { code } });
  expect(body.data.good.success).toBe(true);
});

test('media, custom and unlabelled messages land', async () => {
  await using rig = await startRig();
  await importSample(rig);

  await importMessages(
    rig,
    message('pic', {
      type: 'image',
      data: { text: 'look', attachments: [{ ...file, size: '350.2' }] },
    }),
    message('poll', { category: 'custom', type: 'poll', data: { customData: { question: '?' } } }),
    message('plain', { category: undefined, type: undefined }),
    message('to-group', { receiverType: 'group', receiver: 'TEA' }),
  );

  const kept = await rig.data('messages.list', { query: { receiverType: 'user' } });
  expect(
    kept.map(({ muid, category, type }: Record<string, string>) => [muid, category, type]),
  ).toEqual([
    ['pic', 'message', 'image'],
    ['poll', 'custom', 'poll'],
    ['plain', 'message', 'text'],
  ]);
});

test('a deactivated user counts as missing', async () => {
  await using rig = await startRig();
  await importSample(rig);
  await rig.data('users.deactivate', { body: { uidsToDeactivate: ['bob'] } });

  const said = await rig.data('dataImport.messages', { body: { messages: { m1: message('m1') } } });

  expect(said.m1.error.code).toBe('ERR_UID_NOT_FOUND');
});

test('a repeated message is reported as existing before any other problem', async () => {
  await using rig = await startRig();
  await importSample(rig);
  await importMessages(rig, message('m1'), message('m2', { sentAt: TODAY - 181 * 86_400 }));
  const again = await rig.data('dataImport.messages', {
    body: { messages: { m1: message('m1') } },
  });
  expect(again.m1.error.code).toBe('ERR_IMPORT_MUID_ALREADY_EXISTS');
  await rig.data('users.deactivate', { body: { uidsToDeactivate: ['bob'] } });
  rig.pass(30 * 86_400);

  const { status, body } = await rig.call('dataImport.messages', {
    body: { messages: keyed([message('m1'), message('m2', { sentAt: TODAY - 181 * 86_400 })]) },
  });

  expect(status).toBe(200);
  expect(body.data.m1.error.code).toBe('ERR_IMPORT_MUID_ALREADY_EXISTS');
  expect(body.data.m2.error.code).toBe('ERR_IMPORT_MUID_ALREADY_EXISTS');
});

test.each([
  ['a blank text', { data: { text: ' \n' } }],
  ['no text', { data: {} }],
  ['a message older than six months', { sentAt: TODAY - 190 * 86_400 }],
])('%s fails the whole request, but the valid records are stored', async (_what, change) => {
  await using rig = await startRig();
  await importSample(rig);
  const messages = keyed([message('m1'), { ...message('bad'), ...change }, message('m3')]);

  const { status, body } = await rig.call('dataImport.messages', { body: { messages } });

  expect([status, body.error.code]).toEqual([500, 'ERR_EXCEPTION']);
  expect(rig.service.db.prepare('SELECT muid FROM messages').all()).toEqual([
    { muid: 'm1' },
    { muid: 'm3' },
  ]);
});

test.each([
  ['none', TODAY - 4000 * 86_400, 200],
  [12, TODAY - 300 * 86_400, 200],
  [12, TODAY - 400 * 86_400, 500],
] as const)(
  'with a retention of %s months, %d is answered with %d',
  async (retentionMonths, sentAt, status) => {
    await using rig = await startRig({ retentionMonths });
    await importSample(rig);

    const said = await rig.call('dataImport.messages', {
      body: { messages: { m1: message('m1', { sentAt }) } },
    });

    expect(said.status).toBe(status);
  },
);

test('a message creates the missing users and groups that it contains', async () => {
  await using rig = await startRig();
  const messages = keyed([
    message('m1', {
      senderUserDetails: user('ada'),
      receiverUserDetails: user('bob'),
      data: { text: 'hello <@uid:cy>' },
      mentionedUserDetails: { cy: user('cy') },
    }),
    message('m2', {
      receiverType: 'group',
      receiver: 'tea',
      receiverGroupDetails: group('tea', { owner: 'dot' }),
      receiverGroupOwnerDetails: user('dot'),
    }),
    message('m3', { receiver: 'eve', receiverUserDetails: user('not-eve') }),
  ]);

  const said = await rig.data('dataImport.messages', { body: { messages } });

  expect(said.m3.error.details).toHaveProperty('receiverUserDetails.uid');
  const users = await rig.data('users.list');
  expect(users.map(({ uid }: { uid: string }) => uid)).toEqual(['dot', 'cy', 'bob', 'ada']);
  expect(await rig.data('groups.get', { path: { guid: 'tea' } })).toMatchObject({ owner: 'dot' });
});
