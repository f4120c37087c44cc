import { expect, test } from 'vitest';
import { message, importSample, importMessages } from './support/records.ts';
import { type Rig, startRig, TODAY } from './support/rig.ts';

const bob = { path: { uid: 'bob' }, as: 'ada' };

const pin = (number: number) => ({ path: { uid: `u${number}` }, as: 'ada' });

async function exchangeNotes(rig: Rig): Promise<void> {
  await importSample(rig);
  await importMessages(
    rig,
    message('m1', { sentAt: TODAY - 30 }),
    message('m2', { sender: 'bob', receiver: 'ada', sentAt: TODAY - 20 }),
    message('m3', { sender: 'bob', receiver: 'ada', sentAt: TODAY - 10 }),
    message('m4', { sender: 'bob', receiver: 'tea', receiverType: 'group', sentAt: TODAY - 5 }),
  );
}

test('both users have the conversation in their list, latest first', async () => {
  await using rig = await startRig();
  await exchangeNotes(rig);

  const ofAda = await rig.data('conversations.list', { as: 'ada' });
  const ofBob = await rig.data('conversations.list', {
    as: 'bob',
    query: { conversationType: 'user' },
  });
  const ofAll = await rig.data('conversations.list');

  expect(ofAda).toMatchObject([
    {
      conversationId: 'group_tea',
      conversationWith: { guid: 'tea', scope: 'admin' },
      unreadMessageCount: '1',
    },
    {
      conversationId: 'ada_user_bob',
      conversationWith: { uid: 'bob' },
      unreadMessageCount: '2',
      lastMessage: { muid: 'm3' },
    },
  ]);
  expect(ofBob).toMatchObject([{ conversationWith: { uid: 'ada' }, unreadMessageCount: '1' }]);
  // As recorded, the list of the whole app names the user of each side, in the order of these.
  expect(ofAll).toMatchObject([
    { uid: 'ada', conversationWith: { uid: 'bob' } },
    { uid: 'ada', conversationWith: { guid: 'tea' } },
    { uid: 'bob', conversationWith: { uid: 'ada' } },
    { uid: 'bob', conversationWith: { guid: 'tea' } },
  ]);
  expect(ofAda[1].conversationWith.conversationId).toBe('ada_user_bob');
  expect(ofAll[0].conversationWith).not.toHaveProperty('conversationId');
  expect([ofAda[0], ofAda[1]].some((one) => 'uid' in one)).toBe(false);
  expect(await rig.data('conversations.list', { as: 'cy' })).toEqual([]);
});

test('a list of unread conversations has no last messages', async () => {
  await using rig = await startRig();
  await exchangeNotes(rig);
  const query = { unread: true };

  const ofAda = await rig.data('conversations.list', { as: 'ada', query });
  const ofAll = await rig.data('conversations.list', { query });

  expect([ofAda.length, ofAll.length]).toEqual([2, 3]);
  for (const one of [...ofAda, ...ofAll]) expect(one).not.toHaveProperty('lastMessage');
});

test('a conversation has no tags until some are set', async () => {
  await using rig = await startRig();
  await exchangeNotes(rig);

  expect(await rig.data('users.conversation.get', bob)).not.toHaveProperty('tags');
  expect(await rig.data('users.conversation.get', bob)).toMatchObject({
    conversationId: 'ada_user_bob',
    lastMessage: { muid: 'm3' },
    conversationWith: { uid: 'bob', conversationId: 'ada_user_bob' },
  });
});

test('reading a conversation sets the time of reading, and marking it unread resets one message', async () => {
  await using rig = await startRig();
  await exchangeNotes(rig);
  const unread = async () => (await rig.data('users.conversation.get', bob)).unreadMessageCount;

  await rig.data('users.conversation.markDelivered', bob);
  expect(await rig.data('messages.get', { path: { id: '2' } })).toMatchObject({
    deliveredAt: TODAY,
  });
  expect(await unread()).toBe('2');
  await rig.data('users.conversation.markRead', bob);
  expect(await rig.data('messages.get', { path: { id: '3' } })).toMatchObject({ readAt: TODAY });
  expect(await rig.data('messages.get', { path: { id: '1' } })).not.toHaveProperty('readAt');
  expect(await unread()).toBe('0');
  expect(await rig.data('conversations.list', { as: 'ada', query: { unread: true } })).toHaveLength(
    1,
  );
  await rig.data('users.conversation.markUnread', bob);
  expect(await unread()).toBe('1');
});

