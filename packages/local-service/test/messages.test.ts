import { expect, test } from 'vitest';
import { importMessages, importSample, keyed, message, user } from './support/records.ts';
import { startRig, TODAY } from './support/rig.ts';

const toBob = { receiver: 'bob', receiverType: 'user', type: 'text', data: { text: 'hi' } };
const toTea = { ...toBob, receiver: 'tea', receiverType: 'group' };

test('a sent message has the time and the sender', async () => {
  await using rig = await startRig();
  await importSample(rig);

  const said = await rig.data('messages.send', {
    as: 'ada',
    body: { ...toBob, muid: 'm1', tags: ['new'] },
  });
  const bySystem = await rig.data('messages.send', { body: toTea });
  const twice = await rig.data('messages.send', { as: 'ada', body: { ...toBob, muid: 'm1' } });

  expect(said).toMatchObject({
    id: '1',
    muid: 'm1',
    sender: 'ada',
    category: 'message',
    sentAt: TODAY,
    tags: ['new'],
    data: { text: 'hi', entities: { receiver: { entity: { uid: 'bob' } } } },
  });
  expect(bySystem).toMatchObject({ sender: 'app_system', conversationId: 'group_tea' });
  expect(twice.id).toBe('3');
});

test.each([
  [{ receiverType: 'channel' }, 'ERR_INVALID_RECEIVER_TYPE'],
  [{ receiver: undefined }, 'ERR_EMPTY_RECEIVER'],
  [{ receiver: 'unknown' }, 'ERR_UID_NOT_FOUND'],
  [{ receiverType: 'group' }, 'ERR_GUID_NOT_FOUND'],
  [{ data: { text: ' ' } }, 'ERR_EMPTY_MESSAGE_TEXT'],
  [{ type: 'image' }, 'ERR_EMPTY_MESSAGE_FILE'],
  [{ tags: 'new' }, 'ERR_BAD_REQUEST'],
])('a message with %o is refused', async (change, code) => {
  await using rig = await startRig();
  await importSample(rig);

  expect(await rig.refusal('messages.send', { as: 'ada', body: { ...toBob, ...change } })).toBe(
    code,
  );
});

test('blocked users, and users who are not members of a group, cannot send', async () => {
  await using rig = await startRig();
  await importSample(rig);
  await rig.data('users.blockedUsers.block', {
    path: { uid: 'ada' },
    body: { blockedUids: ['bob'] },
  });

  expect(await rig.refusal('messages.send', { as: 'ada', body: toBob })).toBe(
    'ERR_BLOCKED_RECEIVER',
  );
  const back = { as: 'bob', body: { ...toBob, receiver: 'ada' } };
  expect(await rig.refusal('messages.send', back)).toBe('ERR_BLOCKED_SENDER');
  expect(await rig.refusal('messages.send', { as: 'cy', body: toTea })).toBe(
    'ERR_GROUP_NOT_JOINED',
  );
});

test('one message goes to several receivers', async () => {
  await using rig = await startRig({ seed: { bots: [user('helper')] } });
  await importSample(rig);

  const said = await rig.data('messages.send', {
    as: 'ada',
    body: {
      ...toBob,
      receiver: undefined,
      multipleReceivers: { uids: ['bob', 'unknown'], guids: ['tea'] },
    },
  });
  const fromBot = await rig.data('bots.messages.send', { path: { uid: 'helper' }, body: toBob });

  expect(said.uids.bob).toMatchObject({ receiver: 'bob' });
  expect(said.uids.unknown.error.code).toBe('ERR_UID_NOT_FOUND');
  expect(said.guids.tea).toMatchObject({ receiver: 'tea' });
  expect(fromBot.sender).toBe('helper');
  const fromNone = { path: { uid: 'cy' }, body: toBob };
  expect(await rig.refusal('bots.messages.send', fromNone)).toBe('ERR_BOT_NOT_FOUND');
});

test('a message is edited by its sender, and the conversation gets an action message', async () => {
  await using rig = await startRig();
  await importSample(rig);
  const [id] = await importMessages(rig, message('m1'));
  rig.pass(10);
  const edit = { path: { id: id }, body: { data: { text: 'better' }, tags: ['edited'] } };

  expect(await rig.refusal('messages.update', { ...edit, as: 'bob' })).toBe(
    'ERR_MESSAGE_NOT_A_SENDER',
  );
  expect(await rig.refusal('messages.update', { ...edit, as: 'cy' })).toBe('ERR_MESSAGE_NO_ACCESS');
  const action = await rig.data('messages.update', { ...edit, as: 'ada' });

  expect(action).toMatchObject({
    category: 'action',
    type: 'message',
    data: {
      action: 'edited',
      entities: { on: { entityType: 'message', entity: { id, data: { text: 'better' } } } },
    },
  });
  expect(await rig.data('messages.get', { path: edit.path })).toMatchObject({
    muid: 'm1',
    sentAt: TODAY - 500,
    editedAt: TODAY + 10,
    editedBy: 'ada',
    tags: ['edited'],
  });
});

