import { describe, expect, test } from 'vitest';
import { type Context, skipWithout, refusal } from './context.ts';
import { makeUsers, sendText } from './people.ts';

export function conversationFacts(context: Context): void {
  const { testedApp } = context;

  describe('Conversations', () => {
    test('the first message creates a conversation', async () => {
      const { client } = testedApp();
      const [ada, bob] = await makeUsers(testedApp(), ['first-ada', 'first-bob']);
      const path = { uid: bob };
      const before = client.users.conversation.get({ path, onBehalfOf: ada });
      expect(await refusal(before)).toMatch(/^[\w-]+ ERR_CONVERSATION_NOT_(ACCESSIBLE|FOUND)$/);

      await sendText(testedApp(), ada, bob, 'first');
      const { data } = await client.users.conversation.get({ path, onBehalfOf: ada });
      const list = await Array.fromAsync(client.conversations.list({ onBehalfOf: bob }));

      expect(data).toMatchObject({
        conversationId: [ada, bob].toSorted().join('_user_'),
        conversationType: 'user',
        conversationWith: { uid: bob },
        lastMessage: { data: { text: 'first' } },
      });
      expect(list.map(({ conversationId }) => conversationId)).toEqual([data.conversationId]);
    });

    test('what a user has not read is counted until marked as read', async () => {
      const { client } = testedApp();
      const [ada, bob] = await makeUsers(testedApp(), ['unread-ada', 'unread-bob']);
      const id = await sendText(testedApp(), ada, bob, 'one');
      await sendText(testedApp(), ada, bob, 'two');
      const { conversation } = client.users;
      const request = { path: { uid: ada }, onBehalfOf: bob };
      const count = async () => (await conversation.get(request)).data.unreadMessageCount;

      const atFirst = await count();
      await conversation.markDelivered(request);
      await conversation.markRead(request);
      const afterReading = await count();
      const { data: read } = await client.messages.get({ path: { id } });
      await conversation.markUnread(request);

      expect(atFirst).toBe(2);
      expect(afterReading).toBe(0);
      expect(read.readAt).toBeGreaterThan(1_700_000_000);
    });

    test('a conversation with a user is tagged, pinned and emptied', async () => {
      const { client } = testedApp();
      const [ada, bob] = await makeUsers(testedApp(), ['tag-ada', 'tag-bob']);
      await sendText(testedApp(), ada, bob, 'hi');
      const { conversation } = client.users;
      const request = { path: { uid: bob }, onBehalfOf: ada };

      const { data } = await conversation.update({ ...request, body: { tags: ['work'] } });
      const pinned = await conversation.pin(request);
      const unpinned = await conversation.unpin(request);
      await conversation.reset({ ...request, body: { deleteMessagesPermanently: true } });
      const messages = client.users.messages.list({ ...request, query: { category: 'message' } });

      expect(data.tags).toEqual(['work']);
      expect(pinned.data).toMatchObject({ conversationId: data.conversationId, pinnedBy: ada });
      expect(pinned.data.pinnedAt).toBeGreaterThan(1_700_000_000);
      expect(unpinned.data.conversationId).toBe(data.conversationId);
      expect(unpinned.data.pinnedAt).toBeUndefined();
      expect(await Array.fromAsync(messages)).toEqual([]);
    });

    test('a conversation with a group is tagged, pinned and emptied', async () => {
      const { client, id } = testedApp();
      const [ada, bob] = await makeUsers(testedApp(), ['gc-ada', 'gc-bob']);
      const guid = id('gc-group');
      await client.groups.create({
        body: { guid, name: 'G', type: 'public', owner: ada, members: { participants: [bob] } },
      });
      await client.messages.send({
        body: { receiver: guid, receiverType: 'group', type: 'text', data: { text: 'hi' } },
        onBehalfOf: ada,
      });
      const { conversation } = client.groups;
      const request = { path: { guid }, onBehalfOf: bob };

      const { data } = await conversation.get(request);
      const { data: tagged } = await conversation.update({ ...request, body: { tags: ['fun'] } });
      await conversation.markDelivered(request);
      await conversation.markRead(request);
      const { data: read } = await conversation.get(request);
      await conversation.markUnread(request);
      await conversation.pin(request);
      await conversation.unpin(request);
      const reset = await conversation.reset(request);

      expect(data).toMatchObject({ conversationId: `group_${guid}`, conversationType: 'group' });
      expect(tagged.tags).toEqual(['fun']);
      expect(read.unreadMessageCount).toBe(0);
      expect(reset.data.success).toBe(true);
    });

    test('a conversation is still found, and deleted, by its id', async () => {
      const { client } = testedApp();
      const [ada, bob] = await makeUsers(testedApp(), ['old-ada', 'old-bob']);
      await sendText(testedApp(), ada, bob, 'hi');
      const conversationId = [ada, bob].toSorted().join('_user_');
      const request = { path: { conversationId }, onBehalfOf: ada };

      const { data } = await client.conversations.get(request);
      const deleted = await client.conversations.delete(request);

      expect(data.conversationId).toBe(conversationId);
      expect(deleted.data.success).toBe(true);
    });

    test('the app has a list of pinned conversations', async () => {
      const pinned = await Array.fromAsync(testedApp().client.conversations.pinned.list());

      expect(pinned).toBeInstanceOf(Array);
    });

    test('the list of pinned conversations is replaced as a whole', async (here) => {
      skipWithout('conversations.pinned.replace', context, here);
      const { client } = testedApp();
      const [ada, bob] = await makeUsers(testedApp(), ['pinned-ada', 'pinned-bob']);
      await sendText(testedApp(), ada, bob, 'hi');

      await client.conversations.pinned.replace({
        body: { pinnedConversations: [{ uid: ada }] },
      });
      const pinned = await Array.fromAsync(client.conversations.pinned.list());
      await client.conversations.pinned.replace({ body: { pinnedConversations: [] } });

      expect(JSON.stringify(pinned)).toContain(ada);
    });
  });
}