test('reading a group is tracked for each user', async () => {
  await using rig = await startRig();
  await exchangeNotes(rig);
  const tea = { path: { guid: 'tea' }, as: 'ada' };

  await rig.data('groups.conversation.markRead', tea);
  await rig.data('groups.conversation.markDelivered', tea);

  expect((await rig.data('groups.conversation.get', tea)).unreadMessageCount).toBe('0');
  expect(await rig.data('messages.get', { path: { id: '4' } })).not.toHaveProperty('readAt');
  await rig.data('groups.conversation.markUnread', tea);
  expect((await rig.data('groups.conversation.get', tea)).unreadMessageCount).toBe('1');
  expect(await rig.refusal('groups.conversation.markRead', { ...tea, as: 'cy' })).toBe(
    'ERR_NOT_A_MEMBER',
  );
});

test('groups with more than 300 members have no conversation in any list', async () => {
  await using rig = await startRig();
  await exchangeNotes(rig);

  rig.service.db.exec('UPDATE groups SET members_count = 301');

  expect(await rig.data('conversations.list', { as: 'ada' })).toMatchObject([
    { conversationId: 'ada_user_bob' },
  ]);
});

test('tags and pins belong to one user', async () => {
  await using rig = await startRig();
  await exchangeNotes(rig);

  const tagged = await rig.data('users.conversation.update', { ...bob, body: { tags: ['work'] } });
  const pinned = await rig.data('users.conversation.pin', bob);
  expect(pinned).toMatchObject({ conversationId: 'ada_user_bob', pinnedBy: 'ada' });
  await rig.data('groups.conversation.pin', { path: { guid: 'tea' }, as: 'bob' });
  await rig.data('groups.conversation.update', { path: { guid: 'tea' }, as: 'ada', body: {} });

  expect(tagged.tags).toEqual(['work']);
  const ofAda = await rig.data('conversations.list', { as: 'ada', query: { withTags: true } });
  expect(ofAda).toMatchObject([{ conversationId: 'ada_user_bob', tags: ['work'] }, {}]);
  expect(ofAda[1]).not.toHaveProperty('tags');
  expect(await rig.data('conversations.list', { query: { tags: 'work' } })).toHaveLength(1);
  expect(await rig.data('conversations.list', { as: 'bob', query: { tags: 'work' } })).toEqual([]);
  await rig.data('users.conversation.unpin', bob);
  await rig.data('groups.conversation.unpin', { path: { guid: 'tea' }, as: 'bob' });
  expect(await rig.data('conversations.list', { as: 'ada' })).toMatchObject([
    { conversationId: 'group_tea' },
    {},
  ]);
});

test('conversations are found by the tags of the other user or the group', async () => {
  await using rig = await startRig();
  await exchangeNotes(rig);
  await rig.data('users.update', { path: { uid: 'bob' }, body: { tags: ['vip'] } });
  await rig.data('groups.update', { path: { guid: 'tea' }, body: { tags: ['hot'] } });

  expect(
    await rig.data('conversations.list', { as: 'ada', query: { userTags: 'vip' } }),
  ).toHaveLength(1);
  expect(
    await rig.data('conversations.list', { as: 'ada', query: { groupTags: 'hot' } }),
  ).toMatchObject([{ conversationId: 'group_tea' }]);
});

