import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { canCutEarly } from '../src/batching/early-batches.ts';
import { balanceLanes, lanesFor } from '../src/batching/lanes.ts';
import { bucketOf, BUCKETS } from '../src/spool/entry.ts';
import { idHash } from '@chatferry/contract';
import { batchesOf, blockOf, compileBlocks, recordsOf, rules, user } from './rig.ts';

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

test.each([
  [0, 1],
  [1950, 1],
  [1951, 2],
  [2950, 2],
  [3950, 3],
  [3951, 4],
  [1e6, 4],
])('%i records are sent in %i lanes, with 20 full requests in each', (records, lanes) => {
  expect(lanesFor(records, { lanes: 4, recordsPerRequest: 50 })).toBe(lanes);
});

test('a large part of a file leaves the request that was begun before it as it is', async () => {
  const first = user('first');
  const many = Array.from({ length: 2200 }, (_, nth) =>
    user(`u${nth}`, { metadata: { of: 'x'.repeat(500) } }),
  );

  const blocks = [blockOf('users', [first]), blockOf('users', many)];

  using planned = await compileBlocks(blocks, { lanes: 1 }, { inputBytes: 1e9 });

  const records = batchesOf(planned.plan, 'users').flatMap(recordsOf);
  expect(records[0]).toEqual(first);
  expect(records.map(({ uid }) => uid)).toEqual([first, ...many].map(({ uid }) => uid));
});

test.each([
  [true, {}],
  [true, { createRoles: true, senderNotMember: 'reject', twoPersonGroups: 'keep' }],
  [false, { duplicates: 'last' }],
  [false, { duplicates: 'reject' }],
  [false, { twoPersonGroups: 'direct' }],
  [false, { onMissingUser: 'placeholder' }],
  [false, { onMissingGroup: 'placeholder' }],
  [false, { senderNotMember: 'add' }],
  [true, { maxRequestBytes: 4 * 1024 * 1024 }],
  [false, { maxRequestBytes: 4 * 1024 * 1024 + 1 }],
] as const)('users are cut while they are read: %s with %j', (isEarly, changed) => {
  expect(canCutEarly({ ...rules, ...changed })).toBe(isEarly);
});
