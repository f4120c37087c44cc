import { describe, expect, test } from 'vitest';
import { type File, read } from './reading.ts';

const DIGITS = '123456789012345678';

async function longNumbers(file: File) {
  const { records, warnings, wires } = await read(file);
  const long = warnings.filter(({ code }) => code === 'long-number').map(({ field }) => field);
  return { records: records.length, long, wire: wires[0]! };
}

describe('a number that a double does not hold is sent with its digits, and warned of', () => {
  const compact = `{"uid":"u1","name":"Ann","metadata":{"discordId":${DIGITS}}}`;

  test.each<[string, File]>([
    ['in a row that is sent as it is', { format: 'ndjson', content: compact }],
    ['in a row with blanks', { format: 'ndjson', content: compact.replaceAll(':', ': ') }],
    [
      'in a row that a mapping changes',
      { format: 'ndjson', content: compact, mapping: { only: { uid: 'filled' } } },
    ],
    ['in a cell', { content: `uid,name,metadata\nu1,Ann,"{""discordId"":${DIGITS}}"\n` }],
    [
      'in a cell that a path leads into',
      {
        content: `uid,name,more\nu1,Ann,"{""id"":${DIGITS}}"\n`,
        mapping: { columns: { 'more.id': 'metadata.discordId' } },
      },
    ],
  ])('%s', async (_, file) => {
    const found = await longNumbers(file);

    expect(found).toMatchObject({ records: 1, long: ['metadata.discordId'] });
    expect(found.wire).toMatch(new RegExp(`"discordId": ?${DIGITS}`));
  });

  test('in a list, with its position', async () => {
    const content = `{"uid":"u1","name":"Ann","metadata":{"ids":[1,${DIGITS},0.12345678901234567891]}}`;

    expect((await longNumbers({ format: 'ndjson', content })).long).toEqual([
      'metadata.ids.1',
      'metadata.ids.2',
    ]);
  });
});

test.each([
  ['a text', `"${DIGITS}"`],
  ['a text with a colon', `"id: ${DIGITS}"`],
  ['a number of 16 digits that is held', '1234567890123456'],
  ['a power of two', '18014398509481984'],
])('%s is not warned of', async (_, id) => {
  const content = `{"uid":"u1","name":"Ann","metadata":{"id":${id}}}`;

  expect(await longNumbers({ format: 'ndjson', content })).toMatchObject({ records: 1, long: [] });
});

test('as: text keeps the digits, also inside of an object that is carried over', async () => {
  const content = `{"uid":"u1","name":"Ann","metadata":{"a":{"ids":[${DIGITS}]},"discordId":${DIGITS},"other":1}}`;
  const mapping = {
    convert: { 'metadata.discordId': { as: 'text' }, 'metadata.a.ids': { as: 'text' } },
  } as const;

  const found = await longNumbers({ format: 'ndjson', content, mapping });

  expect(found).toMatchObject({ records: 1, long: [] });
  expect(found.wire).toContain(
    `"metadata":{"a":{"ids":["${DIGITS}"]},"discordId":"${DIGITS}","other":1}`,
  );
});
