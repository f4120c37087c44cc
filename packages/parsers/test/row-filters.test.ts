import { type KindMapping, unusedValues } from '@chatferry/parsers';
import { expect, test } from 'vitest';
import { blocksOf, type File, ids, read } from './reading.ts';

/** Rows that were filtered, by reason. */
async function filtered(file: File, threads = 0): Promise<Record<string, number>> {
  const reasons: Record<string, number> = {};
  for await (const { filtered: counts } of blocksOf(file, { threads }))
    for (const [reason, rows] of counts ?? []) reasons[reason] = (reasons[reason] ?? 0) + rows;
  return reasons;
}

const rows = [
  { uid: 'a', name: 'Ann', deleted_at: null, kind: 'person', score: 1 },
  { uid: 'b', name: 'Bob', deleted_at: '2024-01-01', kind: 'person', score: 1 },
  { uid: 'c', name: 'Cy', deleted_at: '', kind: 'bot', score: 0 },
  { uid: 'd', name: 'Dot', kind: 'null', score: 2 },
  { uid: 'e', name: 'Eve', deleted_at: null, kind: null, score: null },
];
const ndjson = rows.map((row) => JSON.stringify(row)).join('\n');
const columns = ['uid', 'name', 'deleted_at', 'kind', 'score'] as const;
const csv = [
  columns.join(),
  ...rows.map((row) => columns.map((name) => row[name] ?? '').join()),
].join('\n');

test.each([
  [{ deleted_at: 'empty' }, ['a', 'c', 'd', 'e'], { 'deleted_at is not empty': 1 }],
  [{ deleted_at: 'filled' }, ['b'], { 'deleted_at is empty': 4 }],
  [{ kind: 'person' }, ['a', 'b'], { 'kind is not person': 3 }],
  [{ kind: ['person', 'bot'] }, ['a', 'b', 'c'], { 'kind is none of person, bot': 2 }],
  [{ kind: [null, 'bot'] }, ['c', 'e'], { 'kind is none of empty, bot': 3 }],
  [{ kind: null }, ['e'], { 'kind is not empty': 4 }],
  [{ kind: { not: 'bot' } }, ['a', 'b', 'd', 'e'], { 'kind is bot': 1 }],
  [{ kind: { not: ['bot', null] } }, ['a', 'b', 'd'], { 'kind is bot or empty': 2 }],
  [{ score: 1 }, ['a', 'b'], { 'score is not 1': 3 }],
  [
    { deleted_at: 'empty', kind: 'person' },
    ['a'],
    { 'deleted_at is not empty': 1, 'kind is not person': 3 },
  ],
] as const)('only %j', async (only, expected, reasons) => {
  const ignore = ['deleted_at', 'kind', 'score'];
  for (const file of [
    { content: csv, mapping: { only, ignore } },
    { content: ndjson, format: 'ndjson', mapping: { only, ignore } },
  ] as unknown as File[]) {
    const outcome = await read(file);

    expect(ids(outcome)).toEqual(expected);
    expect(outcome.rejected).toEqual([]);
    expect(await filtered(file)).toEqual(reasons);
  }
});

const TRUE = [true, 1, '1', 't', 'T', 'TRUE', 'true ', 'yes', 'Y', 'on'];
const FALSE = [false, 0, '0', 'f', 'F', 'FALSE', 'no', 'n', 'off'];

