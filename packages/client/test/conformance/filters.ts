import { describe, expect, test } from 'vitest';
import type { Context } from './context.ts';
import { makeUsers, sendText } from './people.ts';

/** The filters of lists. */
export function filterFacts({ testedApp }: Context): void {
  describe('Lists with filters', () => {
    test('users by role, tags and words in name or uid', async () => {
      const { client, id } = testedApp();
      const role = id('f-role');
      await client.roles.create({ body: { role, name: 'R' } });
      const [plain] = await makeUsers(testedApp(), ['f-plain']);
      const tagged = id('f-tagged');
      await client.users.create({
        body: { uid: tagged, name: id('Zoe'), role, tags: [id('tag')] },
      });
      const uids = async (query: Parameters<typeof client.users.list>[0]) =>
        (await Array.fromAsync(client.users.list(query))).map(({ uid }) => uid);

      expect(await uids({ query: { role } })).toEqual([tagged]);
      expect(await uids({ query: { roles: [role, id('none')] } })).toEqual([tagged]);
      expect(await uids({ query: { tags: [id('tag')] } })).toEqual([tagged]);
      expect(await uids({ query: { searchKey: id('Zoe'), searchIn: ['name'] } })).toEqual([tagged]);
      expect(await uids({ query: { searchKey: id('Zoe'), searchIn: ['uid'] } })).toEqual([]);
      expect(await uids({ query: { searchKey: id('f-pla') } })).toEqual([plain]);
    });

    test('groups by type, tags and membership, in an order', async () => {
      const { client, id } = testedApp();
      const [owner, member] = await makeUsers(testedApp(), ['fg-owner', 'fg-member']);
      const group = async (name: string, type: 'public' | 'private', tags: string[]) => {
        const guid = id(name);
        await client.groups.create({ body: { guid, name, type, owner, tags } });
        return guid;
      };
      const open = await group('fg-a', 'public', [id('fg-tag')]);
      const closed = await group('fg-b', 'private', []);
      await client.groups.members.add({
        path: { guid: closed },
        body: { participants: [member] },
      });
      const searchKey = id('fg-');
      const guids = async (request: Parameters<typeof client.groups.list>[0]) =>
        (await Array.fromAsync(client.groups.list(request))).map(({ guid }) => guid);

      expect(await guids({ query: { searchKey, type: 'public' } })).toEqual([open]);
      expect(await guids({ query: { searchKey, types: ['private'] } })).toEqual([closed]);
      expect(await guids({ query: { tags: [id('fg-tag')] } })).toEqual([open]);
      expect(await guids({ query: { searchKey, sortBy: 'guid', sortOrder: 'desc' } })).toEqual([
        closed,
        open,
      ]);
      expect(await guids({ query: { searchKey, hasJoined: true }, onBehalfOf: member })).toEqual([
        closed,
      ]);
    });

    test('messages by word, type, tags, sender and state', async () => {
      const { client } = testedApp();
      const [ada, bob] = await makeUsers(testedApp(), ['fm-ada', 'fm-bob']);
      const first = await sendText(testedApp(), ada, bob, 'apple pie');
      const second = await sendText(testedApp(), bob, ada, 'plum cake');
      const { data: custom } = await client.messages.send({
        body: {
          receiver: bob,
          receiverType: 'user',
          category: 'custom',
          type: 'poll',
          data: { customData: { question: 'cake?' } },
          tags: ['vote'],
        },
        onBehalfOf: ada,
      });
      await client.messages.delete({ path: { id: first }, onBehalfOf: ada });
      const ids = async (query: Record<string, unknown>) => {
        const request = { path: { uid: bob }, query, onBehalfOf: ada };
        return (await Array.fromAsync(client.users.messages.list(request))).map(({ id }) => id);
      };
      const kept = { category: 'message', hideDeleted: true } as const;

      expect(await ids({ searchKey: 'plum' })).toEqual([second]);
      expect(await ids({ category: 'custom' })).toEqual([custom.id]);
      expect(await ids({ types: ['poll', 'quiz'] })).toEqual([custom.id]);
      expect(await ids({ tags: ['vote'] })).toEqual([custom.id]);
      expect(await ids(kept)).toEqual([second]);
      expect(await ids({ ...kept, sender: ada })).toEqual([]);
      expect(await ids({ onlyDeleted: true })).toEqual([first]);
      expect(await ids({ ...kept, fromTimestamp: Math.floor(Date.now() / 1000) + 60 })).toEqual([]);
    });

    test('messages without replies', async () => {
      const { client } = testedApp();
      const [ada, bob] = await makeUsers(testedApp(), ['fr-ada', 'fr-bob']);
      const id = await sendText(testedApp(), ada, bob, 'question');
      await client.messages.thread.send({
        path: { id },
        body: { receiver: ada, receiverType: 'user', type: 'text', data: { text: 'answer' } },
        onBehalfOf: bob,
      });
      const list = (hideReplies: boolean) => {
        const query = { category: 'message', hideReplies } as const;
        return Array.fromAsync(
          client.users.messages.list({ path: { uid: bob }, query, onBehalfOf: ada }),
        );
      };

      expect((await list(true)).map((message) => message.id)).toEqual([id]);
    });

    test('messages older and newer than one message', async () => {
      const { client } = testedApp();
      const [ada, bob] = await makeUsers(testedApp(), ['fo-ada', 'fo-bob']);
      const sent: string[] = [];
      for (const text of ['1', '2', '3', '4', '5'])
        sent.push(await sendText(testedApp(), ada, bob, text));
      const middle = sent.at(2) ?? '';
      const list = (affix: 'append' | 'prepend', limit: number) => {
        const query = { affix, id: middle, limit };
        return Array.fromAsync(
          client.users.messages.list({ path: { uid: bob }, query, onBehalfOf: ada }),
        );
      };

      const newer = (await list('append', 2)).map(({ id }) => id);
      const older = (await list('prepend', 2)).map(({ id }) => id);

      expect(newer).toEqual(sent.slice(3));
      expect(older.toSorted()).toEqual(sent.slice(0, 2).toSorted());
    });

    test('conversations by kind, tags and unread messages', async () => {
      const { client, id } = testedApp();
      const [ada, bob] = await makeUsers(testedApp(), ['fc-ada', 'fc-bob']);
      const guid = id('fc-group');
      await client.groups.create({ body: { guid, name: 'G', type: 'public', owner: ada } });
      await sendText(testedApp(), bob, ada, 'hi');
      await client.messages.send({
        body: { receiver: guid, receiverType: 'group', type: 'text', data: { text: 'hi' } },
        onBehalfOf: ada,
      });
      await client.groups.conversation.update({
        path: { guid },
        body: { tags: ['fun'] },
        onBehalfOf: ada,
      });
      const types = async (query: Record<string, unknown>) =>
        (await Array.fromAsync(client.conversations.list({ query, onBehalfOf: ada }))).map(
          ({ conversationType }) => conversationType,
        );

      expect(await types({ conversationType: 'group' })).toEqual(['group']);
      expect(await types({ tags: ['fun'] })).toEqual(['group']);
      expect(await types({ unread: true })).toEqual(['user']);
    });
  });
}
