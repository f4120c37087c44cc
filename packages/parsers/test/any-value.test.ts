import {
  fields,
  type InputKind,
  inputKinds,
  isObject,
  type Row,
  rowsOf,
} from '@chatferry/contract';
import { type KindMapping, recordsFrom } from '@chatferry/parsers';
import { describe, expect, test } from 'vitest';
import { blocksOf, read, rules } from './reading.ts';

/** One of each type, short and long: what a column holds when it is not what its name says. */
const values: readonly unknown[] = [
  'x',
  'one tag of more than 25 characters',
  'x'.repeat(20_000),
  '1700000000',
  17,
  1.5,
  true,
  null,
  [],
  ['a'],
  [['a']],
  [1, null, {}],
  Array.from({ length: 30 }, () => 'a'),
  {},
  { a: 1 },
  { length: 30 },
];

/** A valid row of each kind that has optional fields: others are rejected before those are looked at. */
const rows: Readonly<Partial<Record<InputKind, Row>>> = {
  users: { uid: 'ann', name: 'Ann', metadata: { a: 1 }, tags: ['a'] },
  groups: { guid: 'g1', name: 'One', type: 'public', metadata: { a: 1 }, tags: ['a'] },
  members: { guid: 'g1', uid: 'ann' },
  messages: {
    muid: 'm',
    sender: 'ann',
    receiver: 'bob',
    receiverType: 'user',
    sentAt: 1_700_000_000,
    data: { text: 'Hi <@uid:bob>', metadata: { parentMuid: 'x' }, attachments: [{ url: 'x' }] },
    senderUserDetails: { uid: 'ann', name: 'Ann', tags: ['a'], metadata: { a: 1 } },
    mentionedUserDetails: { bob: { uid: 'bob', name: 'Bob' } },
  },
};

const every = {
  tooLong: 'split',
  brokenText: 'replace',
  mentions: 'plain',
  blankText: 'leave-out',
} as const;

function pathsIn(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  const inner = Array.isArray(value) || isObject(value) ? Object.entries(value) : [];
  return [
    ...(path.length === 0 ? [] : [path]),
    ...inner.flatMap(([key, each]) => pathsIn(each, [...path, key])),
  ];
}

function withValue(row: Row, [key, ...rest]: readonly string[], value: unknown): Row {
  const inner = row[key!];
  const next =
    rest.length === 0
      ? value
      : withValue(isObject(inner) || Array.isArray(inner) ? (inner as Row) : {}, rest, value);
  if (!Array.isArray(row)) return { ...row, [key!]: next };
  return Object.assign([...row], { [key!]: next });
}

describe.each(inputKinds)('a value of any type in any field of %s', (kind) => {
  const base = rows[kind] ?? {};
  const paths = [...Object.keys(fields[kind]).map((name) => [name]), ...pathsIn(base)];
  const all = paths.flatMap((path) => values.map((value) => withValue(base, path, value)));

  test.each<[string, KindMapping]>([
    ['as it is', {}],
    ['through a mapping', { only: { nothing: 'empty' } }],
    [
      'through conversions',
      {
        convert: Object.fromEntries(
          Object.keys(fields[kind]).map((name) => [
            name,
            { prefix: 'x', values: { x: 'y' }, markup: 'html' as const },
          ]),
        ),
      },
    ],
  ])('has an outcome: %s', async (_, mapping) => {
    const content = all.map((row) => JSON.stringify(row)).join('\n');
    const file = { kind, format: 'ndjson', content, mapping } as const;

    for (const changed of [{ cleaning: every, replies: 'reply', ids: 'map' }, {}] as const) {
      const blocks = await Array.fromAsync(blocksOf(file, changed));

      expect(blocks.reduce((sum, block) => sum + rowsOf(block), 0)).toBe(all.length);
    }
  });

  test('has an outcome: made in code', async () => {
    const blocks = await Array.fromAsync(recordsFrom(kind, all, { ...rules, cleaning: every }));

    expect(blocks.reduce((sum, block) => sum + rowsOf(block), 0)).toBe(all.length);
  });
});

test('a text in place of a list of tags is dropped, whatever its length', async () => {
  for (const tags of ['x', 'one tag of more than 25 characters']) {
    const content = JSON.stringify({ uid: 'ann', name: 'Ann', tags });

    const { records, dropped } = await read({ format: 'ndjson', content });

    expect(records[0]!.record).toEqual({ uid: 'ann', name: 'Ann' });
    expect(dropped).toEqual([{ record: 'ann', field: 'tags', code: 'wrong-type' }]);
  }
});
