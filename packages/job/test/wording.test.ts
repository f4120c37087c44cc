import { expect, test } from 'vitest';
import { csvLine } from '../src/folder/csv-line.ts';
import { duration, utcMinute } from '../src/wording/units.ts';

test.each([
  [400, '0 s'],
  [59_400, '59 s'],
  [60_000, '1 min'],
  [3_599_000, '1 h'],
  [5.55 * 3_600_000, '5 h 33 min'],
  [49 * 3_600_000, '2 d 1 h'],
  [60 * 3_600_000, '2 d 12 h'],
])('%d ms are %s', (ms, text) => {
  expect(duration(ms)).toBe(text);
});

test('a time is formatted in UTC', () => {
  expect(utcMinute(1_700_000_000_000)).toBe('2023-11-14 22:13');
});

test('a cell is quoted when it has to be', () => {
  expect(csvLine(['a', 'b,c', 'say "hi"', 'two\nlines', ' x', '', 'c\rd'])).toBe(
    'a,"b,c","say ""hi""","two\nlines"," x",,"c\rd"',
  );
});
