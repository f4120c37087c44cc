import { changeRecords, isSet, type Kind, type Row, updateOf } from '@chatferry/contract';
import { describe, expect, test } from 'vitest';

const cases: readonly [Kind, Row, readonly string[], readonly string[]][] = [
  ['users', { uid: 'a', name: 'A' }, ['name', 'avatar', 'role', 'tags', 'metadata'], []],
  ['users', { uid: 'a', name: 'A', createdAt: 1 }, ['createdAt'], ['createdAt']],
  ['users', { uid: 'a', name: 'A' }, ['deactivated'], []],
  ['groups', { guid: 'g', name: 'G', owner: 'a' }, ['owner', 'icon', 'password'], []],
  // A group cannot be without an owner.
  ['groups', { guid: 'g', name: 'G' }, ['owner'], ['owner']],
  ['groups', { guid: 'g', name: 'G', owner: null }, ['owner'], ['owner']],
  ['members', { memberId: 'g_member_a' }, ['scope', 'joinedAt', 'isBanned'], ['joinedAt']],
  ['messages', { data: { text: 'x' } }, ['data.text', 'data.metadata', 'tags'], []],
  ['messages', { data: { attachments: [] } }, ['data.text'], ['data.text']],
  [
    'messages',
    {},
    ['sentAt', 'sender', 'data.customData'],
    ['sentAt', 'sender', 'data.customData'],
  ],
  ['reactions', {}, ['reaction'], ['reaction']],
];

test.each(cases)('of %s %j, all of %j can be changed but %j', (kind, record, fields, fixed) => {
  const update = updateOf(kind, record, fields);

  expect(update.fixed).toEqual(fixed);
  expect(update.changed).toEqual(fields.filter((field) => !fixed.includes(field)));
});

test('the operations that change fields are named once each', () => {
  const user = { uid: 'a', name: 'A' };

  expect(updateOf('users', user, ['name', 'avatar']).operations).toEqual(['users.update']);
  expect(updateOf('members', { scope: 'admin' }, ['scope', 'isBanned']).operations).toEqual([
    'groups.members.changeScope',
    'groups.bannedUsers.ban',
  ]);
  expect(updateOf('users', user, ['createdAt']).operations).toEqual([]);
});

test.each([
  [{ isBanned: true }, true],
  [{ isBanned: false }, false],
  [{ isBanned: null }, false],
  [{}, false],
])('whether isBanned is set in %j: %s', (record, is) => {
  expect(isSet(record, 'isBanned')).toBe(is);
});

test('a field of data is not set where there is no data', () => {
  expect(isSet({}, 'data.text')).toBe(false);
  expect(isSet({ data: { text: 'a' } }, 'data.text')).toBe(true);
});

describe('the records of a change', () => {
  const member = { memberId: 'g_member_a', guid: 'g', uid: 'a', scope: 'admin' };

  test('an update holds the whole record and the names of what is changed', () => {
    expect(changeRecords('members', member, ['scope'])).toEqual([
      { kind: 'memberUpdates', id: 'g_member_a', row: { ...member, changed: ['scope'] } },
    ]);
  });

  test('an update holds the values before, and null for those that the app does not hold', () => {
    const user = { uid: 'a', name: 'A', avatar: 'https://x.test/a' };
    const before = { name: '', tags: 0, link: 'https://x.test/b' };

    expect(changeRecords('users', user, ['name', 'tags', 'avatar'], before)).toEqual([
      {
        kind: 'userUpdates',
        id: 'a',
        row: {
          ...user,
          changed: ['name', 'tags', 'avatar'],
          before: { name: '', tags: 0, avatar: null },
        },
      },
    ]);
  });

  test('a ban is an update, and lifting it is a record of its own', () => {
    const banned = { ...member, isBanned: true };

    expect(changeRecords('members', banned, ['isBanned'])).toMatchObject([
      { kind: 'memberUpdates', row: { changed: ['isBanned'] } },
    ]);
    expect(changeRecords('members', member, ['isBanned'])).toEqual([
      { kind: 'unbans', id: 'g_member_a', row: { memberId: 'g_member_a', guid: 'g', uid: 'a' } },
    ]);
  });

  test('a user is reactivated by a record of its own, in addition to what else is changed', () => {
    expect(changeRecords('users', { uid: 'a', name: 'A' }, ['name', 'deactivated'])).toEqual([
      { kind: 'reactivations', id: 'a', row: { uid: 'a' } },
      { kind: 'userUpdates', id: 'a', row: { uid: 'a', name: 'A', changed: ['name'] } },
    ]);
  });
});
