import { expect, test } from 'vitest';
import { csvLine } from '../src/printing/csv-line.ts';
import { table } from '../src/printing/table.ts';
import { bytes, duration, utcMinute } from '../src/printing/units.ts';
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

test.each([
  [400, '0 s'],
  [59_400, '59 s'],
  [60_000, '1 min'],
  [3_599_000, '1 h'],
  [5.55 * 3_600_000, '5 h 33 min'],
  [49 * 3_600_000, '2 d 1 h'],
])('%d ms are %s', (ms, text) => {
  expect(duration(ms)).toBe(text);
});

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1500, '1.5 kB'],
  [18_700, '19 kB'],
  [999_600, '1.0 MB'],
  [3.7e9, '3.7 GB'],
])('%d bytes are %s', (number, text) => {
  expect(bytes(number)).toBe(text);
});

test('a time is told in UTC', () => {
  expect(utcMinute(1_700_000_000_000)).toBe('2023-11-14 22:13');
});

test('a paragraph is broken between words', () => {
  expect(wrap('one two three four', 12, 2)).toBe('one two\n  three four');
});

test('a cell is quoted when it has to be', () => {
  expect(csvLine(['a', 'b,c', 'say "hi"', 'two\nlines', ' x'])).toBe(
    'a,"b,c","say ""hi""","two\nlines"," x"',
  );
});
