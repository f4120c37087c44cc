import { expect, test } from 'vitest';
import { rowsOfDifferingRanges } from '../src/crash/differing-ranges.ts';

const rows = (changed: Readonly<Record<number, string>> = {}): (readonly unknown[])[] =>
  Array.from({ length: 300_000 }, (_, index) => [index + 1, changed[index + 1] ?? 'text']);

test('rows that differ, and their ranges only, are given on both sides', async () => {
  const legacy = rows();
  const { count, should, is } = await rowsOfDifferingRanges({
    last: legacy.length,
    legacy: async (from, to) => legacy.filter(([key]) => Number(key) >= from && Number(key) < to),
    app: () => rows({ 150_000: 'changed' }),
  });

  expect([count, should.length, is.length]).toEqual([300_000, 100_000, 100_000]);
  expect(is.find(([, text]) => text === 'changed')).toEqual([150_000, 'changed']);
});

test('nothing is given where both sides have the same rows in another order, and a missing or doubled row is', async () => {
  const both = (app: (readonly unknown[])[]) =>
    rowsOfDifferingRanges({
      last: 10,
      legacy: async (from) => (from === 0 ? rows().slice(0, 10) : []),
      app: () => app,
    });
  const ten = rows().slice(0, 10);

  expect(await both(ten.toReversed())).toEqual({ count: 10, should: [], is: [] });
  expect((await both(ten.slice(1))).is).toHaveLength(9);
  expect((await both([...ten, ten[3]!])).is).toHaveLength(11);
});
