import { isWholeKey } from './key-text.ts';
import { addDigests, rangeOfKey, rowDigest } from './row-digest.ts';
import type { KeyDigest, RangeDigest, RowDigests, Snapshot } from './snapshot.ts';

/** Digests that the server does not compute. They are computed from the rows of the query, which are read. */
export function digestsOfRows({ rowsOf }: Pick<Snapshot, 'rowsOf'>): RowDigests {
  async function* digests(query: string, key: readonly string[]): AsyncGenerator<KeyDigest[]> {
    for await (const rows of rowsOf(query, key))
      yield rows
        .filter((row) => isWholeKey(row.key, key.length))
        .map((row) => ({ key: row.key, digest: rowDigest(row) }));
  }
  return {
    isNumbered: () => Promise.resolve(false),
    ranges: async (query, key) => {
      const found = new Map<number, RangeDigest>();
      for await (const rows of digests(query, key))
        for (const row of rows) {
          const range = rangeOfKey({ key, isNumbered: false }, row.key);
          const known = found.get(range) ?? { range, digest: 0, rows: 0 };
          const digest = addDigests(known.digest, row.digest);
          found.set(range, { range, digest, rows: known.rows + 1 });
        }
      return [...found.values()];
    },
    keysIn: async function* (query, key, ranges) {
      const wanted = new Set(ranges);
      let last: KeyDigest | undefined;
      for await (const rows of digests(query, key)) {
        const whole: KeyDigest[] = [];
        for (const row of rows) {
          if (!wanted.has(rangeOfKey({ key, isNumbered: false }, row.key))) continue;
          // Rows are in the order of the key.
          if (last?.key === row.key)
            last = { ...last, digest: addDigests(last.digest, row.digest) };
          else {
            if (last !== undefined) whole.push(last);
            last = row;
          }
        }
        yield whole;
      }
      if (last !== undefined) yield [last];
    },
  };
}
