import { fields, type Kind, kinds, kindsInOrder } from '@chatferry/contract';
import { describe, expect, test } from 'vitest';

test('each kind comes after the kinds it depends on', () => {
  expect(kindsInOrder).toEqual([
    'roles',
    'reactivations',
    'users',
    'groups',
    'unbans',
    'members',
    'messages',
    'descriptions',
    'replies',
    'reactions',
    'friends',
    'roleUpdates',
    'userUpdates',
    'groupUpdates',
    'memberUpdates',
    'messageEdits',
    'messageRemovals',
    'memberRemovals',
    'blocks',
    'deactivations',
  ]);
  for (const [index, kind] of kindsInOrder.entries())
    for (const earlier of kinds[kind].after)
      expect(kindsInOrder.slice(0, index)).toContain(earlier);
});

function required(kind: Kind): string[] {
  return Object.keys(fields[kind]).filter((name) => fields[kind][name]!.required);
}

describe('fields, read from the schemas', () => {
  test('the required fields are those that nothing else supplies', () => {
    expect(kindsInOrder.map(required)).toEqual([
      ['role'],
      ['uid'],
      ['uid', 'name'],
      ['guid', 'name', 'type'],
      ['memberId', 'guid', 'uid'],
      ['guid', 'uid'],
      ['muid', 'sender', 'receiverType', 'receiver', 'sentAt', 'data'],
      ['guid', 'description'],
      [
        'muid',
        'parentMuid',
        'sender',
        'receiverType',
        'receiver',
        'category',
        'type',
        'data',
        'sentAt',
      ],
      ['muid', 'uid', 'reaction'],
      ['uid', 'friend'],
      ['role', 'changed'],
      ['uid', 'changed'],
      ['guid', 'changed'],
      ['memberId', 'changed'],
      ['muid', 'changed'],
      ['muid'],
      ['memberId', 'guid', 'uid'],
      ['uid', 'blocked'],
      ['uid', 'deactivatedAt'],
    ]);
  });

  test.each([
    ['users', 'uid', 'text'],
    ['users', 'avatar', 'text'],
    ['users', 'createdAt', 'time'],
    ['users', 'tags', 'tags'],
    ['users', 'metadata', 'json'],
    ['groups', 'type', 'text'],
    ['groups', 'groupOwnerDetails', 'json'],
    ['members', 'isBanned', 'boolean'],
    ['messages', 'category', 'text'],
    ['messages', 'data', 'json'],
    ['messages', 'mentionedUserDetails', 'json'],
  ] as const)('%s.%s holds %s', (kind, name, type) => {
    expect(fields[kind][name]!.type).toBe(type);
  });

  test('the times of each kind are known by name', () => {
    for (const kind of kindsInOrder)
      expect(
        Object.keys(fields[kind]).filter((name) => fields[kind][name]!.type === 'time'),
      ).toEqual(expect.arrayContaining([...kinds[kind].times]));
    expect(
      kindsInOrder.every(
        (kind) => kinds[kind].time === undefined || kinds[kind].times.includes(kinds[kind].time),
      ),
    ).toBe(true);
  });
});