test('a deleted message stays without its content; a permanently deleted one is removed', async () => {
  await using rig = await startRig();
  await importSample(rig);
  const [first, second] = await importMessages(rig, message('m1'), message('m2'));

  const action = await rig.data('messages.delete', { path: { id: first }, as: 'ada' });
  await rig.data('messages.delete', { path: { id: second }, body: { permanent: true } });

  expect(action.data.action).toBe('deleted');
  const kept = await rig.data('messages.get', { path: { id: first } });
  expect(kept).toMatchObject({ deletedAt: TODAY, deletedBy: 'ada' });
  expect(kept.data).not.toHaveProperty('text');
  expect(await rig.refusal('messages.get', { path: { id: second } })).toBe(
    'ERR_MESSAGE_ID_NOT_FOUND',
  );
  expect(await rig.refusal('messages.get', { path: { id: 'x' } })).toBe('ERR_MESSAGE_ID_NOT_FOUND');
  expect(await rig.refusal('messages.update', { path: { id: first }, body: {} })).toBe(
    'ERR_MESSAGE_ACTION_NOT_ALLOWED',
  );
});

test('replies belong to the message they answer, in its conversation and one level deep', async () => {
  await using rig = await startRig();
  await importSample(rig);
  const [id] = await importMessages(rig, message('m1'));
  const reply = { path: { id: id }, as: 'ada', body: toBob };

  const sent = await rig.data('messages.thread.send', reply);

  expect(sent).toMatchObject({ parentId: id, sentAt: TODAY });
  expect(await rig.refusal('messages.thread.send', { ...reply, path: { id: sent.id } })).toBe(
    'ERR_MESSAGE_THREAD_NESTING',
  );
  expect(await rig.refusal('messages.thread.send', { ...reply, body: toTea })).toBe(
    'ERR_WRONG_MESSAGE_THREAD',
  );
  expect(await rig.data('messages.thread.list', { path: { id: id } })).toMatchObject([
    { id: sent.id },
  ]);
  expect(await rig.data('threads.list', { as: 'bob' })).toMatchObject([
    { parentMessageId: id, message: { id }, replyCount: 1, lastReply: { id: sent.id } },
  ]);
  expect(await rig.data('threads.list', { as: 'cy' })).toEqual([]);
  expect(await rig.data('messages.list', { query: { hideReplies: true } })).toHaveLength(1);
  expect(await rig.data('messages.list', { query: { hideReplies: false } })).toHaveLength(2);
  await rig.data('messages.thread.subscribe', reply);
  const [followed] = await rig.data('threads.list', { as: 'ada' });
  await rig.data('messages.thread.unsubscribe', reply);
  const [left] = await rig.data('threads.list', { as: 'ada' });
  expect([followed.threadSubscribed, left.threadSubscribed]).toEqual([true, false]);
});

test('threads are listed from the latest reply, and each page repeats the last one of the page before', async () => {
  await using rig = await startRig();
  await importSample(rig);
  const roots = await importMessages(rig, message('m1'), message('m2'), message('m3'));
  for (const id of roots) {
    rig.pass(10);
    await rig.data('messages.thread.send', { path: { id }, as: 'ada', body: toBob });
  }
  const page = async (query: object) => {
    const { body } = await rig.call('threads.list', { query: { limit: 2, ...query } });
    const ids = body.data.map((thread: { parentMessageId: string }) => thread.parentMessageId);
    return { ids, next: body.meta.next };
  };

  const first = await page({});
  const second = await page(first.next);
  const last = await page(second.next);

  const [oldest, middle, latest] = roots;
  expect(first).toEqual({
    ids: [latest, middle],
    next: { affix: 'prepend', updatedAt: TODAY + 20, id: middle },
  });
  expect(second.ids).toEqual([middle, oldest]);
  expect(last.ids).toEqual([oldest]);
});

