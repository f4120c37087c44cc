import { expect, test } from 'vitest';
import { judge, type Row } from '../src/index.ts';

const now = 1_800_000_000;

/** The record that a row becomes, or the codes of its problems. */
function judged(kind: 'friends' | 'blocks' | 'roles' | 'reactions', row: Row): unknown {
  const result = judge(kind, { ...row }, { now });
  return result.ok ? JSON.parse(result.wire) : result.problems.map(({ code }) => code);
}

test('a friendship is mutual: the two uids are put in order, and so is its id', () => {
  const record = { friendshipId: 'ann_friend_bob', uid: 'ann', friend: 'bob' };

  expect(judged('friends', { uid: 'ann', friend: 'bob' })).toEqual(record);
  expect(judged('friends', { uid: 'bob', friend: 'ann' })).toEqual(record);
  expect(judged('friends', record)).toEqual(record);
  expect(judged('friends', { ...record, friendshipId: 'ann_friend_cy' })).toEqual(['key-differs']);
});

test('a block has a direction', () => {
  const one = judged('blocks', { uid: 'ann', blocked: 'bob' });
  const other = judged('blocks', { uid: 'bob', blocked: 'ann' });

  expect(one).toEqual({ blockId: 'ann_blocks_bob', uid: 'ann', blocked: 'bob' });
  expect(other).toEqual({ blockId: 'bob_blocks_ann', uid: 'bob', blocked: 'ann' });
});

test('a user is neither a friend of themselves nor blocked by themselves', () => {
  expect(judged('friends', { uid: 'ann', friend: 'ann' })).toEqual(['same-user']);
  expect(judged('blocks', { uid: 'ann', blocked: 'ann' })).toEqual(['same-user']);
});

test('the id of a reaction names message, user and reaction, without white space in the latter two', () => {
  expect(judged('reactions', { muid: 'a b', uid: 'ann', reaction: 'thumbs up %' })).toEqual({
    reactionId: 'a b ann thumbs%20up%20%25',
    muid: 'a b',
    uid: 'ann',
    reaction: 'thumbs up %',
  });
  expect(judged('reactions', { muid: 'm', uid: 'ann', reaction: ' ' })).toEqual(['empty-field']);
  // The reaction is a part of the path of its request.
  for (const reaction of ['.', '..'])
    expect(judged('reactions', { muid: 'm', uid: 'ann', reaction })).toEqual(['bad-value']);
  expect(judged('reactions', { muid: 'm', uid: 'ann', reaction: '...' })).toMatchObject({
    reaction: '...',
  });
});

test('a role without a name is named after its id', () => {
  expect(judged('roles', { role: 'manager' })).toEqual({ role: 'manager', name: 'manager' });
});
