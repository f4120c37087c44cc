import type { RecordBlock, Row } from '@chatferry/contract';
import { expect, test } from 'vitest';
import type { PlanRules } from '../src/index.ts';
import { after } from './after.ts';
import {
  batchesOf,
  blockOf,
  compileBlocks,
  group,
  member,
  message,
  plannedIds,
  recordsOf,
  user,
} from './rig.ts';

const users = blockOf('users', [user('ann'), user('bob')], 'keep');

/** Messages whose ids are made from their columns. */
function hashed(rows: readonly Row[], file = 'messages.csv'): RecordBlock {
  return { ...blockOf('messages', rows, 'keep'), file, numbersRepeats: true };
}

const said = (muid: string, text: string, sentAt = 1_700_000_000): Row =>
  message(muid, 'ann', 'bob', { sentAt, data: { text } });

async function sent(blocks: readonly RecordBlock[], rules: Partial<PlanRules> = {}) {
  using planned = await compileBlocks([users, ...blocks], rules);
  const records = batchesOf(planned.plan, 'messages').flatMap(recordsOf);
  return {
    ids: records.map(({ muid }) => muid),
    texts: records.map(({ data }) => (data as { text: string }).text),
    summary: planned.summary.kinds.messages,
  };
}

test('equal rows of a file all move, numbered in file order and in their place', async () => {
  const { ids, texts, summary } = await sent([
    hashed([said('h', 'ok'), said('x', 'first'), said('h', 'ok')]),
    hashed([said('y', 'second'), said('h', 'ok'), said('z', 'third')]),
  ]);

  expect(ids).toEqual(['h', 'x', 'h-2', 'y', 'h-3', 'z']);
  expect(texts).toEqual(['ok', 'first', 'ok', 'second', 'ok', 'third']);
  expect(summary).toMatchObject({ rows: 6, planned: 6, merged: 0, rejected: 0 });
});

test('requests full of numbered rows do not touch those of another lane', async () => {
  const equal = Array.from({ length: 120 }, () => said('h', 'ok'));
  const others = ['x', 'y', 'z'].map((muid) =>
    message(muid, 'bob', 'bob', { sentAt: 1_600_000_000, data: { text: 'o' } }),
  );

  const { ids, texts } = await sent([hashed([...others, ...equal])], { lanes: 2 });

  expect(new Set(ids).size).toBe(123);
  expect(texts.filter((text) => text === 'ok').length).toBe(120);
});

async function idsByText(all: readonly Row[]) {
  const { ids, texts } = await sent([hashed(all)]);
  return Object.fromEntries(texts.map((text, index) => [text, ids[index]]));
}

function equalRows(count: number): RecordBlock[] {
  return [users, hashed(Array.from({ length: count }, () => said('h', 'ok')))];
}

test('one more equal row is new to an earlier job, and those before it are not', async () => {
  using first = await after(undefined, equalRows(2));

  using more = await after(first.plan, equalRows(4));
  using fewer = await after(first.plan, equalRows(1));

  expect(plannedIds(more.plan, 'messages')).toEqual(['h-3', 'h-4']);
  expect(more.summary.kinds.messages).toMatchObject({ unchanged: 2, planned: 2 });
  expect([plannedIds(fewer.plan, 'messages'), fewer.gone]).toEqual([[], ['messages h-2']]);
});

test('a longer export gives the same rows the same ids', async () => {
  const rows = [said('h', 'a', 1_700_000_003), said('h', 'b', 1_700_000_002), said('i', 'c')];
  const more = [said('h', 'd', 1_700_000_001), said('i', 'e'), said('j', 'f')];

  expect(await idsByText(rows)).toEqual({ a: 'h', b: 'h-2', c: 'i' });
  expect(await idsByText([...rows, ...more])).toEqual({
    ...(await idsByText(rows)),
    d: 'h-3',
    e: 'i-2',
    f: 'j',
  });
});

test('rows keep their ids when rows before them that were rejected are fixed', async () => {
  const fixed = ['h a', 'i b', 'h c', 'h d', 'i e', 'h f', 'j g'].map((row) =>
    said(row[0]!, row[2]!),
  );
  const broken = fixed.map((row) => {
    const { text } = row['data'] as { text: string };
    if (text === 'a' || text === 'd') return { ...row, sentAt: 'soon' };
    return text === 'b' ? { ...row, sender: 'absent' } : row;
  });

  expect(await idsByText(fixed)).toEqual({
    a: 'h',
    b: 'i',
    c: 'h-2',
    d: 'h-3',
    e: 'i-2',
    f: 'h-4',
    g: 'j',
  });
  expect(await idsByText(broken)).toEqual({ c: 'h-2', e: 'i-2', f: 'h-4', g: 'j' });
});

