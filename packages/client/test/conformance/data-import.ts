import { readImportAnswer } from '@chatferry/contract';
import { describe, expect, test } from 'vitest';
import type { Context } from './context.ts';

const DAY_SECONDS = 86_400;

export function importFacts({ target }: Context): void {
  describe('Data Import', () => {
    test('users, groups, members and messages are imported with their own times', async () => {
      const { client, id } = target();
      const now = Math.floor(Date.now() / 1000);
      const at = (daysAgo: number) => now - daysAgo * DAY_SECONDS;
      const [ada, bob, guid, muid] = [id('i-ada'), id('i-bob'), id('i-group'), id('i-m1')];
      const memberId = `${guid}_member_${bob}`;
      const users = {
        [ada]: { uid: ada, name: 'Ada', createdAt: at(90) },
        [bob]: { uid: bob, name: 'Bob', createdAt: at(90) },
      };
      const groups = {
        [guid]: { guid, name: 'G', type: 'public', owner: ada, createdAt: at(80) },
      } as const;
      const members = { [memberId]: { memberId, guid, uid: bob, joinedAt: at(70) } };
      const messages = {
        [muid]: {
          muid,
          sender: bob,
          receiverType: 'group',
          receiver: guid,
          category: 'message',
          type: 'text',
          data: { text: 'long ago' },
          sentAt: at(60),
        },
      } as const;
      const { dataImport } = client;

      const answers = [
        await dataImport.users({ body: { users } }),
        await dataImport.groups({ body: { groups } }),
        await dataImport.members({ body: { members } }),
        await dataImport.messages({ body: { messages } }),
      ].map((answer) => [...readImportAnswer(answer)].map(([key, { landed }]) => [key, landed]));
      const { data: user } = await client.users.get({ path: { uid: ada } });
      const inGroup = await Array.fromAsync(client.groups.members.list({ path: { guid } }));
      const said = await Array.fromAsync(client.groups.messages.list({ path: { guid } }));

      expect(answers).toEqual([
        [
          [ada, true],
          [bob, true],
        ],
        [[guid, true]],
        [[memberId, true]],
        [[muid, true]],
      ]);
      expect(user.createdAt).toBe(at(90));
      expect(inGroup.find(({ uid }) => uid === bob)?.joinedAt).toBe(at(70));
      expect(said.find((message) => message.muid === muid)).toMatchObject({
        sentAt: at(60),
        conversationId: `group_${guid}`,
        data: { text: 'long ago' },
      });
    });

    test('what is there already is told record by record, the rest lands', async () => {
      const { client, id } = target();
      const user = (name: string) => ({ [id(name)]: { uid: id(name), name } });
      await client.dataImport.users({ body: { users: user('twice') } });

      const answer = await client.dataImport.users({
        body: { users: { ...user('twice'), ...user('new') } },
      });

      expect(readImportAnswer(answer)).toEqual(
        new Map([
          [id('twice'), expect.objectContaining({ landed: false, code: 'ERR_UID_ALREADY_EXISTS' })],
          [id('new'), expect.objectContaining({ landed: true })],
        ]),
      );
    });

    test('a missing receiver fails its message only', async () => {
      const { client, id } = target();
      const uid = id('i-lonely');
      await client.dataImport.users({ body: { users: { [uid]: { uid, name: 'Lonely' } } } });
      const message = (muid: string, receiver: string) => ({
        [muid]: {
          muid,
          sender: uid,
          receiverType: 'user' as const,
          receiver,
          category: 'message' as const,
          type: 'text' as const,
          data: { text: 'hi' },
          sentAt: Math.floor(Date.now() / 1000) - DAY_SECONDS,
        },
      });
      const other = id('i-other');
      await client.dataImport.users({ body: { users: { [other]: { uid: other, name: 'O' } } } });

      const answer = await client.dataImport.messages({
        body: {
          messages: { ...message(id('m-bad'), id('nobody')), ...message(id('m-good'), other) },
        },
      });

      expect(readImportAnswer(answer).get(id('m-bad'))).toMatchObject({
        landed: false,
        code: 'ERR_UID_NOT_FOUND',
      });
      expect(readImportAnswer(answer).get(id('m-good'))).toMatchObject({ landed: true });
    });
  });
}
