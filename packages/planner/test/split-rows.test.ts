import { judge, type RecordBlock, RecordBlockBuilder, type Row } from '@chatferry/contract';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyRules } from './any-export.ts';
import {
  batchesOf,
  blockOf,
  compileBlocks,
  group,
  groupMessage,
  member,
  message,
  NOW,
  type Planned,
  plannedIds,
  recordsOf,
  user,
} from './rig.ts';

/** A block of messages; each list of them is one row, split when there are several. */
function messagesOf(rows: readonly (readonly Row[])[]): RecordBlock {
  const builder = new RecordBlockBuilder('messages', 'messages.csv');
  for (const [index, row] of rows.entries())
    for (const [place, part] of row.entries()) {
      const judgement = judge('messages', structuredClone(part), { now: NOW });
      if (!judgement.ok) throw new Error(judgement.problems[0]!.message);
      builder.add(index + 2, judgement.id, judgement.record, judgement.wire);
      if (place > 0) builder.continueRow();
    }
  return builder.take();
}

const users = blockOf('users', [user('ann'), user('bob')]);

/** One row: a message from ann to bob with these parts. */
function rowOf(muid: string, texts: readonly string[], more: Row = {}): Row[] {
  return texts.map((text, place) =>
    message(place === 0 ? muid : `${muid}-${place + 1}`, 'ann', 'bob', { ...more, data: { text } }),
  );
}

function outcomesOf({ plan, rejects, summary }: Planned) {
  const { rows, made, planned, merged, rejected } = summary.kinds.messages;
  return {
    ids: plannedIds(plan, 'messages'),
    rejects: rejects.map(({ id, line, code }) => `${line} ${id} ${code}`),
    sum: `${rows} (${made} made) = ${planned} + ${merged} + ${rejected}`,
  };
}

test('the parts of a row follow each other, and count as rows that were made', async () => {
  const rows = [
    rowOf('m0', ['later'], { sentAt: NOW - 5 }),
    rowOf('m1', ['one', 'two', 'three']),
    rowOf('m2', ['at the same time']),
  ];

  using planned = await compileBlocks([users, messagesOf(rows)]);

  expect(outcomesOf(planned)).toEqual({
    ids: ['m1', 'm1-2', 'm1-3', 'm2', 'm0'],
    rejects: [],
    sum: '5 (2 made) = 5 + 0 + 0',
  });
  const { origins } = planned.plan.batch(2);
  expect(origins.map(({ line }) => line)).toEqual([3, 3, 3, 4, 2]);
});

test('a repeated row is merged with all its parts', async () => {
  const rows = [rowOf('m1', ['one', 'two']), rowOf('m1', ['one', 'two'])];

  using planned = await compileBlocks([users, messagesOf(rows)]);

  expect(outcomesOf(planned)).toEqual({
    ids: ['m1', 'm1-2'],
    rejects: [],
    sum: '4 (2 made) = 2 + 2 + 0',
  });
});

test('of two versions of a text only the parts of the winner are planned', async () => {
  const rows = [rowOf('m1', ['one', 'two', 'three']), rowOf('m1', ['One', 'two'])];

  using first = await compileBlocks([users, messagesOf(rows)]);
  using last = await compileBlocks([users, messagesOf(rows)], { duplicates: 'last' });

  expect(outcomesOf(first)).toEqual({
    ids: ['m1', 'm1-2', 'm1-3'],
    rejects: ['3 m1 duplicate-id'],
    sum: '5 (3 made) = 3 + 1 + 1',
  });
  expect(outcomesOf(last)).toEqual({
    ids: ['m1', 'm1-2'],
    rejects: ['2 m1 duplicate-id', '2 m1-3 other-part-rejected'],
    sum: '5 (3 made) = 2 + 1 + 2',
  });
});

