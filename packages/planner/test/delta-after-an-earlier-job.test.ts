import type { RecordBlock } from '@chatferry/contract';
import { expect, test } from 'vitest';
import type { Plan, PlanRules } from '../src/index.ts';
import { after } from './after.ts';
import { batchesOf, blockOf, group, member, message, plannedIds, recordsOf, user } from './rig.ts';

const people = ['ann', 'bob', 'cy'].map((uid) => user(uid));

/** Messages of which those with a parent may be sent as replies. */
function thread(parents: Readonly<Record<string, string | undefined>>): RecordBlock {
  const rows = Object.keys(parents).map((muid) => message(muid, 'ann', 'bob'));
  const derived = Object.values(parents).flatMap((parentMuid, index) =>
    parentMuid === undefined
      ? []
      : [
          {
            index,
            kind: 'replies' as const,
            field: 'data.metadata.parentMuid',
            value: { ...rows[index], parentMuid },
          },
        ],
  );
  return { ...blockOf('messages', rows), derived };
}

function repliesIn(plan: Plan): string[] {
  const replies = batchesOf(plan, 'replies').flatMap(recordsOf);
  return replies
    .map(({ muid, parentMuid }) => `${String(muid)} to ${String(parentMuid)}`)
    .toSorted();
}

test('a reply at any depth goes to the first message of its thread', async () => {
  const chain = Object.fromEntries(
    Array.from({ length: 9 }, (_, n) => [`m${8 - n}`, n === 8 ? undefined : `m${7 - n}`]),
  );
  using planned = await after(undefined, [blockOf('users', people), thread(chain)]);

  expect(plannedIds(planned.plan, 'messages')).toEqual(['m0']);
  expect(repliesIn(planned.plan)).toEqual(Array.from({ length: 8 }, (_, n) => `m${n + 1} to m0`));
});

test('replies that landed stay replies, also where the export now has them in a circle', async () => {
  const users = blockOf('users', people);
  using first = await after(undefined, [
    users,
    thread({ m0: undefined, m1: 'm0', m2: 'm0', m3: undefined }),
  ]);

  using later = await after(first.plan, [users, thread({ m0: undefined, m1: 'm2', m2: 'm1' })]);

  expect(later.summary.kinds.messages).toMatchObject({ planned: 0, unchanged: 1, filtered: 2 });
  expect(later.summary.kinds.replies).toMatchObject({ planned: 0, changed: 2 });
  expect(later.changed).toEqual(['replies m1', 'replies m2']);
  expect(later.gone).toEqual(['messages m3']);
});

test('of two rows with one id, the one that is planned is compared with what landed', async () => {
  const landed = [user('ann'), user('bob', { name: 'B' })];
  using first = await after(undefined, [blockOf('users', landed)]);
  const rows = [user('ann', { name: 'A' }), user('ann'), user('bob', { name: 'B' })];

  using last = await after(first.plan, [blockOf('users', rows)], { duplicates: 'last' });
  using kept = await after(first.plan, [blockOf('users', rows)]);

  expect(last.summary.kinds.users).toMatchObject({ planned: 0, unchanged: 2, rejected: 1 });
  expect(kept.summary.kinds.users).toMatchObject({ planned: 0, unchanged: 1, updated: 1 });
});

test('what is gone is known only of kinds with files, and not of made records', async () => {
  const rows = [
    blockOf('users', people),
    blockOf('groups', [group('g', { description: 'Here' }), group('h', { description: 'There' })]),
    blockOf('members', [member('g', 'ann'), member('g', 'dan')]),
  ];
  using first = await after(undefined, rows, { onMissingUser: 'placeholder' });
  expect(first.summary.kinds.users).toMatchObject({ planned: 4, made: 1 });

  using users = await after(first.plan, [blockOf('users', people.slice(1))]);
  using groups = await after(first.plan, [
    blockOf('groups', [group('g', { description: 'Here' })]),
  ]);
  const filtered = new Map([['left', 1]]);
  using unknown = await after(first.plan, [{ ...blockOf('users', people.slice(1)), filtered }]);

  expect(users.gone).toEqual(['users ann']);
  expect(groups.gone).toEqual(['groups h', 'descriptions h']);
  expect(unknown.gone).toEqual([]);
  expect(unknown.summary.delta?.goneUnknown).toEqual(['users']);
  expect(users.summary.delta?.goneUnknown).toEqual([]);
});

