import type { RecordBlock, Row } from '@chatferry/contract';
import { expect, test } from 'vitest';
import { after } from './after.ts';
import {
  batchesOf,
  blockOf,
  group,
  groupMessage,
  member,
  message,
  plannedIds,
  recordsOf,
  user,
} from './rig.ts';

const users = blockOf(
  'users',
  ['ann', 'bob', 'cy'].map((uid) => user(uid)),
);

function texts(...muids: readonly string[]): RecordBlock[] {
  const rows = muids.map((muid) => message(muid, 'ann', 'bob'));
  return [users, blockOf('messages', rows)];
}

/** Two messages and the replies to the first one. */
function replying(...muids: readonly string[]): RecordBlock[] {
  const rows = ['m0', 'm9', ...muids].map((muid) => message(muid, 'ann', 'bob'));
  const derived = muids.map((_, nth) => {
    const index = nth + 2;
    const value = { ...rows[index], parentMuid: 'm0' };
    return { index, kind: 'replies' as const, field: 'data.metadata.parentMuid', value };
  });
  return [users, { ...blockOf('messages', rows), derived }];
}

/** Two memberships, the first of them with these fields. */
function membership(more: Row): RecordBlock[] {
  const members = [member('g', 'bob', more), member('g', 'cy')];
  return [users, blockOf('groups', [group('g')]), blockOf('members', members)];
}

test('a message that one job removed is new to the next, and the messages after it are the same', async () => {
  using first = await after(undefined, texts('m0', 'm1', 'm2'));
  using second = await after(first.plan, texts('m1', 'm2'), { removesGone: 1 });

  using later = await after(second.plan, texts('m0', 'm1', 'm2'));

  expect(plannedIds(second.plan, 'messageRemovals')).toEqual(['m0']);
  expect(plannedIds(later.plan, 'messages')).toEqual(['m0']);
  expect(later.summary.kinds.messages).toMatchObject({ unchanged: 2, changed: 0 });
});

test.each([
  ['failed', '.'],
  ['was not begun', ''],
])('a message whose removal %s is still there', async (_, mark) => {
  using first = await after(undefined, texts('m0', 'm1'));
  using second = await after(first.plan, texts('m1'), { removesGone: 1 });

  using later = await after(second.plan, texts('m0', 'm1'), {}, mark);

  expect(later.summary.kinds.messages).toMatchObject({ planned: 0, unchanged: 2 });
});

test('a reply that one job removed is sent once more when the export has it again', async () => {
  using first = await after(undefined, replying('r1', 'r2'));
  using second = await after(first.plan, replying('r2'), { removesGone: 1 });

  using later = await after(second.plan, replying('r1', 'r2'));

  expect(plannedIds(second.plan, 'messageRemovals')).toEqual(['r1']);
  expect(plannedIds(later.plan, 'replies')).toEqual(['r1']);
  expect(later.summary.kinds.replies).toMatchObject({ unchanged: 1 });
});

test('a user who was banned, let in again and is banned once more is banned once more in the app', async () => {
  using first = await after(undefined, membership({ isBanned: true }));
  using second = await after(first.plan, membership({}));

  using later = await after(second.plan, membership({ isBanned: true }));

  expect(plannedIds(second.plan, 'unbans')).toEqual(['g_member_bob']);
  expect(plannedIds(second.plan, 'members')).toEqual(['g_member_bob']);
  expect(later.summary.kinds.members).toMatchObject({ unchanged: 1, updated: 1 });
  expect(plannedIds(later.plan, 'memberUpdates')).toEqual(['g_member_bob']);
});

test('a message that was edited is removed with the time at which it was sent', async () => {
  const edited = message('m0', 'ann', 'bob', { data: { text: 'Edited' } });
  using first = await after(undefined, texts('m0', 'm1'));
  using second = await after(first.plan, [users, blockOf('messages', [edited])], {
    editsMessages: true,
  });

  using later = await after(second.plan, texts('m1'), { removesGone: 1 });

  expect(plannedIds(second.plan, 'messageEdits')).toEqual(['m0']);
  const removals = batchesOf(later.plan, 'messageRemovals').flatMap(recordsOf);
  expect(removals).toMatchObject([{ muid: 'm0', sentAt: edited['sentAt'] }]);
});

test('a user is reactivated for what goes to the user, and not for what goes to a group of the same id', async () => {
  const left = user('den', { deactivatedAt: 1_700_000_000 });
  const people = blockOf('users', [user('ann'), user('bob'), left]);
  const groups = blockOf('groups', [group('den')]);
  using first = await after(undefined, [people, groups]);
  const sending = async (row: Row): Promise<unknown> => {
    using later = await after(first.plan, [groups, blockOf('messages', [row])]);
    return later.summary.delta?.deactivatedAgain;
  };

  expect(first.summary.kinds.deactivations).toMatchObject({ planned: 1 });
  expect(await sending(message('m0', 'ann', 'den'))).toEqual({ users: 1, examples: ['den'] });
  expect(await sending(groupMessage('m0', 'ann', 'den'))).toEqual({ users: 0, examples: [] });
});
