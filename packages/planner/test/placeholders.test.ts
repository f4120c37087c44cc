import { expect, test } from 'vitest';
import {
  batchesOf,
  compile,
  group,
  groupMessage,
  member,
  message,
  plannedIds,
  recordsOf,
  user,
} from './rig.ts';

test('placeholders are made for missing users, named and tagged as such, and sent with the users', () => {
  using planned = compile(
    {
      users: [user('ann')],
      groups: [group('g', { owner: 'zoe' })],
      members: [member('g', 'max')],
      messages: [message('m1', 'ann', 'kim'), message('m2', 'kim', 'kim')],
    },
    { onMissingUser: 'placeholder', recordsPerRequest: 3, lanes: 2 },
  );

  expect(planned.rejects).toEqual([]);
  expect(batchesOf(planned.plan, 'users').flatMap(recordsOf)).toEqual([
    { uid: 'ann', name: 'User ann' },
    { uid: 'kim', name: 'Missing user kim', tags: ['chatferry-placeholder'] },
    { uid: 'max', name: 'Missing user max', tags: ['chatferry-placeholder'] },
    { uid: 'zoe', name: 'Missing user zoe', tags: ['chatferry-placeholder'] },
  ]);
  expect(planned.plan.batch(1).origins[1]).toEqual({ file: '(placeholder)', line: 0 });
});

test('placeholders are listed with the row that needs them first, and count as rows', () => {
  using planned = compile(
    { users: [user('ann')], messages: [message('m1', 'ann', 'kim'), message('m2', 'kim', 'ann')] },
    { onMissingUser: 'placeholder' },
  );

  expect([...planned.plan.placeholders()]).toEqual([{ uid: 'kim', file: 'messages.csv', line: 2 }]);
  expect(planned.summary.placeholders).toBe(1);
  expect(planned.summary.kinds.users).toMatchObject({
    rows: 2,
    made: 1,
    planned: 2,
    rejected: 0,
  });
});

test('a missing user who is both sender and receiver gets one placeholder', () => {
  using planned = compile(
    { users: [user('ann')], messages: [message('m1', 'kim', 'kim')] },
    { onMissingUser: 'placeholder' },
  );

  expect(planned.summary.placeholders).toBe(1);
  expect(planned.summary.kinds.users).toMatchObject({ rows: 2, planned: 2, merged: 0 });
  expect(plannedIds(planned.plan, 'users').toSorted()).toEqual(['ann', 'kim']);
});

test('a user whose row was rejected gets a placeholder as well', () => {
  using planned = compile(
    { users: [user('ann'), { uid: 'kim' }], messages: [message('m1', 'ann', 'kim')] },
    { onMissingUser: 'placeholder' },
  );

  expect(plannedIds(planned.plan, 'users')).toEqual(['ann', 'kim']);
  expect(planned.summary.kinds.users).toMatchObject({ rows: 3, planned: 2, rejected: 1 });
});

test('no placeholder is made for a row that is rejected for another reason', () => {
  using planned = compile(
    { users: [user('ann')], messages: [groupMessage('m1', 'kim', 'no-such-group')] },
    { onMissingUser: 'placeholder' },
  );

  expect(planned.rejects.map(({ code }) => code)).toEqual(['missing-group']);
  expect([...planned.plan.placeholders()]).toEqual([]);
});

test('an export without users can be planned with placeholders alone', () => {
  using planned = compile(
    { messages: [message('m1', 'ann', 'bob')] },
    { onMissingUser: 'placeholder' },
  );

  expect(plannedIds(planned.plan, 'users')).toEqual(['ann', 'bob']);
  expect(planned.summary.usersWithoutMessages).toBe(0);
});

test('the name of a placeholder is truncated to the limit of the service', () => {
  const uid = 'u'.repeat(100);
  using planned = compile(
    { users: [user('ann')], messages: [message('m1', 'ann', uid)] },
    { onMissingUser: 'placeholder' },
  );

  const placeholder = batchesOf(planned.plan, 'users').flatMap(recordsOf)[1]!;
  expect(placeholder['name']).toHaveLength(100);
});

test('a placeholder has the name that the first record with the user contains', () => {
  const kim = { uid: 'kim', name: 'Kim Lee' };
  using planned = compile(
    {
      users: [user('ann')],
      groups: [group('g')],
      members: [member('g', 'max'), member('g', 'zoe')],
      messages: [
        message('m1', 'kim', 'ann'),
        message('m2', 'kim', 'ann', { senderUserDetails: kim }),
        message('m3', 'ann', 'kim', { receiverUserDetails: { uid: 'kim', name: 'K.' } }),
        message('m4', 'ann', 'max', {
          data: { text: 'senderUserDetails":{"uid":"zoe","name":"No"' },
          mentionedUserDetails: { max: { uid: 'max', name: 'Max' } },
        }),
      ],
    },
    { onMissingUser: 'placeholder' },
  );

  expect(batchesOf(planned.plan, 'users').flatMap(recordsOf).slice(1)).toEqual([
    { uid: 'kim', name: 'Kim Lee', tags: ['chatferry-placeholder'] },
    { uid: 'max', name: 'Max', tags: ['chatferry-placeholder'] },
    { uid: 'zoe', name: 'Missing user zoe', tags: ['chatferry-placeholder'] },
  ]);
});