test('gone records are removed only where their number is the one that was given', async () => {
  const users = blockOf('users', people);
  const messages = ['m0', 'm1', 'm2'].map((muid) => message(muid, 'ann', 'bob'));
  using first = await after(undefined, [users, blockOf('messages', messages)]);
  const left = [users, blockOf('messages', messages.slice(2))];
  const removing = async (more: Partial<PlanRules>): Promise<unknown> => {
    using later = await after(first.plan, left, more);
    const { removable, removesGone } = later.summary.delta!;
    return [removable, removesGone, plannedIds(later.plan, 'messageRemovals')];
  };

  expect(await removing({})).toEqual([2, false, []]);
  expect(await removing({ removesGone: 2 })).toEqual([2, true, ['m0', 'm1']]);
  for (const removesGone of [1, 3])
    await expect(removing({ removesGone })).rejects.toThrow(
      expect.objectContaining({ code: 'gone-differs' }),
    );
});

test('a gone reply is removed as a message', async () => {
  const users = blockOf('users', people);
  using first = await after(undefined, [users, thread({ m0: undefined, m1: 'm0', m2: 'm0' })]);

  using later = await after(first.plan, [users, thread({ m0: undefined, m2: 'm0' })], {
    removesGone: 1,
  });

  expect(later.gone).toEqual(['replies m1']);
  expect(plannedIds(later.plan, 'messageRemovals')).toEqual(['m1']);
});

function named(name: string): RecordBlock[] {
  return [blockOf('users', [user('ann', { name })])];
}

function noted(note: string): RecordBlock[] {
  return [blockOf('users', [user('ann', { metadata: { note: note.repeat(600) } })])];
}

test('an update of which it is not known whether it landed is planned again', async () => {
  using first = await after(undefined, named('A'));
  using second = await after(first.plan, named('B'));
  using known = await after(second.plan, named('B'));
  using unknown = await after(second.plan, named('B'), {}, 't');

  expect(plannedIds(second.plan, 'userUpdates')).toEqual(['ann']);
  expect(known.summary.kinds.users).toMatchObject({ unchanged: 1 });
  expect(unknown.summary.kinds.users).toMatchObject({ unchanged: 0, changed: 1 });
  expect(plannedIds(unknown.plan, 'userUpdates')).toEqual(['ann']);
});

test('many changes of a kind are all planned, each with its own values', async () => {
  const uids = Array.from({ length: 60 }, (_, nth) => `u${nth}`);
  const renamed = (name: string): RecordBlock[] => [
    blockOf(
      'users',
      uids.map((uid) => user(uid, { name: `${name} ${uid}` })),
    ),
  ];
  using first = await after(undefined, renamed('A'));

  using later = await after(first.plan, renamed('B'));

  const records = batchesOf(later.plan, 'userUpdates').flatMap(recordsOf);
  expect(records.map(({ uid, name }) => [uid, name])).toEqual(uids.map((uid) => [uid, `B ${uid}`]));
});

test('a change that is too large for a request is listed, and not planned', async () => {
  using first = await after(undefined, noted('a'));
  using fitting = await after(first.plan, noted('b'), { maxRequestBytes: 2000 });
  using later = await after(first.plan, noted('b'), { maxRequestBytes: 1100 });

  expect(plannedIds(fitting.plan, 'userUpdates')).toEqual(['ann']);
  expect(later.summary.kinds.users).toMatchObject({ changed: 1, updated: 0, rejected: 0 });
  expect(plannedIds(later.plan, 'userUpdates')).toEqual([]);
});
