import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { CountBounds } from '../src/storage/count-bounds.ts';

test('no bound is below the count, also of hashes that share a cell, and the highest is the highest', () => {
  const hash = fc.constantFrom(1, 2, 3, 2 ** 18 + 1, 2 ** 40 + 2, 2 ** 53 - 1);
  fc.assert(
    fc.property(fc.array(hash), (hashes) => {
      const bounds = new CountBounds();
      for (const each of hashes) bounds.add(each);

      const countOf = (wanted: number): number => hashes.filter((each) => each === wanted).length;
      for (const each of hashes) expect(bounds.of(each)).toBeGreaterThanOrEqual(countOf(each));
      expect(bounds.highest).toBe(Math.max(0, ...hashes.map((each) => bounds.of(each))));
    }),
  );
});
