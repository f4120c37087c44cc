import { existsSync } from 'node:fs';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { withShortWrites } from '../../disk/test/support/short-writes.ts';
import { TimeSorter } from '../src/rows/time-sorter.ts';
import { testFolder } from './zip-file.ts';

test('records come in the order of their times, then of their adding, from any number of runs', () => {
  using folder = testFolder();
  const record = fc.record({
    time: fc.integer({ min: 0, max: 4 }),
    text: fc.string({ unit: 'binary', maxLength: 300 }),
  });
  fc.assert(
    fc.property(fc.array(record), fc.integer({ min: 1, max: 2000 }), (records, runBytes) => {
      using sorter = new TimeSorter(folder.file('runs'), 2, runBytes);
      for (const [index, { time, text }] of records.entries())
        sorter.add(time, [index, -index / 2], index % 2 === 0 ? text : Buffer.from(text));

      const found = Array.from(sorter.inOrder(), ({ time, numbers, bytes }) => [
        time,
        numbers,
        bytes.toString(),
      ]);

      const sorted = records.map(({ time, text }, index) => [
        time,
        [index, -index / 2],
        Buffer.from(text).toString(),
      ]);
      expect(found).toEqual(
        sorted.toSorted((one, other) => (one[0] as number) - (other[0] as number)),
      );
    }),
  );
});

test('a record that is larger than a window comes back, and the file is removed', () => {
  using folder = testFolder();
  const sorter = new TimeSorter(folder.file('runs'), 0, 1000);
  withShortWrites(150_000, () => {
    sorter.add(3, [], Buffer.alloc(200_000, 'a'));
    sorter.add(2, [], 'é'.repeat(100_000));
    sorter.add(1, [], Buffer.from('b'));
  });

  const found = Array.from(sorter.inOrder(), ({ bytes }) => bytes.length);
  sorter[Symbol.dispose]();

  expect(found).toEqual([1, 200_000, 200_000]);
  expect(existsSync(folder.file('runs'))).toBe(false);
});
