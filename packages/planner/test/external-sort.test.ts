import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { ExternalSort } from '../src/compile/external-sort.ts';
import { temporaryFolder } from './rig.ts';

/** Each key comes three times, far apart: in three different runs. */
const keyOf = (index: number): number => (index * 7919) % 100_000;

type Entry = [key: number, first: number, second: number];

function sortedEntries(sort: ExternalSort, entries: Iterable<Entry>): Entry[] {
  for (const [key, first, second] of entries) sort.add(key, first, second);
  const sorted = sort.sorted();
  const result: Entry[] = [];
  while (sorted.next()) result.push([sorted.key, sorted.first, sorted.second]);
  return result;
}

test('entries come out by key, those with equal keys in the order they went in', () => {
  using folder = temporaryFolder();
  const keys = fc.array(fc.oneof(fc.nat(5), fc.integer({ min: 0, max: 2 ** 34 - 1 })));

  fc.assert(
    fc.property(keys, (numbers) => {
      using sort = new ExternalSort(join(folder.path, 'sort'));
      const entries = numbers.map((key, index): Entry => [key, index, index * 0.5]);
      expect(sortedEntries(sort, entries)).toEqual(entries.toSorted((a, b) => a[0] - b[0]));
    }),
  );
  expect(readdirSync(folder.path)).toEqual([]);
});

test('more entries than fit into memory come out in order, the oldest first among equals', async () => {
  using folder = temporaryFolder();
  const count = 300_000;
  const sort = new ExternalSort(join(folder.path, 'sort'));

  const sorted = sortedEntries(sort, manyEntries(count));

  expect(sorted).toHaveLength(count);
  const misplaced = sorted.findIndex(([key, first, second], place) => {
    const before = sorted[place - 1];
    if (key !== keyOf(first) || second !== -first) return true;
    if (before === undefined) return false;
    return before[0] > key || (before[0] === key && before[1] > first);
  });
  expect(misplaced).toBe(-1);
  expect(readdirSync(folder.path)).not.toEqual([]);
  sort[Symbol.dispose]();
  await expect.poll(() => readdirSync(folder.path)).toEqual([]);
});

function* manyEntries(count: number): Generator<Entry> {
  for (let index = 0; index < count; index++) yield [keyOf(index), index, -index];
}
