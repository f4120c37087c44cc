import { expect, test } from 'vitest';
import { table } from '../src/printing/table.ts';
import { wrap } from '../src/printing/wrap.ts';

test('a table has numbers to the right and words to the left', () => {
  const lines = table([
    ['', 'rows', 'why'],
    ['users', 1_200_000, 'none'],
    ['groups', 5, 'a reason'],
  ]);

  expect(lines).toEqual([
    '             rows  why',
    'users   1,200,000  none',
    'groups          5  a reason',
  ]);
});

test('a paragraph is broken between words', () => {
  expect(wrap('one two three four', 12, 2)).toBe('one two\n  three four');
});
