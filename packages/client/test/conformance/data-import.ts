import { type ImportKind, readImportAnswer } from '@chatferry/contract';
import { describe, expect, test } from 'vitest';
import type { Attempt } from '../../src/index.ts';
import { type Context, refusal } from './context.ts';
import { makeUsers } from './people.ts';
import type { TestedApp } from './tested-app.ts';

const DAY_SECONDS = 86_400;

/** Sends records that the client's own rules would refuse. */
function attempt({ client }: TestedApp, kind: ImportKind, records: unknown): Promise<Attempt> {
  const bodyBytes = Buffer.from(JSON.stringify({ [kind]: records }));
  return client.attempt(`dataImport.${kind}`, { bodyBytes });
}

/** Key to the code of the record's failure, or `landed`. */
function codes({ body }: Attempt): Record<string, string> {
  return Object.fromEntries(
    [...readImportAnswer(body)].map(([key, said]) => [key, said.landed ? 'landed' : said.code]),
  );
}

export function importFacts({ testedApp }: Context): void {
  describe('Data Import', () => {
    test('users, groups, members and messages are imported with their own times', async () => {
      const { client, id } = testedApp();
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

    test('existing records are reported one by one, the others land', async () => {
      const { client, id } = testedApp();
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
      const { client, id } = testedApp();
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

    test('a blank text fails the whole request, but the valid records are stored', async () => {
      const { client, id } = testedApp();
      const [ada, bob] = await makeUsers(testedApp(), ['p-ada', 'p-bob']);
      const message = (muid: string, text: string) => ({
        [id(muid)]: {
          muid: id(muid),
          sender: ada,
          receiverType: 'user',
          receiver: bob,
          category: 'message',
          type: 'text',
          data: { text },
          sentAt: Math.floor(Date.now() / 1000) - DAY_SECONDS,
        },
      });

      const { status, body } = await attempt(testedApp(), 'messages', {
        ...message('p-good', 'fine'),
        ...message('p-blank', ' '),
      });
      const request = {
        path: { uid: bob },
        query: { category: 'message' },
        onBehalfOf: ada,
      } as const;
      const stored = await Array.fromAsync(client.users.messages.list(request));

      expect(status).toBe(500);
      expect(body).toMatchObject({ error: { code: 'ERR_EXCEPTION' } });
      expect(stored.map(({ muid }) => muid)).toEqual([id('p-good')]);
    });

    test('problems of a record are reported in its entry', async () => {
      const { client, id } = testedApp();
      const [ada, bob] = await makeUsers(testedApp(), ['w-ada', 'w-bob']);
      const guid = id('w-group');
      await client.groups.create({ body: { guid, name: 'G', type: 'public', owner: ada } });
      await client.groups.members.add({ path: { guid }, body: { participants: [bob] } });
      const future = Math.floor(Date.now() / 1000) + DAY_SECONDS;
      const group = (name: string, fields: object) => ({
        [id(name)]: { guid: id(name), name, type: 'public', ...fields },
      });
      const member = (uid: string, fields: object = {}) => ({
        [`${guid}_member_${uid}`]: { memberId: `${guid}_member_${uid}`, guid, uid, ...fields },
      });

      const groups = await attempt(testedApp(), 'groups', {
        ...group('w-locked', { type: 'password' }),
        ...group('w-orphan', { owner: id('nobody') }),
        [guid]: { guid, name: 'G', type: 'public' },
      });
      const members = await attempt(testedApp(), 'members', {
        ...member(bob),
        ...member(id('nobody')),
      });
      const late = await attempt(testedApp(), 'members', member(ada, { joinedAt: future }));
      const users = await attempt(testedApp(), 'users', {
        [id('w-r')]: { uid: id('w-r'), name: 'R', role: id('no-such-role') },
      });

      expect(codes(groups)).toEqual({
        [id('w-locked')]: 'ERR_EMPTY_GROUP_PASS',
        [id('w-orphan')]: 'ERR_UID_NOT_FOUND',
        [guid]: 'ERR_GUID_ALREADY_EXISTS',
      });
      expect(codes(members)).toEqual({
        [`${guid}_member_${bob}`]: 'ERR_ALREADY_JOINED',
        [`${guid}_member_${id('nobody')}`]: 'ERR_UID_NOT_FOUND',
      });
      expect(codes(late)).toEqual({
        [`${guid}_member_${ada}`]: expect.stringMatching(
          /^ERR_(IMPORT_INVALID_JOINEDAT|ALREADY_JOINED)$/,
        ) as string,
      });
      expect(codes(users)).toEqual({ [id('w-r')]: 'ERR_ROLE_NOT_FOUND' });
    });

    test('a user imported as deactivated counts as not existing', async () => {
      const { client, id } = testedApp();
      const uid = id('i-off');
      const seconds = Math.floor(Date.now() / 1000);
      const user = { uid, name: 'Off', createdAt: seconds - 99, deactivatedAt: seconds - 9 };

      await client.dataImport.users({ body: { users: { [uid]: user } } });

      expect(await refusal(client.users.get({ path: { uid } }))).toBe(
        'not-found ERR_UID_NOT_FOUND',
      );
    });

    test.each([
      ['users', 'ERR_IMPORT_INVALID_USER_FORMAT'],
      ['groups', 'ERR_IMPORT_INVALID_GROUP_FORMAT'],
      ['members', 'ERR_IMPORT_INVALID_MEMBER_FORMAT'],
      ['messages', 'ERR_IMPORT_INVALID_MESSAGE_FORMAT'],
    ] as const)('%s that are not records are refused as a whole', async (kind, code) => {
      const { body } = await attempt(testedApp(), kind, 'nonsense');

      expect(body).toMatchObject({ error: { code } });
    });
  });
}
