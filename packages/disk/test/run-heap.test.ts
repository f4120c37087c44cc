import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { RunHeap } from '../src/index.ts';

test('sorted runs are merged by key, and equal keys in the order of the runs', () => {
  const run = fc
    .array(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 8 })
    .map((keys) => keys.toSorted((one, other) => one - other));
  fc.assert(
    fc.property(fc.array(run, { maxLength: 9 }), (runs) => {
      const heap = new RunHeap(runs.length);
      const next = runs.map(() => 0);
      for (const [index, keys] of runs.entries()) heap.add(index, keys[0]!);
      const merged: [key: number, run: number][] = [];
      while (!heap.isEmpty) {
        const { top } = heap;
        merged.push([runs[top]![next[top]!]!, top]);
        const key = runs[top]![++next[top]!];
        if (key === undefined) heap.drop();
        else heap.advance(key);
      }

      const all = runs.flatMap((keys, index) => keys.map((key) => [key, index] as const));
      expect(merged).toEqual(
        all.toSorted(([key, index], [otherKey, other]) => key - otherKey || index - other),
      );
    }),
  );
});
