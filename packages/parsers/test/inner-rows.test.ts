import { type KindMapping, kindMapping, PlaceCounts } from '@chatferry/parsers';
import { expect, test } from 'vitest';
import { blocksOf, collect } from './reading.ts';

const post = (id: number | string, more: object = {}) => ({
  id,
  by: 'ann',
  text: `Text ${id}`,
  at: 1_700_000_000,
  ...more,
});

const replies: KindMapping = {
  nested: 'replies[*]',
  columns: {
    id: 'muid',
    by: 'sender',
    at: 'sentAt',
    '$parent.id': 'data.metadata.parentMuid',
    '$top.room': 'receiver',
  },
  ignore: ['room'],
  constants: { receiverType: 'group' },
};

async function read(rows: readonly object[] | string, mapping: KindMapping) {
  const content =
    typeof rows === 'string' ? rows : rows.map((row) => JSON.stringify(row)).join('\n');
  const blocks = await Array.fromAsync(
    blocksOf({ kind: 'messages', format: 'ndjson', content, mapping: kindMapping.parse(mapping) }),
  );
  const counts = new PlaceCounts();
  for (const { account } of blocks)
    for (const [at, name, count] of account?.unread ?? []) counts.add(at, name, count);
  async function* again() {
    yield* blocks;
  }
  const { records, rejected } = await collect(again());
  return {
    records: records.map(({ record }) => record),
    rejected,
    filtered: blocks.flatMap(({ filtered }) => [...(filtered ?? [])]),
    names: blocks.flatMap(({ fieldNames = [] }) => fieldNames),
    unread: counts.byPlace(),
  };
}

test('rows inside of rows are read at any depth, and know what is around them', async () => {
  const deep = post('c', { replies: [post('d', { at: 'x', replies: [post('e')] })] });

  const { records, rejected, names } = await read(
    [post('a', { room: 'r1', replies: [post('b'), deep] }), post('f', { room: 'r2' })],
    replies,
  );

  expect(records).toMatchObject([
    { muid: 'a', receiver: 'r1' },
    { muid: 'b', receiver: 'r1', data: { metadata: { parentMuid: 'a' } } },
    { muid: 'c', receiver: 'r1', data: { metadata: { parentMuid: 'a' } } },
    { muid: 'e', receiver: 'r1', data: { metadata: { parentMuid: 'd' } } },
    { muid: 'f', receiver: 'r2', data: { text: 'Text f' } },
  ]);
  expect(names).toContain('replies[*]');
  // A rejected row has the text of its own, without the rows inside of it, which were read.
  expect(rejected).toMatchObject([
    { line: 1, id: 'd', row: JSON.stringify(post('d', { at: 'x', replies: null })) },
  ]);
});

test('a filter leaves out one row, and not those inside of it', async () => {
  const { records, filtered } = await read(
    [post('a', { room: 'r', gone: true, replies: [post('b'), post('c', { gone: true })] })],
    { ...replies, only: { gone: { not: true } } },
  );

  expect(records).toMatchObject([{ muid: 'b', data: { metadata: { parentMuid: 'a' } } }]);
  expect(filtered).toEqual([['gone is true', 2]]);
});

test('objects with a key for each row are read, several places, and long numbers keep their digits', async () => {
  const row = post('a', {
    room: 'r',
    thread: { comments: { b: post('x', { id: undefined }) } },
    answers: [post('LONG')],
  });

  const { records } = await read(JSON.stringify(row).replace('"LONG"', '9007199254740993'), {
    ...replies,
    nested: ['thread.comments.*', 'answers[*]'],
    columns: { ...replies.columns, $key: 'muid' },
  });

  expect(records).toMatchObject([{ muid: 'a' }, { muid: 'b' }, { muid: '9007199254740993' }]);
});

test('what nothing reads is counted inside of them too', async () => {
  const { unread, rejected } = await read(
    [
      post('a', {
        room: 'r',
        info: { name: 'A', stars: 1 },
        replies: [post('b', { info: { stars: 2 }, more: [post('c')] })],
      }),
    ],
    {
      ...replies,
      columns: { ...replies.columns, 'info.name': 'data.metadata.name' },
      ignore: ['room', 'more'],
    },
  );

  expect(unread).toEqual([{ place: 'info.stars', count: 2 }]);
  expect(rejected).toEqual([]);
});

test('a rejected row keeps what is in the place of the rows inside of it, and is none', async () => {
  const rows = [post('a', { room: 'r', at: 'x', replies: { count: 3 } })];

  const { rejected } = await read(rows, replies);

  expect(rejected).toMatchObject([{ id: 'a', row: JSON.stringify(rows[0]) }]);
});
