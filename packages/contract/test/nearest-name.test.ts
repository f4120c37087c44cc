import { expect, test } from 'vitest';
import { nearestName, nearestNames } from '../src/values/nearest-name.ts';

const names = ['plan', 'run', 'status', 'base-url', 'createdAt'];

test.each([
  ['statsu', 0, 'status'],
  ['created_at', 0, 'createdAt'],
  ['baseurl', 0, 'base-url'],
  ['plna', 0, undefined],
  ['plna', 2, 'plan'],
  ['wholly-different', 2, undefined],
  ['', 2, undefined],
])('%s, with %d mistakes in a short name, is taken for %s', (word, mistakes, name) => {
  expect(nearestName(word, names, mistakes)).toBe(name);
});

test('without names none is near', () => {
  expect(nearestName('plan', [], 2)).toBeUndefined();
});

test('the nearest names come first', () => {
  expect(nearestNames('stats', names, 2)).toEqual(['status', 'plan']);
});
