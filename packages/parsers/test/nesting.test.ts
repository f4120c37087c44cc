import { expect, test } from 'vitest';
import { read } from './reading.ts';

/** Lists inside each other; the whole row has one level more. */
function nested(levels: number): string {
  return '['.repeat(levels) + ']'.repeat(levels);
}

const files = {
  csv: (value: string) => `uid,name,metadata\nada,Ada,\nbob,Bob,"{""a"":${value}}"\ncy,Cy,\n`,
  ndjson: (value: string) =>
    `{"uid":"ada","name":"Ada"}\n{"uid":"bob","name":"Bob","metadata":{"a":${value}}}\n{"uid":"cy","name":"Cy"}\n`,
  json: (value: string) =>
    `[{"uid":"ada","name":"Ada"},\n{"uid":"bob","name":"Bob","metadata":{"a":${value}}},\n{"uid":"cy","name":"Cy"}]`,
  'json on one line': (value: string) =>
    `[{"uid":"ada","name":"Ada"},{"uid":"bob","name":"Bob","metadata":{"a":${value}}},{"uid":"cy","name":"Cy"}]`,
};

test.each(
  Object.entries(files).flatMap(([name, content]) =>
    [300, 5_000, 100_000].map((levels) => [levels, name, content] as const),
  ),
)('a value nested %i deep in %s costs its row', async (levels, name, content) => {
  const [format] = name.split(' ') as ['csv' | 'ndjson' | 'json'];
  const { records, rejected } = await read(
    { format, content: content(nested(levels)) },
    { cleaning: { badOptional: 'reject' } },
  );

  expect(records.map(({ id }) => id)).toEqual(['ada', 'cy']);
  const line = name === 'json on one line' ? 1 : format === 'csv' ? 3 : 2;
  expect(rejected).toMatchObject([{ line, problems: [{ code: 'too-deep' }] }]);
  expect(rejected[0]!.row).toContain('bob');
});

test('a cell of an optional field that is nested too deep is dropped', async () => {
  const { records, dropped } = await read({ content: files.csv(nested(5_000)) });

  expect(records[1]!.record).toEqual({ uid: 'bob', name: 'Bob' });
  expect(dropped).toEqual([{ record: 'bob', field: 'metadata', code: 'too-deep' }]);
});

test.each(Object.entries(files))('200 levels are not too deep in %s', async (name, content) => {
  const [format] = name.split(' ') as ['csv' | 'ndjson' | 'json'];
  const { records } = await read({ format, content: content(nested(200)) });

  expect(records.map(({ id }) => id)).toEqual(['ada', 'bob', 'cy']);
});