test('a row that another file has too is one record, although the one before it is rejected in both', async () => {
  const rows = [{ ...said('h', 'a'), sentAt: 'soon' }, said('h', 'b'), said('i', 'c')];

  const { ids, summary } = await sent([hashed(rows, 'january.csv'), hashed(rows, 'again.csv')]);

  expect(ids).toEqual(['h-2', 'i']);
  expect(summary).toMatchObject({ rows: 6, planned: 2, merged: 2, rejected: 2 });
});

test.each(['first', 'last', 'reject'] as const)(
  'the rule for duplicates, %s, is not for equal rows',
  async (duplicates) => {
    const rows = [said('h', 'ok'), said('h', 'ok'), said('h', 'ok')];

    expect((await sent([hashed(rows)], { duplicates })).ids).toEqual(['h', 'h-2', 'h-3']);
  },
);

test('rows that two files have are one record', async () => {
  const january = hashed([said('h', 'ok'), said('h', 'ok'), said('i', 'x')], 'january.csv');
  const both = hashed(
    [said('h', 'ok'), said('h', 'ok'), said('i', 'x'), said('h', 'ok')],
    'january-february.csv',
  );

  const { ids, summary } = await sent([january, both]);

  expect(ids).toEqual(['h', 'h-2', 'i', 'h-3']);
  expect(summary).toMatchObject({ rows: 7, planned: 4, merged: 3 });
});

test('other ids that repeat are duplicates, as without equal rows', async () => {
  const given = blockOf('messages', [said('m1', 'a'), said('m1', 'a'), said('m1', 'b')], 'keep');

  const { ids, summary } = await sent([
    given,
    hashed([said('h', 'ok'), said('h', 'ok')], 'other.csv'),
  ]);

  expect(ids).toEqual(['m1', 'h', 'h-2']);
  expect(summary).toMatchObject({ merged: 1, rejected: 1 });
});

test('rows whose id another file gives are duplicates', async () => {
  const given = blockOf('messages', [said('h', 'ok')], 'keep');

  const { ids, summary } = await sent([
    given,
    hashed([said('h', 'ok'), said('h', 'ok')], 'other.csv'),
  ]);

  expect(ids).toEqual(['h']);
  expect(summary).toMatchObject({ merged: 2, rejected: 0 });
});

test('equal rows of a group of two that becomes a conversation are numbered as well', async () => {
  const { ids, texts, summary } = await sent(
    [
      blockOf('groups', [group('chat', { name: 'chat' })]),
      blockOf('members', [member('chat', 'ann'), member('chat', 'bob')]),
      hashed(
        ['ok', 'ok', 'well'].map((text) => ({
          ...said('h', text),
          receiverType: 'group',
          receiver: 'chat',
        })),
      ),
    ],
    { twoPersonGroups: 'direct' },
  );

  expect(ids).toEqual(['h', 'h-2', 'h-3']);
  expect(texts).toEqual(['ok', 'ok', 'well']);
  expect(summary).toMatchObject({ planned: 3, merged: 0, rejected: 0 });
});

test('thousands of equal rows are numbered over many batches', async () => {
  const rows = Array.from({ length: 5000 }, (_, n) => said('h', `${n}`, 1_700_000_000 + n));

  const { ids, texts, summary } = await sent([hashed(rows)]);

  expect(ids.slice(0, 2)).toEqual(['h', 'h-2']);
  expect(ids.at(-1)).toBe('h-5000');
  expect(new Set(ids).size).toBe(5000);
  expect(texts.map(Number)).toEqual(rows.map((_, n) => n));
  expect(summary.planned).toBe(5000);
});

test('a row whose text was split is never numbered into the id of a part', async () => {
  const whole = hashed([said('h', 'one'), said('h-2', 'two'), said('h', 'three')]);
  const split: RecordBlock = { ...whole, parts: [1] };

  using planned = await compileBlocks([users, split]);
  const ids = batchesOf(planned.plan, 'messages')
    .flatMap(recordsOf)
    .map(({ muid }) => muid);

  expect(ids).toEqual(['h', 'h-2']);
  expect(planned.rejects.map(({ code }) => code)).toEqual(['duplicate-id']);
});

test('a row whose text was split keeps its id after a rejected one with the same', async () => {
  const rejected = { ...said('h', 'zero'), sentAt: 'soon' };
  const whole = hashed([rejected, said('h', 'one'), said('h-2', 'two')]);

  expect((await sent([{ ...whole, parts: [1] }])).ids).toEqual(['h', 'h-2']);
});