test('a message shows its parties as they were when it was sent', async () => {
  await using rig = await startRig();
  await importSample(rig);
  await importMessages(rig, message('m1'));
  await rig.data('messages.send', { as: 'ada', body: toBob });
  await rig.data('messages.send', { as: 'ada', body: toTea });
  rig.pass(10);

  await rig.data('users.update', {
    path: { uid: 'ada' },
    body: { name: 'Lady Ada', link: 'https://ada.test/', avatar: 'https://ada.test/a.png' },
  });
  await rig.data('users.update', { path: { uid: 'ada' }, body: { name: 'Ada L.' } });
  await rig.data('groups.members.add', { path: { guid: 'tea' }, body: { participants: ['cy'] } });
  await rig.data('messages.send', { as: 'ada', body: toTea });

  const listed = await rig.data('messages.list', { query: { category: 'message' } });
  const parties = listed.map(
    ({ data }: { data: { entities: Record<string, { entity: object }> } }) =>
      Object.values(data.entities).map(({ entity }) => entity),
  );
  const before = { uid: 'ada', name: 'Name of ada' };
  expect(parties).toMatchObject([
    [before, { uid: 'bob' }],
    [before, { uid: 'bob' }],
    [before, { guid: 'tea', membersCount: 2 }],
    [
      { name: 'Ada L.', link: 'https://ada.test/', updatedAt: TODAY + 10 },
      { guid: 'tea', membersCount: 3 },
    ],
  ]);
  for (const [sender] of parties.slice(0, 3)) expect(sender).not.toHaveProperty('updatedAt');
  // The action message was written after the change.
  const [action] = await rig.data('messages.list', { query: { category: 'action' } });
  expect(action.data.entities.for.entity.membersCount).toBe(3);
});

test('the receiver has the conversation unless the app itself sends', async () => {
  await using rig = await startRig();
  await importSample(rig);

  const ofAda = await rig.data('messages.send', { as: 'ada', body: toBob });
  const ofApp = await rig.data('messages.send', { body: toBob });
  const imported = await rig.data('dataImport.messages', {
    body: { messages: keyed([message('m1')]) },
  });
  const [first] = await rig.data('messages.list', { query: { sender: 'ada' } });

  for (const { data } of [ofAda, imported.m1.data, first])
    expect(data.entities.receiver.entity).toMatchObject({
      uid: 'bob',
      conversationId: 'ada_user_bob',
    });
  expect(ofApp.data.entities.receiver.entity).not.toHaveProperty('conversationId');
  expect(ofApp.data.entities.sender.entity).toEqual({
    uid: 'app_system',
    name: 'System',
    role: 'default',
    status: 'offline',
  });
  for (const one of [ofAda, ofApp, imported.m1.data]) expect(one).not.toHaveProperty('tags');
});

test('a message deleted for good is answered as it was, and is gone', async () => {
  await using rig = await startRig();
  await importSample(rig);
  const [id] = await importMessages(rig, message('m1', { data: { text: 'Gone' } }));

  const said = await rig.data('messages.delete', { path: { id }, body: { permanent: true } });

  expect(said).toMatchObject({ category: 'action', type: 'message', data: { action: 'deleted' } });
  const was = said.data.entities.on.entity;
  expect(was).toMatchObject({ id, muid: 'm1', data: { text: 'Gone' } });
  expect(was).not.toHaveProperty('deletedAt');
  expect(was).not.toHaveProperty('deletedBy');
  expect(await rig.refusal('messages.get', { path: { id } })).toBe('ERR_MESSAGE_ID_NOT_FOUND');
  expect(JSON.stringify(await rig.data('messages.list'))).not.toContain('Gone');
});

test('reactions are counted, marked for the acting user, and limited', async () => {
  await using rig = await startRig();
  await importSample(rig);
  const [id] = await importMessages(rig, message('m1'));
  const react = (as: string, reaction: string) => ({ as, path: { id: id, reaction } });

  await rig.data('messages.reactions.add', react('ada', '👍'));
  await rig.data('messages.reactions.add', react('ada', '👍'));
  const said = await rig.data('messages.reactions.add', react('bob', '👍'));

  expect(said.data.reactions).toEqual([{ reaction: '👍', count: 2, reactedByMe: true }]);
  const anonymous = await rig.data('messages.get', { path: { id: id } });
  expect(anonymous.data.reactions).toEqual([{ reaction: '👍', count: 2, reactedByMe: false }]);
  expect(await rig.data('messages.list', { query: { hasReactions: true } })).toHaveLength(1);
  const first = await rig.call('messages.reactions.list', {
    path: { id: id },
    query: { limit: 1, affix: 'append' },
  });
  expect(first.body.data).toMatchObject([
    { uid: 'ada', reaction: '👍', messageId: id, reactedAt: TODAY },
  ]);
  const rest = await rig.data('messages.reactions.list', {
    path: { id: id },
    query: { limit: 1, ...first.body.meta.next },
  });
  expect(rest).toMatchObject([{ uid: 'bob', reactedBy: { name: 'Name of bob' } }]);
  const gone = await rig.data('messages.reactions.remove', react('bob', '👍'));
  expect(gone.data.reactions).toMatchObject([{ count: 1 }]);
  for (let number = 1; number < 25; number++)
    await rig.data('messages.reactions.add', react('ada', `r${number}`));
  expect(await rig.refusal('messages.reactions.add', react('ada', 'r25'))).toBe(
    'ERR_MESSAGE_ACTION_NOT_ALLOWED',
  );
  expect(await rig.refusal('messages.reactions.add', react('ada', 'x'.repeat(46)))).toBe(
    'ERR_BAD_REQUEST',
  );
  expect(
    await rig.data('messages.reactions.listOne', { path: { id: id, reaction: '👍' } }),
  ).toHaveLength(1);
});

