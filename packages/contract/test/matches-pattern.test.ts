import { matchesPattern } from '@chatferry/contract';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

test.each([
  ['chat-1.csv', 'chat-*.csv', true],
  ['chat-.csv', 'chat-*.csv', true],
  ['chat-1.json', 'chat-*.csv', false],
  ['chat-1.csv', 'chat-?.csv', true],
  ['chat-12.csv', 'chat-?.csv', false],
  ['2024/07/users.csv', '*/users.csv', true],
  ['aab', '*ab', true],
  ['a+b', 'a+b', true],
  ['aab', 'a+b', false],
  ['*', '?', true],
  ['', '*', true],
  ['', '?', false],
  ['😀', '?', true],
])('%s fits %s: %s', (name, pattern, fits) => {
  expect(matchesPattern(name, pattern)).toBe(fits);
});

const letters = fc.string({ unit: fc.constantFrom('a', 'b', '.'), maxLength: 12 });
const patterns = fc.string({ unit: fc.constantFrom('a', 'b', '.', '*', '?'), maxLength: 8 });

test('it agrees with the regular expression of the same meaning', () => {
  fc.assert(
    fc.property(letters, patterns, (name, pattern) => {
      const source = pattern.replaceAll('.', String.raw`\.`).replaceAll('?', '.');
      const same = new RegExp(`^${source.replaceAll('*', '.*')}$`);

      expect(matchesPattern(name, pattern)).toBe(same.test(name));
    }),
    { numRuns: 2000 },
  );
});

test('a hostile pattern takes few steps', () => {
  // A regular expression that backtracks takes longer than the age of the universe.
  expect(matchesPattern('a'.repeat(5000), `${'*a'.repeat(40)}*b`)).toBe(false);
});
