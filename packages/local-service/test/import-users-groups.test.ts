import { limits } from '@chatferry/contract';
import { expect, test } from 'vitest';
import { group, keyed, member, user } from './support/records.ts';
import { startRig, TODAY } from './support/rig.ts';

test('an imported user is read back with all its fields', async () => {
  await using rig = await startRig();
  await rig.data('roles.create', { body: { role: 'guest', name: 'Guest' } });
  const ada = user('ada', {
    avatar: 'https://example.org/ada.png',
    link: 'https://example.org/ada',
    role: 'guest',
    lastActiveAt: TODAY - 10,
    metadata: { legacyId: 7, '@private': { email: 'ada@example.org' } },
    tags: ['staff'],
  });

  const said = await rig.data('dataImport.users', { body: { users: { ada } } });

  expect(said.ada).toEqual({ success: true, data: { ...ada, status: 'offline' } });
  expect(await rig.data('users.get', { path: { uid: 'ada' } })).toEqual(said.ada.data);
});

test('each record is answered under its key, valid or not', async () => {
  await using rig = await startRig();
  const users = {
    Ada: user('Ada'),
    bob: user('bob', { name: '' }),
    cy: user('cy', { role: 'pirate' }),
    dot: user('not-dot'),
    eve: user('eve', { createdAt: TODAY * 1000, avatar: 'nowhere', tags: [1] }),
  };

  const said = await rig.data('dataImport.users', { body: { users } });

  expect(said.Ada).toMatchObject({ success: true, data: { uid: 'ada' } });
  expect(said.bob.error).toMatchObject({
    code: 'ERR_BAD_REQUEST',
    details: { name: [expect.any(String)] },
  });
  expect(said.cy.error.code).toBe('ERR_ROLE_NOT_FOUND');
  expect(said.dot.error.details).toHaveProperty('uid');
  expect(Object.keys(said.eve.error.details)).toEqual(['avatar', 'tags.0', 'createdAt']);
  expect(rig.service.db.prepare('SELECT uid FROM users').all()).toEqual([{ uid: 'ada' }]);
});

test('an existing user is left unchanged', async () => {
  await using rig = await startRig();
  await rig.data('dataImport.users', {
    body: { users: { ada: user('ada', { deactivatedAt: TODAY }) } },
  });

  const said = await rig.data('dataImport.users', {
    body: { users: { ada: user('ada', { name: 'New', avatar: 'none' }) } },
  });

  expect(said.ada.error.code).toBe('ERR_UID_ALREADY_EXISTS');
  const [kept] = await rig.data('users.list', { query: { withDeactivated: true } });
  expect(kept.name).toBe('Name of ada');
});

test('times may be quoted digits, and metadata an empty list but no larger in bytes than the limit; null is nothing', async () => {
  await using rig = await startRig();
  const ada = user('ada', { createdAt: String(TODAY - 5), metadata: [], avatar: null });
  const bob = user('bob', { metadata: { text: 'ü'.repeat(limits.metadataBytes / 2) } });

  const said = await rig.data('dataImport.users', { body: { users: { ada, bob } } });

  expect(said.bob.error.details).toHaveProperty('metadata');
  expect(said.ada.data).toMatchObject({ createdAt: TODAY - 5, metadata: {} });
});

test('a group needs an existing owner, and a password if its type is password', async () => {
  await using rig = await startRig();
  await rig.data('dataImport.users', { body: { users: keyed([user('ada')]) } });
  const groups = keyed([
    group('tea', { owner: 'ADA', tags: ['hot'], icon: 'https://example.org/tea.png' }),
    group('mate', { owner: 'unknown' }),
    group('beer', { type: 'password', owner: 'ada' }),
    group('wine', { type: 'password', password: 'red', owner: 'ada' }),
    group('milk', { type: 'secret' }),
  ]);

  const said = await rig.data('dataImport.groups', { body: { groups } });

  expect(said.tea.data).toMatchObject({
    owner: 'ada',
    conversationId: 'group_tea',
    tags: ['hot'],
    membersCount: 1,
  });
  expect(said.mate.error.code).toBe('ERR_UID_NOT_FOUND');
  expect(said.beer.error.code).toBe('ERR_EMPTY_GROUP_PASS');
  expect(said.wine.success).toBe(true);
  expect(JSON.stringify(said.wine)).not.toContain('red');
  expect(said.milk.error.details).toHaveProperty('type');
  const again = await rig.data('dataImport.groups', { body: { groups: { tea: group('tea') } } });
  expect(again.tea.error.code).toBe('ERR_GUID_ALREADY_EXISTS');
});

test('an owner is a member, however the group was made, until a record of the import or a call says otherwise', async () => {
  await using rig = await startRig();
  await rig.data('dataImport.users', { body: { users: keyed([user('ada'), user('bob')]) } });
  const owned = { owner: 'ada', createdAt: TODAY - 900 };
  const groups = keyed(['tea', 'mate', 'milk'].map((guid) => group(guid, owned)));
  await rig.data('dataImport.groups', { body: { groups } });
  await rig.data('groups.create', {
    body: { guid: 'made', name: 'Made', type: 'public', owner: 'ada' },
  });

  for (const guid of ['tea', 'made']) {
    expect(await rig.data('groups.get', { path: { guid } })).toMatchObject({ membersCount: 1 });
    expect(await rig.data('groups.members.list', { path: { guid } })).toMatchObject([
      { uid: 'ada', scope: 'admin' },
    ]);
    expect(await rig.data('groups.messages.list', { path: { guid }, as: 'ada' })).toEqual([]);
  }
  // The record of the import replaces the membership that came with the group, once.
  await rig.data('groups.members.changeScope', {
    path: { guid: 'milk', uid: 'ada' },
    body: { scope: 'moderator' },
  });
  const records = keyed([
    member('tea', 'ada', { scope: 'participant', joinedAt: TODAY - 800 }),
    member('mate', 'ada', { scope: 'king' }),
    member('milk', 'ada'),
    member('made', 'ada'),
  ]);
  const first = await rig.data('dataImport.members', { body: { members: records } });
  const again = await rig.data('dataImport.members', { body: { members: records } });

  expect(first.tea_member_ada.success).toBe(true);
  expect(again.tea_member_ada.error.code).toBe('ERR_ALREADY_JOINED');
  for (const guid of ['milk', 'made'])
    expect(first[`${guid}_member_ada`].error.code).toBe('ERR_ALREADY_JOINED');
  expect(await rig.data('groups.members.list', { path: { guid: 'tea' } })).toMatchObject([
    { uid: 'ada', scope: 'participant', joinedAt: TODAY - 800 },
  ]);
  // A record that is refused leaves it as it is.
  expect(first.mate_member_ada.error.details).toHaveProperty('scope');
  expect(await rig.data('groups.get', { path: { guid: 'mate' } })).toMatchObject({
    membersCount: 1,
  });
});

test('a group creates a missing owner that it contains', async () => {
  await using rig = await startRig();
  const tea = group('tea', { owner: 'ada', groupOwnerDetails: user('ada') });

  const said = await rig.data('dataImport.groups', { body: { groups: { tea } } });

  expect(said.tea.success).toBe(true);
  expect(await rig.data('users.get', { path: { uid: 'ada' } })).toMatchObject({
    name: 'Name of ada',
  });
});
