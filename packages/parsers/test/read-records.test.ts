import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ReadRules, readRows } from '@chatferry/parsers';
import { Readable } from 'node:stream';
import { now, read } from './reading.ts';

/** A user as a row of each format, right or wrong. */
interface Sample {
  readonly good: boolean;
  readonly csv: string;
  readonly json: string;
}

/** Begins with a letter: after an unclosed quote, a text that begins with a comma is ambiguous. */
const name = fc
  .string({ unit: fc.constantFrom('a', 'Z', 'ü', '🚋', ',', '"', '\n', ' ', '|'), maxLength: 40 })
  .map((text) => `N${text}`);

const good = fc
  .record({
    uid: fc.stringMatching(/^[a-z0-9_-]{1,20}$/),
    name,
    createdAt: fc.integer({ min: 1e9, max: now }),
  })
  .map((user): Sample => ({
    good: true,
    csv: `${user.uid},"${user.name.replaceAll('"', '""')}",${user.createdAt}`,
    json: JSON.stringify(user),
  }));

const bad = fc
  .constantFrom(
    ['Ada,Ada,', '{"uid":"Ada","name":"Ada"}'],
    ['ada,,', '{"uid":"ada"}'],
    ['ada,Ada', '{"uid":"ada","name":"Ada"'],
    ['ada,"A"da,', '{"uid":"ada,"name":"Ada"}'],
    ['ada,"Ada,', '{"uid":"ada","name":"Ada}'],
    ['a b,Ada,1700000000', '{"uid":"a b","name":"Ada","createdAt":1700000000}'],
    ['ada, ,1700000000', '{"uid":"ada","name":" ","createdAt":1700000000}'],
    ['ada,Ada,,,', '{"uid":["ada"]}'] as const,
  )
  .map(([csv, json]): Sample => ({ good: false, csv, json }));

const rows = fc.array(fc.oneof({ weight: 3, arbitrary: good }, { weight: 1, arbitrary: bad }));

const files: Readonly<Record<'csv' | 'ndjson' | 'json', (samples: readonly Sample[]) => string>> = {
  csv: (samples) => ['uid,name,createdAt', ...samples.map(({ csv }) => csv)].join('\n'),
  ndjson: (samples) => samples.map(({ json }) => json).join('\n'),
  json: (samples) => `[\n${samples.map(({ json }) => json).join(',\n')}\n]`,
};

test.each(['csv', 'ndjson', 'json'] as const)(
  'rows of %s are records or rejects, for any mixture of good and bad',
  async (format) => {
    await fc.assert(
      fc.asyncProperty(rows, async (samples) => {
        const { records, rejected } = await read({ format, content: files[format](samples) });

        const right = samples.filter((sample) => sample.good);
        expect(records).toHaveLength(right.length);
        expect(rejected).toHaveLength(samples.length - right.length);
        expect(records.map(({ record }) => record)).toEqual(
          right.map(({ json }) => JSON.parse(json) as unknown),
        );
        expect(rejected.every(({ problems }) => problems.length > 0)).toBe(true);
      }),
      { numRuns: 300 },
    );
  },
);

test('any text gives rejects or one clear error, never a crash', async () => {
  const formats = fc.constantFrom<keyof typeof files>('csv', 'ndjson', 'json');
  const rules = fc.constantFrom<Partial<ReadRules>>(
    {},
    { ids: 'map' },
    { cleaning: { brokenText: 'remove' } },
  );
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ maxLength: 200 }),
      formats,
      rules,
      async (noise, format, changed) => {
        const header = Buffer.from(format === 'csv' ? 'uid,name\n' : '[');
        const content = Buffer.concat([header, noise]);
        const said = await read({ format, content }, changed).catch((error: Error) => error.name);
        expect(typeof said === 'string' ? said : 'InputError').toBe('InputError');
      },
    ),
    { numRuns: 500 },
  );
});

test('readRows gives rows unchanged, by the names in the file', async () => {
  const bytes = Readable.from([Buffer.from('id;Name\n1;Ann\n2;"Bo\nb"\n3;"x"y\n4;\n')], {
    objectMode: false,
  });

  const found = await Array.fromAsync(
    readRows({ file: 'people.csv', kind: 'users', format: 'csv', bytes }),
  );

  expect(found).toMatchObject([
    { line: 2, text: '1;Ann', row: { id: '1', Name: 'Ann' } },
    { line: 3, text: '2;"Bo\nb"', row: { id: '2', Name: 'Bo\nb' } },
    { line: 5, text: '3;"x"y', problem: { code: 'bad-quotes' } },
    { line: 6, text: '4;', row: { id: '4', Name: '' } },
  ]);
});

test('readRows of JSON', async () => {
  const bytes = Readable.from([Buffer.from('[{"id": 1},\n7,\n{"id" 2}]')], { objectMode: false });

  const found = await Array.fromAsync(
    readRows({ file: 'people.json', kind: 'users', format: 'json', bytes }),
  );

  expect(found).toMatchObject([
    { line: 1, row: { id: 1 } },
    { line: 2, problem: { code: 'not-an-object' } },
    { line: 3, problem: { code: 'bad-json' } },
  ]);
});
