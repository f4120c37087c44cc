import { crc32 } from 'node:zlib';

/** Keys of a range. All rows of a range are in memory. */
const KEYS = 100_000;

type CellRow = readonly unknown[];

/** The rows of the database and of the app; the first column is a numeric key. */
export interface BothSides {
  /** The largest key of the database. */
  readonly last: number;
  /** Reads the rows of the database with keys in [from, to). */
  readonly legacy: (from: number, to: number) => Promise<readonly CellRow[]>;
  /** All rows of the app, one at a time. */
  readonly app: () => Iterable<CellRow>;
}

/** The rows of both sides in the ranges of keys that differ: all rows of a large forum do not fit in memory. */
export async function rowsOfDifferingRanges({ last, legacy, app }: BothSides): Promise<{
  readonly count: number;
  readonly should: CellRow[];
  readonly is: CellRow[];
}> {
  const sums = new Map<number, number>();
  const add = (row: CellRow, sign: 1 | -1): void => {
    const range = Math.floor(Number(row[0]) / KEYS);
    sums.set(range, (sums.get(range) ?? 0) + sign * (1 + crc32(row.map(String).join('\0'))));
  };
  for (const row of app()) add(row, 1);
  let count = 0;
  for (let from = 0; from <= last; from += KEYS) {
    const rows = await legacy(from, from + KEYS);
    count += rows.length;
    for (const row of rows) add(row, -1);
  }
  const differing = new Set([...sums].flatMap(([range, sum]) => (sum === 0 ? [] : [range])));
  const should: CellRow[] = [];
  for (const range of differing) should.push(...(await legacy(range * KEYS, (range + 1) * KEYS)));
  const is: CellRow[] = [];
  if (differing.size > 0)
    for (const row of app()) if (differing.has(Math.floor(Number(row[0]) / KEYS))) is.push(row);
  return { count, should, is };
}