test('a user pins up to five conversations, and the app five', async () => {
  await using rig = await startRig();
  await importSample(rig);
  for (let number = 0; number < 6; number++) {
    await rig.data('users.create', { body: { uid: `u${number}`, name: 'U' } });
    await importMessages(rig, message(`m${number}`, { receiver: `u${number}` }));
  }

  for (let number = 0; number < 5; number++) await rig.data('users.conversation.pin', pin(number));

  expect(await rig.refusal('users.conversation.pin', pin(5))).toBe(
    'ERR_PINNED_CONVERSATIONS_LIMIT_EXCEEDED',
  );
  await rig.data('users.conversation.pin', pin(4));
  const pinned = [{ uid: 'bob' }, { guid: 'tea' }];
  await rig.data('conversations.pinned.replace', { body: { pinnedConversations: pinned } });
  expect(await rig.data('conversations.pinned.list')).toEqual(pinned);
});

test('a conversation is cleared for one user until the next message, or removed for all', async () => {
  await using rig = await startRig();
  await exchangeNotes(rig);

  await rig.data('users.conversation.reset', { ...bob, body: {} });
  expect(await rig.refusal('users.conversation.get', bob)).toBe('ERR_CONVERSATION_NOT_ACCESSIBLE');
  expect(await rig.data('users.messages.list', bob)).toEqual([]);
  expect(
    await rig.data('users.conversation.get', { path: { uid: 'ada' }, as: 'bob' }),
  ).toMatchObject({ lastMessage: { muid: 'm3' } });
  await rig.data('messages.send', {
    as: 'bob',
    body: { receiver: 'ada', receiverType: 'user', type: 'text', data: { text: 'still there?' } },
  });
  expect(await rig.data('users.messages.list', bob)).toHaveLength(1);
  await rig.data('users.conversation.reset', { ...bob, body: { deleteMessagesPermanently: true } });
  expect(await rig.data('users.messages.list', { path: { uid: 'ada' }, as: 'bob' })).toEqual([]);
  await rig.data('groups.conversation.reset', { path: { guid: 'tea' }, as: 'ada' });
  expect(await rig.data('conversations.list', { as: 'ada' })).toEqual([]);
});

test('a conversation without a message is not accessible, by its id it is not found', async () => {
  await using rig = await startRig();
  await exchangeNotes(rig);
  const byId = { path: { conversationId: 'ada_user_bob' }, as: 'ada' };

  expect(await rig.refusal('users.conversation.get', { path: { uid: 'cy' }, as: 'ada' })).toBe(
    'ERR_CONVERSATION_NOT_ACCESSIBLE',
  );
  expect(await rig.refusal('users.conversation.markRead', { path: { uid: 'cy' }, as: 'ada' })).toBe(
    'ERR_CONVERSATION_NOT_ACCESSIBLE',
  );
  expect(await rig.data('conversations.get', byId)).toMatchObject({
    conversationWith: { uid: 'bob' },
  });
  expect(await rig.refusal('conversations.get', { ...byId, as: 'cy' })).toBe(
    'ERR_CONVERSATION_NOT_FOUND',
  );
  await rig.data('conversations.delete', byId);
  expect(await rig.refusal('conversations.get', byId)).toBe('ERR_CONVERSATION_NOT_ACCESSIBLE');
});

test('the latest message of a conversation is the last one of the latest second, however it was imported', async () => {
  await using rig = await startRig();
  await importSample(rig);
  const toGroup = { receiverType: 'group', receiver: 'tea' };
  await importMessages(
    rig,
    message('m1', { ...toGroup, sentAt: TODAY - 10 }),
    message('m2', { ...toGroup, sentAt: TODAY - 10 }),
    message('m3', { ...toGroup, sentAt: TODAY - 5, sender: 'bob' }),
    message('m4', { ...toGroup, sentAt: TODAY - 5, sender: 'bob' }),
    message('m5', { ...toGroup, sentAt: TODAY - 20 }),
    message('m6', { ...toGroup, sentAt: TODAY - 15 }),
  );
  const latest = async (): Promise<string> =>
    (await rig.data('conversations.list', { as: 'ada' }))[0].lastMessage.muid;

  const [{ createdAt }] = await rig.data('conversations.list', { as: 'ada' });
  expect(createdAt).toBe(TODAY - 20);
  expect(await latest()).toBe('m4');
  await rig.data('users.delete', { path: { uid: 'bob' }, body: { permanent: true } });
  expect(await latest()).toBe('m2');
});
