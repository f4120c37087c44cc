import { describe, expect, test } from 'vitest';
import { kindMapping } from '../src/mapping/kind-mapping.ts';
import { ids, read, refusals } from './reading.ts';

/** The value that a rule gives the name of each user, in CSV and in NDJSON. */
async function namesFor(rule: object, rows: readonly Record<string, string | null>[]) {
  const mapping = kindMapping.parse({ ignore: ['first', 'last'], convert: { name: rule } });
  const columns = Object.keys(rows[0]!);
  const csv = [columns, ...rows.map((row) => columns.map((name) => row[name] ?? ''))]
    .map((cells) => cells.join(','))
    .join('\n');
  const ndjson = rows.map((row) => JSON.stringify(row)).join('\n');
  const [fromCsv, fromJson] = [
    await read({ content: csv, mapping }),
    await read({ content: ndjson, format: 'ndjson', mapping }),
  ];
  const names = ({ records }: typeof fromCsv) => records.map(({ record }) => record['name']);
  expect(names(fromJson)).toEqual(names(fromCsv));
  return names(fromCsv);
}

const people = [
  { uid: 'a', name: 'ann', first: 'Ann', last: 'Lee' },
  { uid: 'b', name: 'bob', first: null, last: 'Roe' },
];

test.each([
  [{ join: ['first', 'last'] }, ['Ann Lee', 'Roe']],
  [{ join: ['last', 'first'], with: ', ' }, undefined],
  [{ template: '{first} ({name})' }, ['Ann (ann)', ' (bob)']],
  [{ template: '{name}{name}', prefix: '@' }, ['@annann', '@bobbob']],
  [{ values: { ann: 'Anna' } }, ['Anna', 'bob']],
  [{ values: { ann: 'Anna', '*': 'other' } }, ['Anna', 'other']],
  [{ values: { ann: null }, default: 'nobody' }, ['nobody', 'bob']],
  [{ values: { ann: 'Anna' }, prefix: 'x' }, ['xAnna', 'xbob']],
] as const)('%j', async (rule, expected) => {
  const names = await namesFor(rule, people);

  expect(names).toEqual(expected ?? ['Lee, Ann', 'Roe']);
});

test.each([
  ['a.png', 'https://f.org/i/a.png'],
  ['/a.png', 'https://f.org/a.png'],
  ['../b c.png', 'https://f.org/b%20c.png'],
  ['//cdn.org/a.png', 'https://cdn.org/a.png'],
  ['HTTPS://Other.org/a b.png', 'HTTPS://Other.org/a b.png'],
])('the address %j is absolute as %j', async (avatar, expected) => {
  const { records } = await read({
    format: 'ndjson',
    content: JSON.stringify({ uid: 'a', name: 'A', avatar }),
    mapping: { convert: { avatar: { base: 'https://f.org/i/' } } },
  });

  expect(records[0]!.record['avatar']).toBe(expected);
});

test('booleans, numbers and lists are looked up by their text', async () => {
  const { records } = await read({
    kind: 'members',
    format: 'ndjson',
    content:
      '{"guid":"g","uid":"u","scope":2,"isBanned":"no"}\n{"guid":"g","uid":"v","scope":false}',
    mapping: {
      convert: {
        scope: { values: { 2: 'admin', false: 'participant' } },
        isBanned: { values: { no: false } },
      },
    },
  });

  expect(records.map(({ record: { scope, isBanned } }) => ({ scope, isBanned }))).toEqual([
    { scope: 'admin', isBanned: false },
    { scope: 'participant', isBanned: undefined },
  ]);
});

const messages = (rows: readonly string[]): string => ['from,to,at,text', ...rows].join('\n');
const hashing = kindMapping.parse({
  columns: { from: 'sender', to: 'receiver', at: 'sentAt' },
  constants: { receiverType: 'user' },
  convert: { muid: { hash: ['from', 'to', 'at', 'text'] } },
});

describe('ids from a hash', () => {
  test('are the same for the same values, in CSV and JSON, and others for others', async () => {
    const csv = await read({
      kind: 'messages',
      content: messages([
        'a,b,1700000000,hi',
        'a,b,1700000000,"hi"',
        'a,b,1700000000,ho',
        'ab,c,1700000000,hi',
        'a,bc,1700000000,hi',
      ]),
      mapping: hashing,
    });
    const json = await read({
      kind: 'messages',
      format: 'ndjson',
      content: '{"from":"a","to":"b","at":1700000000,"text":"hi"}',
      mapping: hashing,
    });

    const [first, second, third] = ids(csv);
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    expect([second, ...ids(json)]).toEqual([first, first]);
    expect(third).not.toBe(first);
    expect(new Set(ids(csv)).size).toBe(4);
  });

  test('are others where a blank belongs to another column', async () => {
    const outcome = await read({
      content: 'name,town\nAnn Lee,Rome\nAnn,Lee Rome\n',
      mapping: { convert: { uid: { hash: ['name', 'town'] } } },
    });

    expect(new Set(ids(outcome)).size).toBe(2);
  });

  test.each([{ hash: ['mail', 'phone'] }, { template: '{mail}{phone}' }])(
    'or a template are missing only where all columns are empty: %j',
    async (uid) => {
      const outcome = await read({
        content: 'name,mail,phone\nAnn,,\nBob,b,\nCy,,7\n',
        mapping: { convert: { uid } },
      });

      expect(refusals(outcome)).toEqual(['2 missing-field']);
      expect(outcome.records.map(({ record }) => record['name'])).toEqual(['Bob', 'Cy']);
    },
  );

  test('keep the column of a value apart from an empty one', async () => {
    const outcome = await read({
      content: 'name,mail,phone\nAnn,7,\nBob,,7\n',
      mapping: { convert: { uid: { hash: ['mail', 'phone'] } } },
    });

    expect(new Set(ids(outcome)).size).toBe(2);
  });
});

test.each([
  [
    { join: ['a', 'b'], template: '{a}' },
    'has more than one of join, first, template, hash, other and lookup',
  ],
  [{ other: 'people' }, 'needs both other and than'],
  [{ match: 'room' }, 'must be a regular expression with a group'],
  [{ match: '(' }, 'must be a regular expression with a group'],
  [{ with: '-' }, 'has a with, which belongs to join'],
  [{ base: 'forum/' }, 'must be an address'],
  [{ jion: ['a', 'b'] }, 'Unrecognized key'],
])('the rule %j is refused', (rule, message) => {
  const { error } = kindMapping.safeParse({ convert: { name: rule } });

  expect(error?.message).toContain(message);
});

test('values of a list that become empty are left out of it', async () => {
  const mapping = kindMapping.parse({
    convert: { tags: { values: { red: null, blue: 'B', '': 'x' } } },
  });
  const content =
    '{"uid":"a","name":"A","tags":["red","blue","green"]}\n{"uid":"b","name":"B","tags":["red"]}\n';

  const { records } = await read({ content, format: 'ndjson', mapping });

  expect(records.map(({ record }) => record['tags'])).toEqual([['B', 'green'], undefined]);
});

test('texts are replaced wherever they are, and not as regular expressions', async () => {
  const { records } = await read({
    content: 'uid,name\na,b\n'.replace('a,b', '"ann@example,org","1.2%2E3"'),
    mapping: kindMapping.parse({
      convert: {
        uid: { replace: { '@': '_at_', ',': '_' } },
        name: { replace: { '.': '-', '%2E': '+' } },
      },
    }),
  });

  expect(records.map(({ id, record }) => [id, record['name']])).toEqual([
    ['ann_at_example_org', '1-2+3'],
  ]);
});
