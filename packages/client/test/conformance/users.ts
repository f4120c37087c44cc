import { describe, expect, test } from 'vitest';
import { type Context, refusal } from './context.ts';
import { makeUsers, sendText } from './people.ts';

export function userFacts({ testedApp }: Context): void {
  describe('Users', () => {
    test('a user is created, read, changed, emptied of fields and listed', async () => {
      const { client, id } = testedApp();
      const uid = id('ada');
      const avatar = 'https://example.test/ada.png';

      const made = await client.users.create({
        body: { uid, name: 'Ada Ærø', avatar, metadata: { shoe: 38 }, withAuthToken: true },
      });
      await client.users.update({ path: { uid }, body: { name: 'Ada B.', unset: ['avatar'] } });
      const { data } = await client.users.get({ path: { uid } });
      const listed = await Array.fromAsync(client.users.list({ query: { searchKey: uid } }));

      expect(made.data).toMatchObject({ uid, name: 'Ada Ærø', avatar, status: 'offline' });
      expect(made.data.role).toBe('default');
      expect(made.data.authToken).toMatch(/./);
      expect(data).toMatchObject({ name: 'Ada B.', metadata: { shoe: 38 } });
      expect(data.avatar).toBeFalsy();
      expect(listed.map((user) => user.uid)).toContain(uid);
    });

    test('capitals in a uid become small letters', async () => {
      const { client, id } = testedApp();
      const uid = id('CamelCase');

      await client.users.create({ body: { uid, name: 'Camel' } });
      const { data } = await client.users.get({ path: { uid } });

      expect(data.uid).toBe(uid.toLowerCase());
    });

    test('a uid can be used once', async () => {
      const [uid] = await makeUsers(testedApp(), ['once']);

      const again = testedApp().client.users.create({ body: { uid, name: 'Twice' } });

      expect(await refusal(again)).toBe('conflict ERR_UID_ALREADY_EXISTS');
    });

    test('a role must exist before a user has it', async () => {
      const { client, id } = testedApp();
      const body = { uid: id('roleless'), name: 'X', role: id('no-such-role') };

      expect(await refusal(client.users.create({ body }))).toBe('not-found ERR_ROLE_NOT_FOUND');
    });

    test('a deactivated user counts as not existing until reactivated', async () => {
      const { client } = testedApp();
      const [uid, sender] = await makeUsers(testedApp(), ['sleeper', 'waker']);

      const { data: off } = await client.users.deactivate({ body: { uidsToDeactivate: [uid] } });
      expect(await refusal(client.users.get({ path: { uid } }))).toBe(
        'not-found ERR_UID_NOT_FOUND',
      );
      expect(await refusal(sendText(testedApp(), sender, uid, 'hi'))).toBe(
        'not-found ERR_UID_NOT_FOUND',
      );
      const query = { searchKey: uid, onlyDeactivated: true };
      const asleep = await Array.fromAsync(client.users.list({ query }));
      const { data: on } = await client.users.reactivate({ body: { uidsToActivate: [uid] } });
      const { data } = await client.users.get({ path: { uid } });

      expect(off.deactivatedUids).toEqual([uid]);
      expect(asleep.map((user) => user.uid)).toEqual([uid]);
      expect(on.reactivatedUids).toEqual([uid]);
      expect(data.uid).toBe(uid);
    });

    test('a user deleted for good is gone', async () => {
      const { client } = testedApp();
      const [uid] = await makeUsers(testedApp(), ['gone']);

      await client.users.delete({ path: { uid }, body: { permanent: true } });
      const query = { searchKey: uid, withDeactivated: true };

      expect(await Array.fromAsync(client.users.list({ query }))).toEqual([]);
      expect(await refusal(client.users.get({ path: { uid } }))).toBe(
        'not-found ERR_UID_NOT_FOUND',
      );
    });

    test('a list is read in pages, and each user is in it once', async () => {
      const { client } = testedApp();
      const uids = await makeUsers(testedApp(), ['page1', 'page2', 'page3', 'page4', 'page5']);

      const query = { searchKey: uids[0].replace(/page1$/, 'page'), perPage: 2 };
      const found = await Array.fromAsync(client.users.list({ query }));
      const { meta } = await client.call('users.list', { query: { ...query, page: 2 } });

      expect(found.map(({ uid }) => uid).toSorted()).toEqual(uids);
      expect(meta?.pagination).toMatchObject({ count: 2, per_page: 2, current_page: 2 });
    });
  });

  describe('Auth Tokens', () => {
    test('a token is created, reused unless forced, read, changed, listed and deleted', async () => {
      const { client } = testedApp();
      const [uid] = await makeUsers(testedApp(), ['tokens']);
      const tokens = client.users.authTokens;

      const { data: first } = await tokens.create({ path: { uid }, body: {} });
      const { data: again } = await tokens.create({ path: { uid } });
      const { data: forced } = await tokens.create({ path: { uid }, body: { force: true } });
      const path = { uid, authToken: first.authToken };
      await tokens.update({ path, body: { platform: 'web', userAgent: 'test' } });
      const { data: read } = await tokens.get({ path });
      const listed = await Array.fromAsync(tokens.list({ path: { uid } }));
      await tokens.delete({ path });

      expect(again.authToken).toBe(first.authToken);
      expect(forced.authToken).not.toBe(first.authToken);
      expect(read).toMatchObject({ uid, authToken: first.authToken });
      expect(new Set(listed.map(({ authToken }) => authToken))).toEqual(
        new Set([first.authToken, forced.authToken]),
      );
      expect(listed).toHaveLength(2);
      expect(await refusal(tokens.get({ path }))).toBe('not-found ERR_AUTH_TOKEN_NOT_FOUND');
    });

    test('all tokens of a user are deleted together', async () => {
      const { client } = testedApp();
      const [uid] = await makeUsers(testedApp(), ['flush']);
      const tokens = client.users.authTokens;
      await tokens.create({ path: { uid } });

      await tokens.deleteAll({ path: { uid } });

      expect(await Array.fromAsync(tokens.list({ path: { uid } }))).toEqual([]);
    });

    test('an unknown user gets no token', async () => {
      const { client, id } = testedApp();

      const token = client.users.authTokens.create({ path: { uid: id('nobody') } });

      expect(await refusal(token)).toBe('not-found ERR_UID_NOT_FOUND');
    });
  });

  describe('Friends', () => {
    test('friends are added, listed on both sides, and removed', async () => {
      const { client } = testedApp();
      const [one, other] = await makeUsers(testedApp(), ['friend1', 'friend2']);
      const { friends } = client.users;

      const { data } = await friends.add({
        path: { uid: one },
        body: { accepted: [other], addToConversations: true },
      });
      const talks = await Array.fromAsync(client.conversations.list({ onBehalfOf: other }));
      const mine = await Array.fromAsync(friends.list({ path: { uid: one } }));
      const theirs = await Array.fromAsync(friends.list({ path: { uid: other } }));
      await friends.remove({ path: { uid: one }, body: { friends: [other] } });

      expect(data.accepted?.[other]?.success).toBe(true);
      expect(talks).toMatchObject([{ conversationWith: { uid: one } }]);
      expect(talks[0]?.lastMessage).toBeUndefined();
      expect(mine.map(({ uid }) => uid)).toEqual([other]);
      expect(theirs.map(({ uid }) => uid)).toEqual([one]);
      expect(await Array.fromAsync(friends.list({ path: { uid: one } }))).toEqual([]);
    });
  });

  describe('Blocked Users', () => {
    test('a blocked user cannot write until unblocked', async () => {
      const { client } = testedApp();
      const [blocker, blocked] = await makeUsers(testedApp(), ['blocker', 'blocked']);
      const { blockedUsers } = client.users;
      const path = { uid: blocker };

      const { data } = await blockedUsers.block({ path, body: { blockedUids: [blocked] } });
      const list = await Array.fromAsync(blockedUsers.list({ path }));
      expect(await refusal(sendText(testedApp(), blocked, blocker, 'hi'))).toMatch(
        /^refused ERR_BLOCKED_/,
      );
      await blockedUsers.unblock({ path, body: { blockedUids: [blocked] } });
      await sendText(testedApp(), blocked, blocker, 'hi again');

      expect(data[blocked]?.success).toBe(true);
      expect(list).toMatchObject([{ uid: blocked, blockedByMe: true }]);
      expect(await Array.fromAsync(blockedUsers.list({ path }))).toEqual([]);
    });

    test('an unknown user to block is reported in a successful answer; an unknown acting user is an error', async () => {
      const { client, id } = testedApp();
      const [uid] = await makeUsers(testedApp(), ['blocks-nobody']);
      const body = { blockedUids: [id('nobody')] };

      const { data } = await client.users.blockedUsers.block({ path: { uid }, body });

      expect(data[id('nobody')]?.success).toBe(false);
      expect(
        await refusal(client.users.blockedUsers.block({ path: { uid: id('nobody') }, body })),
      ).toBe('not-found ERR_UID_NOT_FOUND');
    });
  });
}
