import { idHash } from '@chatferry/contract';
import { expect, test } from 'vitest';
import { pairHash } from '../src/judging/id-hash.ts';

test('is a whole number that a double holds, the same in every run', () => {
  expect([idHash('ada'), idHash('')].every((hash) => Number.isSafeInteger(hash) && hash >= 0)).toBe(
    true,
  );
  expect(idHash('ada')).toBe(8_208_167_321_076_314);
});

const hashOf =
  (idAt: (index: number) => string) =>
  (index: number): number =>
    idHash(idAt(index));

test.each<[string, (index: number) => number]>([
  ['numbers', hashOf(String)],
  ['padded numbers', hashOf((index) => `message-${String(index).padStart(12, '0')}`)],
  [
    'pairs',
    (index) =>
      pairHash(idHash(`group-${index % 1000}`), idHash(`user-${Math.floor(index / 1000)}`)),
  ],
  ['hexadecimal', hashOf((index) => (index * 0x9e3779b1).toString(16))],
])('gives 300,000 ids different hashes: %s', (_, hashAt) => {
  const hashes = new Float64Array(300_000);
  for (let index = 0; index < hashes.length; index++) hashes[index] = hashAt(index);
  hashes.sort();

  let equal = 0;
  for (let index = 1; index < hashes.length; index++)
    if (hashes[index] === hashes[index - 1]) equal++;
  expect(equal).toBe(0);
});
