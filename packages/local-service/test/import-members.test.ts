import { expect, test } from 'vitest';
import { group, keyed, member, importSample, user } from './support/records.ts';
import { startRig, TODAY } from './support/rig.ts';

test('members join with their scope and are counted', async () => {
  await using rig = await startRig();
  await importSample(rig);

  const members = keyed([member('tea', 'cy', { scope: 'moderator', joinedAt: TODAY - 900 })]);
  const said = await rig.data('dataImport.members', { body: { members } });

  expect(said['tea_member_cy']).toEqual({
    success: true,
    data: { guid: 'tea', uid: 'cy', scope: 'moderator', joinedAt: TODAY - 900 },
  });
  expect(await rig.data('groups.get', { path: { guid: 'tea' } })).toMatchObject({
    membersCount: 3,
  });
  const moderators = await rig.data('groups.members.list', {
    path: { guid: 'tea' },
    query: { scopes: 'moderator' },
  });
  expect(moderators).toMatchObject([{ uid: 'cy', scope: 'moderator', joinedAt: TODAY - 900 }]);
});

test('a repeated membership is reported as existing, even if it is invalid now', async () => {
  await using rig = await startRig();
  await importSample(rig);

  const again = { ...member('tea', 'bob'), joinedAt: TODAY * 1000 };
  const said = await rig.data('dataImport.members', { body: { members: keyed([again]) } });

  expect(said['tea_member_bob'].error.code).toBe('ERR_ALREADY_JOINED');
});

test.each([
  ['before the group was created', TODAY - 1001, 'ERR_IMPORT_INVALID_JOINEDAT'],
  ['in the second of creation', TODAY - 1000, undefined],
  ['in the future', TODAY + 1, 'ERR_IMPORT_INVALID_JOINEDAT'],
])('joining %s', async (_when, joinedAt, code) => {
  await using rig = await startRig();
  await importSample(rig);

  const members = keyed([member('tea', 'cy', { joinedAt })]);
  const said = await rig.data('dataImport.members', { body: { members } });

  expect(said['tea_member_cy'].error?.code).toBe(code);
});

test('a creation time that the service set rejects no membership', async () => {
  await using rig = await startRig();
  await rig.data('dataImport.users', { body: { users: { ada: { uid: 'ada', name: 'Ada' } } } });
  await rig.data('dataImport.groups', {
    body: { groups: { tea: { guid: 'tea', name: 'Tea', type: 'public' } } },
  });

  const members = keyed([member('tea', 'ada', { joinedAt: TODAY - 5000 })]);
  const said = await rig.data('dataImport.members', { body: { members } });

  expect(said['tea_member_ada'].success).toBe(true);
});

test('a ban is imported as a member with isBanned', async () => {
  await using rig = await startRig();
  await importSample(rig);
  const banned = keyed([member('tea', 'cy', { isBanned: true })]);

  await rig.data('dataImport.members', { body: { members: banned } });
  const again = await rig.data('dataImport.members', { body: { members: banned } });
  const asMember = await rig.data('dataImport.members', {
    body: { members: keyed([member('tea', 'cy')]) },
  });

  expect(again['tea_member_cy'].error.code).toBe('ERR_ALREADY_BANNED');
  expect(asMember['tea_member_cy'].error.code).toBe('ERR_BANNED_GROUPMEMBER');
  expect(await rig.data('groups.bannedUsers.list', { path: { guid: 'tea' } })).toMatchObject([
    { uid: 'cy' },
  ]);
  expect(await rig.data('groups.get', { path: { guid: 'tea' } })).toMatchObject({
    membersCount: 2,
  });
});

test('unknown groups and users are refused, unless the record contains them', async () => {
  await using rig = await startRig();
  await importSample(rig);

  const said = await rig.data('dataImport.members', {
    body: {
      members: keyed([
        member('tea', 'unknown'),
        member('nowhere', 'ada'),
        member('milk', 'dot', { groupDetails: group('milk'), userDetails: user('dot') }),
        { ...member('tea', 'cy'), memberId: 'tea-cy' },
        member('tea', 'cy', { scope: 'king' }),
      ]),
    },
  });

  expect(said['tea_member_unknown'].error.code).toBe('ERR_UID_NOT_FOUND');
  expect(said['nowhere_member_ada'].error.code).toBe('ERR_GUID_NOT_FOUND');
  expect(said['milk_member_dot'].success).toBe(true);
  expect(said['tea-cy'].error.details).toHaveProperty('memberId');
  expect(said['tea_member_cy'].error.details).toHaveProperty('scope');
});
