import { type Kind, serviceId } from '@chatferry/contract';
import type { Format, KindMapping, ReadRules } from '@chatferry/parsers';
import { expect, test } from 'vitest';
import { read } from './reading.ts';

interface Case {
  readonly kind?: Kind;
  readonly format?: Format;
  readonly content: string;
  readonly mapping?: KindMapping;
  readonly rules?: Partial<ReadRules>;
  readonly id: string | undefined;
}

test.each<[string, Case]>([
  ['is a number', { format: 'ndjson', content: '{"uid":5,"name":17}', id: '5' }],
  [
    'is a number, with a prefix',
    { format: 'ndjson', content: '{"uid":5,"name":17}', rules: { idPrefix: 'x-' }, id: 'x-5' },
  ],
  ['is in broken JSON', { format: 'ndjson', content: '{"uid":"u1","name":"Ann"', id: 'u1' }],
  ['is a number in broken JSON', { format: 'ndjson', content: '{"name":A,"uid":17}', id: '17' }],
  [
    'is in broken JSON under another name, to be mapped',
    {
      format: 'ndjson',
      content: '{"user":"Ann Lee","name":Ann}',
      mapping: { columns: { user: 'uid' } },
      rules: { ids: 'map' },
      id: serviceId('Ann Lee'),
    },
  ],
  [
    'is in a row with a key twice, under another name and to be mapped',
    {
      format: 'ndjson',
      content: '{"user":"Ann Lee","name":"A","name":"B"}',
      mapping: { columns: { user: 'uid' } },
      rules: { ids: 'map' },
      id: serviceId('Ann Lee'),
    },
  ],
  [
    'is in a row with a key twice, to be mapped',
    {
      format: 'ndjson',
      content: '{"uid":"Ann Lee","name":"A","name":"B"}',
      rules: { ids: 'map' },
      id: serviceId('Ann Lee'),
    },
  ],
  ['is empty in broken JSON', { format: 'ndjson', content: '{"uid":"","name":A}', id: undefined }],
  ['is cut off', { format: 'ndjson', content: '{"name":"Ann","uid":"u', id: undefined }],
  ['is in a row with too many cells', { content: 'uid,name\nu1,Ann,Lee\n', id: 'u1' }],
  ['is in a row with a missing cell', { content: 'name,uid\nAnn\n', id: undefined }],
  ['is before a bad quote', { content: 'uid,name\nu1,"Ann "the boss" Lee"\n', id: 'u1' }],
  ['is after a bad quote', { content: 'name,uid\n"Ann "x" Lee",u1\n', id: undefined }],
  [
    'has a quote of its own before a bad one',
    { content: 'name,uid,role\nAnn,u1"23,"x"y\n', id: undefined },
  ],
  ['is not in the row', { format: 'ndjson', content: '{"metadata":{"uid":"u1"}}', id: undefined }],
])('the id of a rejected row is known, or not, when it %s', async (_, { rules, id, ...file }) => {
  const { rejected } = await read(file, rules);

  expect(rejected).toHaveLength(1);
  expect(rejected[0]!.id).toBe(id);
});
