import { expect, test } from 'vitest';
import { originText } from '../src/printing/origin-text.ts';

test.each([
  ['users.csv', 7, 'users.csv:7'],
  ['forum users id', 0, 'forum users id:0'],
  ['(made by planning)', 0, 'made by planning'],
])('a record of %s, %i is from %s', (file, line, text) => {
  expect(originText(file, line)).toBe(text);
});
