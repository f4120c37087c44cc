import { expect, test } from 'vitest';
import { importSample, user } from './support/records.ts';
import { startRig, TODAY } from './support/rig.ts';

const tea = { guid: 'tea' };
const text = { receiver: 'tea', receiverType: 'group', type: 'text', data: { text: 'hi' } };

test('a group belongs to its creator, or to the system user', async () => {
  await using rig = await startRig();
  await importSample(rig);

  const own = await rig.data('groups.create', {
    as: 'ada',
    body: {
      guid: 'Milk',
      name: 'Milk',
      type: 'private',
      description: 'white',
      members: { participants: ['bob', 'unknown'], usersToBan: ['cy'] },
    },
  });
  const orphan = await rig.data('groups.create', {
    body: { guid: 'mate', name: 'Mate', type: 'public' },
  });

  expect(own).toMatchObject({
    guid: 'milk',
    owner: 'ada',
    scope: 'admin',
    hasJoined: true,
    joinedAt: TODAY,
    description: 'white',
    membersCount: 2,
  });
  expect(own.members.participants.bob.data).toMatchObject({
    category: 'action',
    type: 'groupMember',
    data: {
      action: 'added',
      entities: { by: { entity: { uid: 'ada' } }, on: { entity: { uid: 'bob' } } },
    },
  });
  expect(own.members.participants.unknown.error.code).toBe('ERR_UID_NOT_FOUND');
  expect(own.members.usersToBan.cy).toEqual({ success: true });
  expect(orphan).toMatchObject({ owner: 'app_system', membersCount: 0 });
  const again = { body: { guid: 'MILK', name: 'Milk', type: 'public' } };
  expect(await rig.refusal('groups.create', again)).toBe('ERR_GUID_ALREADY_EXISTS');
  const locked = { body: { guid: 'vault', name: 'Vault', type: 'password' } };
  expect(await rig.refusal('groups.create', locked)).toBe('ERR_EMPTY_GROUP_PASS');
});

test('a group is changed by its admins and by the service, not by its participants', async () => {
  await using rig = await startRig();
  await importSample(rig);
  const change = {
    path: tea,
    body: { description: 'hot', owner: 'bob', type: 'password', password: 'x' },
  };

  expect(await rig.refusal('groups.update', { ...change, as: 'bob' })).toBe(
    'ERR_GROUP_NO_ADMIN_SCOPE',
  );
  expect(await rig.refusal('groups.update', { ...change, as: 'cy' })).toBe('ERR_NOT_A_MEMBER');
  expect(await rig.data('groups.update', { ...change, as: 'ada' })).toMatchObject({
    description: 'hot',
    owner: 'ada',
  });
  const byService = await rig.data('groups.update', {
    ...change,
    body: { owner: 'bob', unset: ['description'] },
  });
  expect(byService.owner).toBe('bob');
  expect(byService).not.toHaveProperty('description');
  expect(await rig.refusal('groups.delete', { path: tea, as: 'bob' })).toBe(
    'ERR_GROUP_NO_ADMIN_SCOPE',
  );
  await rig.data('messages.send', { body: text });
  await rig.data('groups.delete', { path: tea });
  expect(await rig.refusal('groups.get', { path: tea })).toBe('ERR_GUID_NOT_FOUND');
  expect(await rig.data('messages.list')).toEqual([]);
});

test('groups are filtered', async () => {
  await using rig = await startRig();
  await importSample(rig);
  await rig.data('groups.create', {
    body: { guid: 'ale', name: 'Zest', type: 'password', password: 'x', tags: ['cold'] },
  });
  const guids = async (query: Record<string, string | boolean | number>, as?: string) =>
    (await rig.data('groups.list', { query, ...(as === undefined ? {} : { as }) })).map(
      ({ guid }: { guid: string }) => guid,
    );

  expect(await guids({})).toEqual(['tea', 'ale']);
  expect(await guids({ sortBy: 'guid' })).toEqual(['ale', 'tea']);
  expect(await guids({ sortBy: 'name', sortOrder: 'desc' })).toEqual(['ale', 'tea']);
  expect(await guids({ type: 'protected' })).toEqual(['ale']);
  expect(await guids({ types: 'public,private' })).toEqual(['tea']);
  expect(await guids({ tags: 'cold' })).toEqual(['ale']);
  expect(await guids({ searchKey: 'zes', searchIn: 'name' })).toEqual(['ale']);
  expect(await guids({ hasJoined: true }, 'ada')).toEqual(['tea']);
  expect(await guids({ updatedAt: TODAY - 1 })).toEqual(['ale']);
  expect(await guids({ updatedAt: TODAY - 1, affix: 'prepend' })).toEqual(['tea']);
});

