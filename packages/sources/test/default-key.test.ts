import { fields, inputKinds, kinds } from '@chatferry/contract';
import { expect, test } from 'vitest';
import { keyOf } from '../src/databases/default-key.ts';

test.each(inputKinds)(
  'the rows of %s have a key without the id that is made of their fields',
  (kind) => {
    const made: readonly string[] = kinds[kind].filledIn ?? [];
    const names = Object.keys(fields[kind]).filter((name) => !made.includes(name));

    expect(keyOf(kind, {}, names)).toBeDefined();
  },
);

test('the key is made of the columns that the ids are read from', () => {
  const columns = { post: 'muid', emoji: 'reaction', at: 'reactedAt' };

  expect(keyOf('reactions', { columns }, ['post', 'uid', 'emoji', 'at'])).toEqual([
    'post',
    'uid',
    'emoji',
  ]);
  expect(keyOf('reactions', { columns }, ['post', 'emoji'])).toBeUndefined();
});
