import { idHash } from '@chatferry/contract';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { HashSet } from '../src/storage/hash-set.ts';
import { HashMap } from '../src/storage/hash-map.ts';

/** Hashes, some of which collide in a small table. */
const hash = fc.oneof(
  fc.integer({ min: 1, max: 40 }).map((number) => number * 2 ** 20),
  fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
);

test('a table finds inserted keys, and not removed ones', () => {
  const change = fc.record({ key: hash, value: fc.nat(), isRemoval: fc.boolean() });

  fc.assert(
    fc.property(fc.array(change, { maxLength: 200 }), (changes) => {
      const table = new HashMap(1, 4);
      const expected = new Map<number, number>();
      for (const { key, value, isRemoval } of changes) {
        if (isRemoval) {
          table.remove(key);
          expected.delete(key);
        } else {
          table.setValue(table.insert(key), 0, value);
          expected.set(key, value);
        }
      }

      for (const { key } of changes) {
        const slot = table.find(key);
        expect(slot < 0 ? undefined : table.value(slot, 0)).toBe(expected.get(key));
      }
    }),
  );
});

test('removing a key leaves those that had to evade it', () => {
  const table = new HashMap(1, 8);
  const keys = [1, 9, 17, 25].map((low) => low * 2 ** 32 + 1);
  for (const [index, key] of keys.entries()) table.setValue(table.insert(key), 0, index);

  table.remove(keys[0]!);
  table.remove(keys[2]!);

  expect(keys.map((key) => table.find(key) >= 0)).toEqual([false, true, false, true]);
  expect(table.value(table.find(keys[3]!), 0)).toBe(3);
});

test('numbers and flags stay with their key while the table grows', () => {
  const table = new HashMap(2);
  const keys = Array.from({ length: 5000 }, (_, index) => idHash(`user-${index}`));

  for (const [index, key] of keys.entries()) {
    const slot = table.insert(key);
    table.setValue(slot, 0, index);
    table.setValue(slot, 1, -index);
    table.addFlag(slot, index % 3);
  }

  const found = keys.map((key) => {
    const slot = table.find(key);
    return [table.value(slot, 0), table.value(slot, 1), table.flags(slot)];
  });
  expect(found).toEqual(keys.map((_, index) => [index, -index, index % 3]));
  expect(table.size).toBe(5000);
});

test('a set has the hashes that were added, and in practice no others', () => {
  const set = new HashSet();
  const hashes = Array.from({ length: 50_000 }, (_, index) => idHash(`group/user-${index}`));

  const added = hashes.map((each) => set.add(each));

  expect(new Set(added)).toEqual(new Set([true]));
  expect(hashes.every((each) => set.has(each))).toBe(true);
  expect(hashes.some((each) => set.add(each))).toBe(false);
  expect(hashes.some((_, index) => set.has(idHash(`group/other-${index}`)))).toBe(false);
  expect(set.size).toBe(hashes.length);
  expect(new Set(set.keys())).toEqual(new Set(hashes));
});

test('a set tells hashes apart that differ in one bit', () => {
  const set = new HashSet();
  const own = 2 ** 52 + (idHash('ada') % 2 ** 52);
  set.add(own);

  const others = Array.from({ length: 53 }, (_, bit) =>
    Math.floor(own / 2 ** bit) % 2 === 1 ? own - 2 ** bit : own + 2 ** bit,
  );

  expect(others.filter((each) => set.has(each))).toEqual([]);
});

test('a hash that is removed from a set is gone, and all others are still found', () => {
  const set = new HashSet();
  const hashes = Array.from({ length: 20_000 }, (_, index) => idHash(`group/user-${index}`));
  for (const each of hashes) set.add(each);
  const removed = hashes.filter((_, index) => index % 3 === 0);

  const wasThere = removed.map((each) => set.remove(each));

  expect(new Set(wasThere)).toEqual(new Set([true]));
  expect(removed.some((each) => set.has(each) || set.remove(each))).toBe(false);
  expect(set.size).toBe(hashes.length - removed.length);
  expect(new Set(set.keys())).toEqual(new Set(hashes.filter((_, index) => index % 3 !== 0)));
  expect(removed.every((each) => set.add(each))).toBe(true);
  expect(hashes.every((each) => set.has(each))).toBe(true);
});
