import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { RepeatFinder } from '../src/storage/repeat-finder.ts';
import { temporaryFolder } from './rig.ts';

type ProblemOccurrence = [winnerSlot: number, ordinal: number, slot: number];

/** A slot unlike the ordinal. */
const slotOf = (ordinal: number): number => ordinal + 1_000_000;

function reported(
  finder: RepeatFinder,
  hashes: readonly number[],
  winner: 'first' | 'last',
): ProblemOccurrence[] {
  for (const [ordinal, hash] of hashes.entries()) finder.add(hash, ordinal, slotOf(ordinal));
  const found: ProblemOccurrence[] = [];
  const before = process.memoryUsage().arrayBuffers;
  finder.find(winner, (...entry) => found.push(entry));
  // The parts are read into the same memory, one after the other.
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1024 * 1024);
  return found.toSorted((one, other) => one[1] - other[1]);
}

/** The same result, computed directly. */
function expected(hashes: readonly number[], winner: 'first' | 'last'): ProblemOccurrence[] {
  return hashes.flatMap((hash, ordinal): ProblemOccurrence[] => {
    const stands = winner === 'first' ? hashes.indexOf(hash) : hashes.lastIndexOf(hash);
    return stands === ordinal ? [] : [[slotOf(stands), ordinal, slotOf(ordinal)]];
  });
}

test.each(['first', 'last'] as const)(
  'each entry with a repeated hash is reported with the winner: the %s',
  (winner) => {
    using folder = temporaryFolder();
    const range = fc.integer({ min: 1, max: 2 ** 53 - 1 });
    // Few different ones, some of which share their lowest 32 bits, and any others.
    const few = fc.integer({ min: 1, max: 9 }).map((number) => (number % 3) * 2 ** 32 + number);

    fc.assert(
      fc.property(fc.array(fc.oneof(few, range), { maxLength: 60 }), (hashes) => {
        using finder = new RepeatFinder(join(folder.path, 'repeats'));
        expect(reported(finder, hashes, winner)).toEqual(expected(hashes, winner));
      }),
    );
    expect(readdirSync(folder.path)).toEqual([]);
  },
);

test('repeated hashes are found among more than fit into memory, and no others', async () => {
  using folder = temporaryFolder();
  const count = 400_000;
  const spread = 0x1f_ffff_ffff_ffff / count;
  const hashes = Array.from({ length: count }, (_, index) => Math.floor(index * spread) + 1);
  hashes.push(hashes[17]!, hashes[399_999]!, hashes[17]!);

  const finder = new RepeatFinder(join(folder.path, 'repeats'));
  const found = reported(finder, hashes, 'first');

  expect(found).toEqual([
    [slotOf(17), count, slotOf(count)],
    [slotOf(399_999), count + 1, slotOf(count + 1)],
    [slotOf(17), count + 2, slotOf(count + 2)],
  ]);
  expect(readdirSync(folder.path)).not.toEqual([]);
  finder[Symbol.dispose]();
  await expect.poll(() => readdirSync(folder.path)).toEqual([]);
});
