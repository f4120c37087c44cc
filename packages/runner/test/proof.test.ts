import { comparableOf, type Kind, type Row } from '@chatferry/contract';
import { describe, expect, test } from 'vitest';
import { isOfItsTime, isProved } from '../src/comparing/proof.ts';

/** UNIX seconds in which the first request of the job left. */
const BEGUN = 1_700_000_000;
const begunAt = BEGUN * 1000 + 900;

const group = { guid: 'g', name: 'G', type: 'public' };
const member = { memberId: 'g_member_a', guid: 'g', uid: 'a' };
const message = { muid: 'm', sender: 'a', receiver: 'b', receiverType: 'user', sentAt: BEGUN - 9 };

describe('what the app holds as planned is proved to be of the job', () => {
  test.each<[Kind, Row, boolean]>([
    ['users', { uid: 'a', createdAt: BEGUN - 1 }, true],
    // Whoever registers meanwhile has the second of that moment.
    ['users', { uid: 'a', createdAt: BEGUN }, false],
    ['users', { uid: 'a', createdAt: BEGUN + 1 }, false],
    ['users', { uid: 'a' }, false],
    ['groups', { ...group, createdAt: BEGUN - 1 }, true],
    ['groups', { ...group, createdAt: BEGUN }, false],
    ['groups', group, false],
    ['members', { ...member, joinedAt: BEGUN - 1 }, true],
    ['members', { ...member, joinedAt: BEGUN }, false],
    ['members', member, false],
    ['members', { ...member, joinedAt: BEGUN - 1, isBanned: true }, false],
    ['messages', message, true],
    ['replies', { ...message, parentMuid: 'n' }, true],
    ['roles', { role: 'r', name: 'R' }, false],
    ['descriptions', { guid: 'g', description: 'D' }, false],
    ['reactions', { muid: 'm', uid: 'a', reaction: 'x', reactedAt: BEGUN - 9 }, false],
    ['friends', { uid: 'a', friend: 'b' }, false],
    ['blocks', { uid: 'a', blocked: 'b' }, false],
    ['deactivations', { uid: 'a', deactivatedAt: BEGUN - 9 }, false],
  ])('of %s, %j: %s', (kind, planned, is) => {
    expect(isProved(kind, comparableOf(kind, planned), begunAt)).toBe(is);
  });

  test('what was sent through the chat endpoints has no date that proves anything', () => {
    const planned = comparableOf('users', { uid: 'a', createdAt: 1 }, { isSentByChat: true });

    expect(isProved('users', planned, begunAt)).toBe(false);
  });
});

test.each([
  ['name', true],
  ['createdAt', false],
  // Where the comparison ended, the date was not compared.
  ['deactivated', true],
])('a user whose %s differs is of the time of the plan: %s', (field, is) => {
  const planned = comparableOf('users', { uid: 'a', name: 'A', createdAt: BEGUN - 1 });

  expect(isOfItsTime('users', planned, [field], begunAt)).toBe(is);
});

test('a member in place of a ban is not of the time of the plan', () => {
  const planned = comparableOf('members', { ...member, joinedAt: BEGUN - 1 });

  expect(isOfItsTime('members', planned, [], begunAt)).toBe(true);
  expect(isOfItsTime('members', planned, ['isBanned'], begunAt)).toBe(false);
});
