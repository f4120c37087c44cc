import { describe, expect, test } from 'vitest';
import { type Context, skipWithout, refusal } from './context.ts';
import { makeUsers, sendText } from './people.ts';

function textOf({ data }: { data?: Record<string, unknown> | undefined }): unknown {
  return data?.['text'];
}

export function messageFacts(context: Context): void {
  const { testedApp } = context;

  describe('Messages', () => {
    test('a message is sent, read, changed and deleted', async () => {
      const { client } = testedApp();
      const [ada, bob] = await makeUsers(testedApp(), ['msg-ada', 'msg-bob']);

      const sent = await client.messages.send({
        body: {
          receiver: bob,
          receiverType: 'user',
          category: 'message',
          type: 'text',
          data: { text: 'hello', metadata: { mood: 'fine' } },
          tags: ['greeting'],
        },
        onBehalfOf: ada,
      });
      const path = { id: sent.data.id! };
      const { data: read } = await client.messages.get({ path });
      await client.messages.update({ path, body: { data: { text: 'hello!' } }, onBehalfOf: ada });
      const { data: edited } = await client.messages.get({ path });
      await client.messages.delete({ path, onBehalfOf: ada });
      const { data: deleted } = await client.messages.get({ path });

      expect(sent.data).toMatchObject({
        conversationId: [ada, bob].toSorted().join('_user_'),
        sender: ada,
        receiver: bob,
        category: 'message',
        type: 'text',
        data: { text: 'hello', metadata: { mood: 'fine' } },
      });
      expect(read).toMatchObject({ id: path.id, data: { text: 'hello' } });
      expect(edited).toMatchObject({ data: { text: 'hello!' }, editedBy: ada });
      expect(deleted.deletedAt).toBeGreaterThan(1_700_000_000);
    });

    test('a message deleted for good is gone', async () => {
      const { client } = testedApp();
      const [ada, bob] = await makeUsers(testedApp(), ['perm-ada', 'perm-bob']);
      const path = { id: await sendText(testedApp(), ada, bob, 'oops') };

      await client.messages.delete({ path, body: { permanent: true } });

      expect(await refusal(client.messages.get({ path }))).toMatch(/^not-found .*_NOT_FOUND$/);
    });

    test('lists give the messages of the app, of two users and of a group, oldest first on request', async () => {
      const { client, id } = testedApp();
      const [ada, bob] = await makeUsers(testedApp(), ['list-ada', 'list-bob']);
      const guid = id('list-group');
      await client.groups.create({ body: { guid, name: 'G', type: 'public', owner: ada } });
      const texts = ['one', 'two', 'three', 'four', 'five'];
      for (const text of texts) {
        await sendText(testedApp(), ada, bob, text);
        await client.messages.send({
          body: { receiver: guid, receiverType: 'group', type: 'text', data: { text } },
          onBehalfOf: ada,
        });
      }
      const query = { limit: 2, affix: 'append', id: '0', category: 'message' } as const;

      const between = client.users.messages.list({ path: { uid: bob }, query, onBehalfOf: ada });
      const inGroup = client.groups.messages.list({ path: { guid }, query, onBehalfOf: ada });
      const inApp = client.messages.list({
        query: { ...query, conversationId: `group_${guid}` },
      });

      expect((await Array.fromAsync(between)).map(textOf)).toEqual(texts);
      expect((await Array.fromAsync(inGroup)).map(textOf)).toEqual(texts);
      expect((await Array.fromAsync(inApp)).map(textOf)).toEqual(texts);
    });

    test('one request reaches several receivers', async () => {
      const { client, id } = testedApp();
      const [ada, bob, cy] = await makeUsers(testedApp(), ['many-ada', 'many-bob', 'many-cy']);
      const guid = id('many-group');
      await client.groups.create({ body: { guid, name: 'G', type: 'public', owner: ada } });

      const { data } = await client.messages.send({
        body: {
          multipleReceivers: { uids: [bob, cy], guids: [guid] },
          type: 'text',
          data: { text: 'to all' },
        },
        onBehalfOf: ada,
      });

      expect(Object.keys(data['uids'] as object).toSorted()).toEqual([bob, cy].toSorted());
      expect(Object.keys(data['guids'] as object)).toEqual([guid]);
    });

    test.each([
      [
        'no text',
        { type: 'text', data: { text: ' ' } },
        /^invalid ERR_(EMPTY|INVALID)_MESSAGE_TEXT$/,
      ],
      [
        'no file',
        { type: 'image', data: { text: 'x' } },
        /^invalid ERR_(EMPTY_MESSAGE_FILE|INVALID_MEDIA)/,
      ],
      [
        'no custom data',
        { category: 'custom', type: 'poll', data: { customData: {} } },
        /^invalid ERR_(EMPTY|INVALID)_CUSTOM_DATA$/,
      ],
    ] as const)('a message with %s is refused', async (name, message, code) => {
      const { client } = testedApp();
      const [ada, bob] = await makeUsers(testedApp(), [
        `bad-ada-${name.replaceAll(' ', '-')}`,
        `bad-bob-${name.replaceAll(' ', '-')}`,
      ]);
      const body = { receiver: bob, receiverType: 'user' as const, ...message };

      expect(await refusal(client.messages.send({ body, onBehalfOf: ada }))).toMatch(code);
    });

    test('an unknown receiver is reported', async () => {
      const { id } = testedApp();
      const [ada] = await makeUsers(testedApp(), ['lonely']);

      expect(await refusal(sendText(testedApp(), ada, id('nobody'), 'hi'))).toBe(
        'not-found ERR_UID_NOT_FOUND',
      );
    });

    test('replies form a thread, which has no threads inside', async () => {
      const { client } = testedApp();
      const [ada, bob] = await makeUsers(testedApp(), ['thread-ada', 'thread-bob']);
      const path = { id: await sendText(testedApp(), ada, bob, 'question') };
      const { thread } = client.messages;
      const reply = (text: string) =>
        ({
          body: { receiver: ada, receiverType: 'user', type: 'text', data: { text } },
          onBehalfOf: bob,
        }) as const;

      const { data: answer } = await thread.send({ path, ...reply('answer') });
      const replies = await Array.fromAsync(thread.list({ path, onBehalfOf: ada }));
      await thread.subscribe({ path, onBehalfOf: ada });
      await thread.unsubscribe({ path, onBehalfOf: ada });
      const threads = await Array.fromAsync(client.threads.list({ onBehalfOf: ada }));

      expect(answer.parentId).toBe(path.id);
      expect(replies.map(({ id, parentId }) => [id, parentId])).toEqual([[answer.id, path.id]]);
      expect(threads).toMatchObject([
        {
          parentMessageId: path.id,
          message: { id: path.id, data: { text: 'question' } },
          replyCount: 1,
          lastReply: { id: answer.id, data: { text: 'answer' } },
        },
      ]);
      expect(await refusal(thread.send({ path: { id: answer.id }, ...reply('nested') }))).toBe(
        'invalid ERR_MESSAGE_THREAD_NESTING',
      );
    });

    test('reactions are added by users, counted, listed and removed', async () => {
      const { client } = testedApp();
      const [ada, bob] = await makeUsers(testedApp(), ['react-ada', 'react-bob']);
      const id = await sendText(testedApp(), ada, bob, 'cake?');
      const { reactions } = client.messages;
      const path = { id, reaction: '😀' };

      const { data } = await reactions.add({ path, onBehalfOf: bob });
      await reactions.add({ path: { id, reaction: '🎂' }, onBehalfOf: ada });
      const all = await Array.fromAsync(reactions.list({ path: { id } }));
      const smiles = await Array.fromAsync(reactions.listOne({ path }));
      await reactions.remove({ path, onBehalfOf: bob });
      const left = await Array.fromAsync(reactions.list({ path: { id } }));

      expect(data.data).toMatchObject({
        reactions: [{ reaction: '😀', count: 1, reactedByMe: true }],
      });
      expect(new Set(all.map(({ reaction }) => reaction))).toEqual(new Set(['🎂', '😀']));
      expect(smiles).toMatchObject([{ messageId: id, reaction: '😀', uid: bob }]);
      expect(left.map(({ reaction }) => reaction)).toEqual(['🎂']);
    });

    test('a message is pinned and saved, and both are undone', async () => {
      const { client } = testedApp();
      const [ada, bob] = await makeUsers(testedApp(), ['pin-ada', 'pin-bob']);
      const path = { id: await sendText(testedApp(), ada, bob, 'keep this') };

      const pinned = await client.messages.pin({ path, onBehalfOf: ada });
      const unpinned = await client.messages.unpin({ path, onBehalfOf: ada });
      const saved = await client.messages.save({ path, onBehalfOf: bob });
      const unsaved = await client.messages.unsave({ path, onBehalfOf: bob });

      const aTime: unknown = expect.any(Number);
      const message = { id: path.id, data: expect.objectContaining({ text: 'keep this' }) };
      expect(pinned.data).toMatchObject({ ...message, pinnedAt: aTime, pinnedBy: ada });
      expect(saved.data).toMatchObject({ ...message, savedAt: aTime });
      for (const { data } of [unpinned, unsaved]) {
        expect(data).toMatchObject(message);
        expect(Object.keys(data)).not.toContain('pinnedAt');
        expect(Object.keys(data)).not.toContain('savedAt');
      }
    });

    test('an interactive message is marked as used', async (here) => {
      skipWithout('messages.markInteracted', context, here);
      const { client } = testedApp();
      const [ada, bob] = await makeUsers(testedApp(), ['form-ada', 'form-bob']);
      const path = { id: await sendText(testedApp(), ada, bob, 'a form') };
      const body = { interactions: ['yes'] };

      const marked = await client.messages.markInteracted({ path, body, onBehalfOf: bob });

      expect(marked).toHaveProperty('data');
    });

    test('a bot sends a message', async (here) => {
      skipWithout('bots.messages.send', context, here);
      const { client } = testedApp();
      const bot = 'helper-bot';
      const [ada] = await makeUsers(testedApp(), ['bot-ada']);

      const { data } = await client.bots.messages.send({
        path: { uid: bot },
        body: { receiver: ada, receiverType: 'user', type: 'text', data: { text: 'beep' } },
      });

      expect(data).toMatchObject({ sender: bot, receiver: ada });
      const fromNone = client.bots.messages.send({
        path: { uid: ada },
        body: { receiver: bot, receiverType: 'user', type: 'text', data: { text: 'beep' } },
      });
      expect(await refusal(fromNone)).toBe('not-found ERR_BOT_NOT_FOUND');
    });
  });
}
