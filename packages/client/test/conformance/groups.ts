import { describe, expect, test } from 'vitest';
import { type Context, refusal } from './context.ts';
import { makeUsers } from './people.ts';
import type { TestedApp } from './tested-app.ts';

async function makeGroup({ client, id }: TestedApp, name: string, owner: string): Promise<string> {
  const guid = id(name);
  await client.groups.create({ body: { guid, name, type: 'public', owner } });
  return guid;
}

export function groupFacts({ testedApp }: Context): void {
  describe('Groups', () => {
    test('a group is created with members, read, changed, emptied of fields, listed and deleted', async () => {
      const { client, id } = testedApp();
      const [owner, member] = await makeUsers(testedApp(), ['group-owner', 'group-member']);
      const guid = id('team');
      const path = { guid };

      const made = await client.groups.create({
        body: {
          guid,
          name: 'Team',
          type: 'private',
          owner,
          description: 'All of us',
          tags: ['work'],
          members: { participants: [member] },
        },
      });
      await client.groups.update({ path, body: { name: 'Crew', unset: ['description'] } });
      const { data } = await client.groups.get({ path });
      const listed = await Array.fromAsync(client.groups.list({ query: { searchKey: guid } }));
      await client.groups.delete({ path });

      expect(made.data).toMatchObject({ guid, type: 'private', owner });
      expect(data).toMatchObject({ name: 'Crew', membersCount: 2 });
      expect(data.description).toBeFalsy();
      expect(listed.map((group) => group.guid)).toEqual([guid]);
      expect(await refusal(client.groups.get({ path }))).toBe('not-found ERR_GUID_NOT_FOUND');
    });

    test('a guid can be used once', async () => {
      const [owner] = await makeUsers(testedApp(), ['guid-owner']);
      const guid = await makeGroup(testedApp(), 'once', owner);

      const again = testedApp().client.groups.create({
        body: { guid, name: 'Again', type: 'public' },
      });

      expect(await refusal(again)).toBe('conflict ERR_GUID_ALREADY_EXISTS');
    });

    test('a group with a password needs one', async () => {
      const { client, id } = testedApp();

      const made = client.groups.create({
        body: { guid: id('secret'), name: 'Secret', type: 'password' },
      });

      expect(await refusal(made)).toBe('invalid ERR_EMPTY_GROUP_PASS');
    });

    test('a group without an owner belongs to the system user', async () => {
      const { client, id } = testedApp();
      const guid = id('ownerless');

      const { data } = await client.groups.create({ body: { guid, name: 'X', type: 'public' } });

      expect(data.owner).toBe('app_system');
    });

    test('on behalf of a member, a group shows the scope of the member', async () => {
      const { client } = testedApp();
      const [owner] = await makeUsers(testedApp(), ['viewer']);
      const guid = await makeGroup(testedApp(), 'seen', owner);

      const { data } = await client.groups.get({ path: { guid }, onBehalfOf: owner });

      expect(data).toMatchObject({ hasJoined: true, scope: 'admin' });
    });
  });

  describe('Group Members', () => {
    test('members are added by scope, listed by scope, moved and removed', async () => {
      const { client } = testedApp();
      const [owner, boss, guest] = await makeUsers(testedApp(), ['m-owner', 'm-boss', 'm-guest']);
      const guid = await makeGroup(testedApp(), 'members', owner);
      const { members } = client.groups;

      const added = await members.add({
        path: { guid },
        body: { admins: [boss], participants: [guest] },
      });
      const query = { scopes: ['participant'] };
      const guests = await Array.fromAsync(members.list({ path: { guid }, query }));
      const path = { guid, uid: guest };
      const moved = await members.changeScope({ path, body: { scope: 'moderator' } });
      const same = members.changeScope({ path, body: { scope: 'moderator' } });
      expect(await refusal(same)).toBe('conflict ERR_SAME_SCOPE');
      await members.remove({ path });
      const rest = await Array.fromAsync(members.list({ path: { guid } }));

      expect(added.data.admins?.[boss]).toMatchObject({ success: true });
      expect(added.data.participants?.[guest]).toMatchObject({ success: true });
      expect(guests).toMatchObject([{ uid: guest, scope: 'participant' }]);
      expect(guests[0]?.joinedAt).toBeGreaterThan(1_700_000_000);
      expect(moved.data).toMatchObject({ guid, uid: guest, scope: 'moderator' });
      expect(rest.map(({ uid }) => uid).toSorted()).toEqual([boss, owner].toSorted());
    });

    test('an existing member is reported, the others are added', async () => {
      const { client } = testedApp();
      const [owner, first, second] = await makeUsers(testedApp(), [
        'a-owner',
        'a-first',
        'a-second',
      ]);
      const path = { guid: await makeGroup(testedApp(), 'again', owner) };
      await client.groups.members.add({ path, body: { participants: [first] } });

      const { data } = await client.groups.members.add({
        path,
        body: { participants: [first, second] },
      });

      expect(data.participants).toMatchObject({
        [first]: { success: false, error: { code: 'ERR_ALREADY_JOINED' } },
        [second]: { success: true },
      });
    });

    test('a user who is not a member cannot be removed', async () => {
      const { client } = testedApp();
      const [owner, stranger] = await makeUsers(testedApp(), ['r-owner', 'r-stranger']);
      const guid = await makeGroup(testedApp(), 'strangers', owner);

      const removed = client.groups.members.remove({ path: { guid, uid: stranger } });

      expect(await refusal(removed)).toMatch(/^refused ERR_(NOT_A_MEMBER|GROUP_NOT_JOINED)$/);
    });
  });

  describe('Banned Users', () => {
    test('a banned user is listed and cannot write until unbanned', async () => {
      const { client } = testedApp();
      const [owner, rowdy] = await makeUsers(testedApp(), ['b-owner', 'b-rowdy']);
      const guid = await makeGroup(testedApp(), 'bans', owner);
      await client.groups.members.add({ path: { guid }, body: { participants: [rowdy] } });
      const { bannedUsers } = client.groups;
      const path = { guid, uid: rowdy };
      const shout = () =>
        client.messages.send({
          body: { receiver: guid, receiverType: 'group', type: 'text', data: { text: 'HEY' } },
          onBehalfOf: rowdy,
        });

      await bannedUsers.ban({ path });
      const banned = await Array.fromAsync(bannedUsers.list({ path: { guid } }));
      expect(await refusal(shout())).toBe('refused ERR_BANNED_GROUPMEMBER');
      expect(await refusal(bannedUsers.ban({ path }))).toBe('conflict ERR_ALREADY_BANNED');
      await bannedUsers.unban({ path });
      expect(await refusal(bannedUsers.unban({ path }))).toBe('conflict ERR_NOT_A_BANNED_USER');

      expect(banned.map(({ uid }) => uid)).toEqual([rowdy]);
      expect(await Array.fromAsync(bannedUsers.list({ path: { guid } }))).toEqual([]);
    });
  });
}
