import { expect, test } from 'vitest';
import { bytes } from '../src/byte-units.ts';

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