test('a message with the id of a part keeps the whole row out', async () => {
  const own = rowOf('m1-2', ['a message of its own']);

  using before = await compileBlocks([
    users,
    messagesOf([own, rowOf('m1', ['one', 'two', 'three'])]),
  ]);
  using after = await compileBlocks([users, messagesOf([rowOf('m1', ['one', 'two']), own])]);

  expect(outcomesOf(before)).toEqual({
    ids: ['m1-2'],
    rejects: ['3 m1-2 duplicate-id', '3 m1 other-part-rejected', '3 m1-3 other-part-rejected'],
    sum: '4 (2 made) = 1 + 0 + 3',
  });
  expect(outcomesOf(after)).toMatchObject({
    ids: ['m1', 'm1-2'],
    rejects: ['3 m1-2 duplicate-id'],
  });
});

test('a part that fits into no request keeps the whole row out, in any order', async () => {
  const large = 'x'.repeat(2000);
  const rows = [
    rowOf('m1', ['one', large, 'three']),
    rowOf('m2', ['one', 'two'], { sentAt: NOW - 2000 }),
    rowOf('m3', [large, 'two']),
  ];

  using planned = await compileBlocks([users, messagesOf(rows)], { maxRequestBytes: 1500 });

  expect(outcomesOf(planned)).toEqual({
    ids: ['m2', 'm2-2'],
    rejects: [
      '2 m1-2 record-too-large',
      '4 m3 record-too-large',
      '2 m1 other-part-rejected',
      '2 m1-3 other-part-rejected',
      '4 m3-2 other-part-rejected',
    ],
    sum: '7 (4 made) = 2 + 0 + 5',
  });
});

test('parts stay together when their group becomes a conversation', async () => {
  const blocks = [
    users,
    blockOf('groups', [group('chat', { name: 'chat' })]),
    blockOf('members', [member('chat', 'ann'), member('chat', 'bob')]),
    messagesOf([
      [groupMessage('m0', 'ann', 'chat')],
      [groupMessage('m1', 'bob', 'chat'), groupMessage('m1-2', 'bob', 'chat')],
      [groupMessage('m1', 'ann', 'chat', { data: { text: 'other' } })],
      [groupMessage('m2', 'ann', 'chat'), groupMessage('m1-2', 'ann', 'chat')],
    ]),
  ];

  using planned = await compileBlocks(blocks, { twoPersonGroups: 'direct' });

  const sent = batchesOf(planned.plan, 'messages').flatMap(recordsOf);
  expect(sent.map(({ muid, receiver }) => `${String(muid)} to ${String(receiver)}`)).toEqual([
    'm0 to bob',
    'm1 to ann',
    'm1-2 to ann',
  ]);
  expect(planned.summary.kinds.messages).toMatchObject({ rows: 6, made: 2, rejected: 3 });
});

test('no row is planned in part, for all rows and rules', async () => {
  const text = fc.constantFrom('one', 'two', 'x'.repeat(1500));
  const muid = fc.constantFrom('m1', 'm2', 'm3', 'm1-2', 'm2-3');
  const sentAt = fc.integer({ min: NOW - 5, max: NOW });
  const anyRow = fc
    .tuple(muid, fc.array(text, { minLength: 1, maxLength: 4 }), sentAt)
    .map(([id, texts, at]) => rowOf(id, texts, { sentAt: at }));

  await fc.assert(
    fc.asyncProperty(fc.array(anyRow, { maxLength: 12 }), anyRules, async (rows, rules) => {
      using planned = await compileBlocks([users, messagesOf(rows)], rules);
      const { plan, rejects, summary } = planned;
      const sent = batchesOf(plan, 'messages').flatMap(({ origins }) =>
        origins.map(({ line }) => line),
      );
      const rejected = new Set(rejects.map(({ line }) => line));
      const counts = summary.kinds.messages;

      expect(counts.rows - counts.made).toBe(rows.length);
      expect(counts.planned + counts.merged + counts.rejected).toBe(counts.rows);
      expect(sent).toHaveLength(counts.planned);
      expect(sent.filter((line) => rejected.has(line))).toEqual([]);
    }),
    // `npm run test:long` asks for many more.
    { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 60) },
  );
});
