import { expect, test } from 'vitest';
import { read } from './reading.ts';

const bob = '{"uid":"bob","name":"Bob","name":"Rob"}';
const inside = '{"uid":"bob","name":"Bob","metadata":{"a":1,"a":2}}';
const spaced = '{ "uid": "bob", "name": "Bob", "uid": "rob" }';

test.each([
  [bob, 'name'],
  [inside, 'a'],
  [spaced, 'uid'],
])('a row with a key twice is rejected, and the key is named: %s', async (row, field) => {
  const outcomes = [
    await read({ format: 'ndjson', content: `${row}\n{"uid":"cy","name":"Cy"}` }),
    await read({ format: 'json', content: `[${row},\n{"uid":"cy","name":"Cy"}]` }),
  ];

  for (const { records, rejected } of outcomes) {
    expect(records.map(({ id }) => id)).toEqual(['cy']);
    expect(rejected).toMatchObject([{ line: 1, row, problems: [{ code: 'repeated-key', field }] }]);
  }
});
