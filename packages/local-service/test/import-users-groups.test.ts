import { limits } from '@chatferry/contract';
import { expect, test } from 'vitest';
import { group, keyed, user } from './support/records.ts';
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
    membersCount: 0,
  });
  expect(said.mate.error.code).toBe('ERR_UID_NOT_FOUND');
  expect(said.beer.error.code).toBe('ERR_EMPTY_GROUP_PASS');
  expect(said.wine.success).toBe(true);
  expect(JSON.stringify(said.wine)).not.toContain('red');
  expect(said.milk.error.details).toHaveProperty('type');
  const again = await rig.data('dataImport.groups', { body: { groups: { tea: group('tea') } } });
  expect(again.tea.error.code).toBe('ERR_GUID_ALREADY_EXISTS');
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
