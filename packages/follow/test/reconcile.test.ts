import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { addDigests } from '@chatferry/sources';
import { expect, test } from 'vitest';
import { reconcile } from '../src/changes/reconcile.ts';
import { countToRead, keysToRead } from '../src/changes/rung-keys.ts';
import { createState, type FollowState } from '../src/state/follow-state.ts';
import { keepRow } from '../src/state/planned-rows.ts';

const PER_RANGE = 10_000;
/** Digests are below this number. */
const DIGESTS = 2 ** 52;

/** A query whose rows are these digests, by their keys. Counts how often it was summed up. */
class Rows {
  readonly name = 'forum messages';
  readonly isNumbered = true;
  readonly digests: Map<number, number>;
  summed = 0;

  constructor(digests: Iterable<readonly [number, number]>) {
    this.digests = new Map(digests);
  }

  readonly ranges = async () => {
    this.summed++;
    const sums = new Map<number, { range: number; rows: number; digest: number }>();
    for (const [key, digest] of this.digests) {
      const range = Math.floor(key / PER_RANGE);
      const sum = sums.get(range) ?? { range, rows: 0, digest: 0 };
      sums.set(range, { range, rows: sum.rows + 1, digest: addDigests(sum.digest, digest) });
    }
    return [...sums.values()];
  };

  readonly keysIn = (ranges: readonly number[]) => listed(this.digests, ranges);
}

async function* listed(digests: ReadonlyMap<number, number>, ranges: readonly number[]) {
  const found = [...digests].filter(([key]) => ranges.includes(Math.floor(key / PER_RANGE)));
  yield found.map(([key, digest]) => ({ key: String(key), digest }));
}

function keep(state: FollowState, { name, digests }: Rows): void {
  state.transaction(() => {
    for (const [key, digest] of digests) {
      const range = Math.floor(key / PER_RANGE);
      keepRow(state, { query: name, range, key: String(key), digest, ids: [] }, undefined);
    }
  });
}

const { signal } = new AbortController();

test('sums of the largest digests are those of the server', async () => {
  using folder = mkdtempDisposableSync(path.join(tmpdir(), 'chatferry-reconcile-'));
  using state = createState(path.join(folder.path, 'follow.sqlite'));
  const rows = new Rows(
    Array.from({ length: 25_000 }, (_, key) => [key, key % 3 === 0 ? DIGESTS - 1 - key : key ** 3]),
  );
  keep(state, rows);

  expect(await reconcile(state, [rows], 1, signal)).toMatchObject({ ranges: 0, keys: 0 });
  rows.digests.set(7, rows.digests.get(7)! - 1);
  expect(await reconcile(state, [rows], 1, signal)).toMatchObject({ ranges: 1, keys: 1 });
});

test('when every row has changed, the rows are summed up once, and each rings as it is then', async () => {
  using folder = mkdtempDisposableSync(path.join(tmpdir(), 'chatferry-reconcile-'));
  using state = createState(path.join(folder.path, 'follow.sqlite'));
  const all = 100_000;
  const rows = new Rows(Array.from({ length: all }, (_, key) => [key, key + 1]));
  keep(state, rows);
  for (const [key, digest] of rows.digests) rows.digests.set(key, digest + all);

  const first = await reconcile(state, [rows], 1000, signal);
  const rung = countToRead(state);
  rows.digests.set(all - 1, all); // As it was planned: it has changed back meanwhile.
  const second = await reconcile(state, [rows], 2000, signal, first.rest);

  expect([first.isWhole, first.ranges, rung]).toEqual([false, 10, first.keys]);
  expect(second).toEqual({ ranges: 0, keys: all - rung - 1, isWhole: true });
  expect(state.fact('reconciledAt')).toBe(1000);
  expect(rows.summed).toBe(1);
  expect(new Set(keysToRead(state, all).map(({ key }) => key)).size).toBe(all - 1);
});
