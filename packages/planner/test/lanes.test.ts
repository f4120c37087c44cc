import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { balanceLanes } from '../src/batching/lanes.ts';
import { bucketOf, BUCKETS } from '../src/spool/entry.ts';
import { idHash } from '@chatferry/contract';

test('no lane has more messages than another by more than the largest conversation bucket', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 1, maxLength: 200 }),
      fc.integer({ min: 1, max: 16 }),
      (sizes, lanes) => {
        const counts = new Uint32Array(BUCKETS);
        counts.set(sizes);

        const laneOf = balanceLanes(counts, lanes);

        const loads = Array.from({ length: lanes }, () => 0);
        for (const [bucket, size] of sizes.entries()) loads[laneOf[bucket]!]! += size;
        expect(Math.max(...loads) - Math.min(...loads)).toBeLessThanOrEqual(Math.max(...sizes));
      },
    ),
  );
});

/** The number that stands for the conversation of two users, as a block has it. */
function pairOf(one: number, other: number): number {
  return (Math.min(one, other) % 0x400_0000) * 0x800_0000 + (Math.max(one, other) % 0x800_0000);
}

test('many conversations of one person spread over all buckets', () => {
  const desk = idHash('help-desk');
  const buckets = new Set(
    Array.from({ length: 10_000 }, (_, index) => bucketOf(pairOf(desk, idHash(`user-${index}`)))),
  );

  // Distributed at random, 10,000 conversations would hit about 9,273 of the 65,536 buckets.
  expect(buckets.size).toBeGreaterThan(9_000);
});