test('pins and saves answer with the message, which shows them', async () => {
  await using rig = await startRig();
  await importSample(rig);
  const [id, other] = await importMessages(rig, message('m1'), message('m2'));
  const asAda = { path: { id }, as: 'ada' };
  await rig.data('messages.pin', { path: { id } });
  rig.pass(10);

  const pinned = await rig.data('messages.pin', asAda);
  const saved = await rig.data('messages.save', { path: { id: other }, as: 'bob' });

  expect(pinned).toMatchObject({ id, data: { text: 'Text of m1' } });
  expect(pinned).toMatchObject({ pinnedAt: TODAY + 10, pinnedBy: 'ada' });
  expect(saved).toMatchObject({ id: other, savedAt: TODAY + 10 });
  const shown = async (query: Record<string, boolean>, as: string) =>
    (await rig.data('messages.list', { query, as })).map((one: { id: string }) => one.id);
  expect(await shown({ pinned: true }, 'bob')).toEqual([id]);
  expect(await shown({ saved: true }, 'bob')).toEqual([other]);
  expect(await shown({ saved: true }, 'ada')).toEqual([]);
  expect(await rig.data('messages.unpin', asAda)).not.toHaveProperty('pinnedAt');
  const unsaved = await rig.data('messages.unsave', { path: { id: other }, as: 'bob' });
  expect(unsaved).not.toHaveProperty('savedAt');
});

test('what the app pins, no user unpins; in a group only admins and moderators pin', async () => {
  await using rig = await startRig();
  await importSample(rig);
  const [id] = await importMessages(rig, message('m1'));
  const toGroup = { receiver: 'tea', receiverType: 'group', type: 'text', data: { text: 'hi' } };
  const { id: inGroup } = await rig.data('messages.send', { body: toGroup, as: 'bob' });
  const pin = (as: string) => rig.call('messages.pin', { path: { id: inGroup }, as });

  expect(await rig.data('messages.pin', { path: { id } })).toMatchObject({
    pinnedBy: 'app_system',
  });
  expect(await rig.refusal('messages.unpin', { path: { id }, as: 'ada' })).toBe(
    'ERR_ACTION_NOT_ALLOWED',
  );
  expect((await pin('bob')).body.error.code).toBe('ERR_ACTION_NOT_ALLOWED');
  const promoted = { path: { guid: 'tea', uid: 'bob' }, body: { scope: 'moderator' } };
  await rig.data('groups.members.changeScope', promoted);
  expect((await pin('bob')).body.data.pinnedBy).toBe('bob');
});

test('messages are pinned, saved and used, up to a hundred', async () => {
  await using rig = await startRig();
  await importSample(rig);
  const ids = [
    ...(await importMessages(
      rig,
      ...Array.from({ length: 50 }, (_, number) => message(`a${number}`)),
    )),
    ...(await importMessages(
      rig,
      ...Array.from({ length: 50 }, (_, number) => message(`b${number}`)),
    )),
    ...(await importMessages(rig, message('c'))),
  ];
  const last = { path: { id: ids.at(-1) }, as: 'ada' };

  for (const id of ids.slice(0, 100)) {
    await rig.data('messages.pin', { path: { id } });
    await rig.data('messages.save', { path: { id }, as: 'ada' });
  }

  expect(await rig.refusal('messages.pin', last)).toBe('ERR_PINNED_MESSAGES_LIMIT_EXCEEDED');
  expect(await rig.refusal('messages.save', last)).toBe('ERR_SAVED_MESSAGES_LIMIT_EXCEEDED');
  await rig.data('messages.unpin', { path: { id: ids[0] } });
  await rig.data('messages.unsave', { path: { id: ids[0] }, as: 'ada' });
  await rig.data('messages.pin', last);
  await rig.data('messages.save', last);
  await rig.data('messages.markInteracted', { ...last, body: { interactions: ['button'] } });
});