test.each([
  [{ gone: { not: [true] } }, FALSE],
  [{ gone: { not: 'true' } }, FALSE],
  [{ gone: false }, FALSE],
  [{ gone: 'false' }, FALSE],
  [{ gone: true }, TRUE],
  [{ gone: [null, true] }, ['', ...TRUE]],
  [{ gone: 0 }, [0, '0', false]],
  [{ gone: 't' }, ['t', true]],
] as const)('a truth is compared in the spelling of its source: %j', async (only, expected) => {
  const values = ['', 'open', ...TRUE, ...FALSE];
  const json = values.map((gone) => ({ uid: JSON.stringify(gone), name: 'N', gone }));
  const content = json.map((row) => JSON.stringify(row)).join('\n');
  const mapping = { only, ignore: ['gone'] } as unknown as KindMapping;
  const isOpenKept = typeof only.gone === 'object' && !Array.isArray(only.gone);
  const kept = [...(isOpenKept ? ['', 'open'] : []), ...expected].map((each) =>
    JSON.stringify(each),
  );

  const outcome = await read({ format: 'ndjson', content, mapping }, { ids: 'keep' });

  const found = [...outcome.records, ...outcome.rejected].map(({ id }) => id);
  expect(new Set(found)).toEqual(new Set(kept));
});

/** The values of conditions that no row has, with some of those that rows have instead. */
async function unused(file: File, threads = 0) {
  const blocks = await Array.fromAsync(blocksOf(file, { threads }));
  const seen = new Set(blocks.flatMap(({ mappedValues = [] }) => mappedValues));
  return unusedValues(file.mapping!, seen).map(
    ({ key, name, value, others }) => `${key} ${name} ${value}: ${others.join()}`,
  );
}

test.each<[KindMapping, readonly string[]]>([
  [{ only: { kind: ['person', 'robot'] } }, ['only kind robot: bot,null']],
  [{ only: { kind: { not: ['robot', null] } } }, ['only kind robot: person,bot,null']],
  [{ only: { score: true } }, []],
  [{ only: { score: [3, 1] } }, ['only score 3: 0,2']],
  [{ only: { deleted_at: 'filled' } }, []],
  [{ only: { score: 0, kind: 'person' } }, []],
  [{ when: { kind: ['bot', 'Bot'] } }, ['when kind Bot: person,null']],
])('values that no row has are known: %j', async (mapping, expected) => {
  const ignore = ['deleted_at', 'kind', 'score'];
  expect(await unused({ content: csv, mapping: { ignore, ...mapping } })).toEqual(expected);
  expect(
    await unused({ content: ndjson, format: 'ndjson', mapping: { ignore, ...mapping } }),
  ).toEqual(expected);
});

test('a truth that no row has is no slip where it would leave rows out', async () => {
  const content = 'uid,name,gone\na,A,f\nb,B,f\n';
  const of = (only: KindMapping['only']) => unused({ content, mapping: { only: only! } });

  expect(await of({ gone: { not: [true] } })).toEqual([]);
  expect(await of({ gone: false })).toEqual([]);
  expect(await of({ gone: true })).toEqual(['only gone true: f']);
  expect(await of({ gone: { not: ['deleted'] } })).toEqual(['only gone deleted: f']);
});

test('a filtered row is not judged, and the lines of the others stay', async () => {
  const { records, rejected } = await read({
    content: 'uid,name,gone\na,Ann,\n,,yes\nc,Cy,\n',
    mapping: { only: { gone: 'empty' } },
  });

  expect(records.map(({ line, id }) => `${line} ${id}`)).toEqual(['2 a', '4 c']);
  expect(rejected).toEqual([]);
});

test('a path finds what a filter asks for', async () => {
  const content = '{"uid":"a","name":"Ann","flags":{"bot":true}}\n{"uid":"b","name":"Bob"}';

  const outcome = await read({
    format: 'ndjson',
    content,
    mapping: { only: { 'flags.bot': { not: true } } },
  });

  expect(ids(outcome)).toEqual(['b']);
});

test('threads count the same rows', async () => {
  const content = `uid,name,gone\n${Array.from({ length: 60_000 }, (_, n) => `u${n},Name of ${n},${n % 3 === 0 ? 'yes' : ''}\n`).join('')}`;

  expect(await filtered({ content, mapping: { only: { gone: 'empty' } } }, 2)).toEqual({
    'gone is not empty': 20_000,
  });
});