test('members are added with the highest of their scopes', async () => {
  await using rig = await startRig();
  await importSample(rig);

  const said = await rig.data('groups.members.add', {
    path: tea,
    body: { participants: ['cy', 'bob'], admins: ['cy'] },
  });

  expect(said.admins.cy).toMatchObject({ success: true, data: { sender: 'app_system' } });
  expect(said.participants).toEqual({
    bob: { success: false, error: expect.objectContaining({ code: 'ERR_ALREADY_JOINED' }) },
  });
  expect(
    await rig.data('groups.members.list', { path: tea, query: { scopes: 'admin' } }),
  ).toHaveLength(2);
  const many = Array.from({ length: 26 }, (_, index) => `u${index}`);
  expect(await rig.refusal('groups.members.add', { path: tea, body: { participants: many } })).toBe(
    'ERR_BAD_REQUEST',
  );
  expect(
    await rig.refusal('groups.members.add', {
      path: tea,
      as: 'bob',
      body: { participants: ['cy'] },
    }),
  ).toBe('ERR_GROUP_NO_MODERATOR_SCOPE');
});

const join = (guid: string) => ({ path: { guid }, as: 'cy', body: { participants: ['cy'] } });

test('users join open groups by themselves, and leave', async () => {
  await using rig = await startRig();
  await importSample(rig);
  await rig.data('groups.create', { body: { guid: 'milk', name: 'Milk', type: 'private' } });

  const joined = await rig.data('groups.members.add', join('tea'));
  expect(joined.participants.cy.data.data.action).toBe('joined');
  expect(await rig.refusal('groups.members.add', join('milk'))).toBe('ERR_GROUP_JOIN_NOT_ALLOWED');
  await rig.data('groups.members.remove', { path: { guid: 'tea', uid: 'cy' }, as: 'cy' });
  expect(await rig.refusal('groups.members.remove', { path: { guid: 'tea', uid: 'cy' } })).toBe(
    'ERR_NOT_A_MEMBER',
  );
  const actions = await rig.data('groups.messages.list', {
    path: tea,
    query: { category: 'action' },
  });
  expect(actions.map(({ data }: { data: { action: string } }) => data.action)).toEqual([
    'joined',
    'left',
  ]);
});

test('a scope is changed once', async () => {
  await using rig = await startRig();
  await importSample(rig);
  const bob = { path: { guid: 'tea', uid: 'bob' }, body: { scope: 'moderator' } };

  const changed = await rig.data('groups.members.changeScope', bob);
  expect(changed).toMatchObject({ guid: 'tea', uid: 'bob', scope: 'moderator' });
  expect(await rig.refusal('groups.members.changeScope', bob)).toBe('ERR_SAME_SCOPE');
  expect(await rig.refusal('groups.members.changeScope', { ...bob, as: 'bob' })).toBe(
    'ERR_GROUP_NO_ADMIN_SCOPE',
  );
  const self = { path: { guid: 'tea', uid: 'ada' }, as: 'ada', body: { scope: 'participant' } };
  expect(await rig.refusal('groups.members.changeScope', self)).toBe('ERR_GROUP_NO_SELF_ACTION');
});

test('a banned user is no longer a member, cannot send and cannot join again', async () => {
  await using rig = await startRig();
  await importSample(rig);
  const bob = { path: { guid: 'tea', uid: 'bob' } };

  await rig.data('groups.bannedUsers.ban', bob);

  expect(await rig.refusal('groups.bannedUsers.ban', bob)).toBe('ERR_ALREADY_BANNED');
  expect(await rig.refusal('messages.send', { as: 'bob', body: text })).toBe(
    'ERR_BANNED_GROUPMEMBER',
  );
  const back = await rig.data('groups.members.add', { path: tea, body: { participants: ['bob'] } });
  expect(back.participants.bob.error.code).toBe('ERR_BANNED_GROUPMEMBER');
  expect(await rig.data('groups.bannedUsers.list', { path: tea })).toMatchObject([{ uid: 'bob' }]);
  await rig.data('groups.bannedUsers.unban', bob);
  expect(await rig.refusal('groups.bannedUsers.unban', bob)).toBe('ERR_NOT_A_BANNED_USER');
});

test('a group has no more than 100,000 members', async () => {
  await using rig = await startRig();
  await importSample(rig);
  rig.service.db.exec('UPDATE groups SET members_count = 99999');
  await rig.data('dataImport.users', { body: { users: { dot: user('dot') } } });

  const said = await rig.data('groups.members.add', {
    path: tea,
    body: { participants: ['CY', 'dot'] },
  });

  expect(said.participants.cy.success).toBe(true);
  expect(said.participants.dot.error.code).toBe('ERR_NO_VACANCY');
});