test('messages are filtered', async () => {
  await using rig = await startRig();
  await importSample(rig);
  const file = {
    url: 'https://example.org/a.png',
    name: 'a',
    mimeType: 'image/png',
    extension: 'png',
  };
  await importMessages(
    rig,
    message('old', { sentAt: TODAY - 900, readAt: TODAY - 800, deliveredAt: TODAY - 850 }),
    message('link', { data: { text: 'see https://example.org' }, tags: ['t'] }),
    message('call', { data: { text: 'hey <@uid:cy>' } }),
    message('pic', { type: 'image', data: { attachments: [file] } }),
    message('tea', { receiverType: 'group', receiver: 'tea', sender: 'bob', sentAt: TODAY - 400 }),
  );
  const muids = async (query: Record<string, string | boolean | number>, as?: string) =>
    (await rig.data('messages.list', { query, ...(as === undefined ? {} : { as }) })).map(
      ({ muid }: { muid: string }) => muid,
    );

  expect(await muids({})).toEqual(['old', 'link', 'call', 'pic', 'tea']);
  expect(await muids({ searchKey: 'TEXT OF OLD' })).toEqual(['old']);
  expect(await muids({ type: 'image' })).toEqual(['pic']);
  expect(await muids({ types: 'image,text', receiverType: 'group' })).toEqual(['tea']);
  expect(await muids({ conversationId: 'group_tea' })).toEqual(['tea']);
  expect(await muids({ sender: 'bob' })).toEqual(['tea']);
  expect(await muids({ tags: 't' })).toEqual(['link']);
  expect(await muids({ hasLinks: true })).toEqual(['link']);
  expect(await muids({ hasMentions: true })).toEqual(['call']);
  expect(await muids({ mentionedUids: 'cy,dot' })).toEqual(['call']);
  expect(await muids({ hasAttachments: true })).toEqual(['pic']);
  expect(await muids({ hasAttachments: false, hasLinks: false, hasMentions: false })).toEqual([
    'old',
    'tea',
  ]);
  expect(await muids({ attachmentTypes: 'image' })).toEqual(['pic']);
  expect(await muids({ fromTimestamp: TODAY - 500, toTimestamp: TODAY - 500 })).toEqual([
    'link',
    'call',
    'pic',
  ]);
  expect(await muids({ unread: true }, 'bob')).toEqual(['link', 'call', 'pic']);
  expect(await muids({}, 'cy')).toEqual([]);
  await rig.data('users.blockedUsers.block', {
    path: { uid: 'ada' },
    body: { blockedUids: ['bob'] },
  });
  expect(await muids({ hideMessagesFromBlockedUsers: true }, 'ada')).not.toContain('tea');
  await rig.data('messages.delete', { path: { id: '1' }, body: {} });
  expect(await muids({ onlyDeleted: true })).toEqual(['old']);
  expect(await muids({ hideDeleted: true, category: 'message' })).not.toContain('old');
});

test('a user has the messages of their conversations and groups, or of one of them', async () => {
  await using rig = await startRig();
  await importSample(rig);
  await importMessages(
    rig,
    message('ab'),
    message('cb', { sender: 'cy' }),
    message('tea', { receiverType: 'group', receiver: 'tea' }),
  );
  const muids = async (uid: string, parts = {}) =>
    (await rig.data('users.messages.list', { path: { uid }, ...parts })).map(
      ({ muid }: { muid: string }) => muid,
    );

  expect(await muids('bob')).toEqual(['ab', 'cb', 'tea']);
  expect(await muids('bob', { as: 'ada' })).toEqual(['ab']);
  expect(await muids('bob', { query: { undelivered: true, affix: 'append', perPage: 1 } })).toEqual(
    ['ab'],
  );
  expect(await rig.refusal('groups.messages.list', { path: { guid: 'tea' }, as: 'cy' })).toBe(
    'ERR_GROUP_NOT_JOINED',
  );
  expect(await rig.refusal('groups.messages.list', { path: { guid: 'nowhere' } })).toBe(
    'ERR_GUID_NOT_FOUND',
  );
  expect(await rig.data('groups.messages.list', { path: { guid: 'tea' }, as: 'bob' })).toHaveLength(
    1,
  );
});
