import { addDigests, type FollowedQuery } from '@chatferry/sources';
import type { FollowState } from '../state/follow-state.ts';
import { HELD } from '../state/planned-rows.ts';
import { GONE_RANGE } from './gone-keys.ts';
import { ring } from './rung-keys.ts';

/** About the most keys that ring in one round. The rest of the ranges is left to the next round, after these keys are planned. */
const MOST_KEYS = 50_000;

/** A query whose rows are compared. Its name is unique among all sources. */
type ComparedQuery = Pick<FollowedQuery, 'name' | 'isNumbered' | 'ranges' | 'keysIn'>;

/** Ranges that differed when the sources were compared, and whose keys are not listed yet. */
export interface RestOfRanges {
  /** When the comparison began, milliseconds since 1970. */
  readonly comparedAt: number;
  /** By the name of the query. */
  readonly ranges: ReadonlyMap<string, readonly number[]>;
}

/** The result of comparing the sources with the planned rows. */
export interface Reconciled {
  /** Ranges of keys with another digest. */
  readonly ranges: number;
  /** Keys that have rung. */
  readonly keys: number;
  /** Whether the keys of all ranges that differ were listed. */
  readonly isWhole: boolean;
}

/**
 * Compares the rows of all queries with the planned rows, range by range, and rings each key whose row differs. The server computes
 * the digests; only the keys of differing ranges are listed.
 *
 * @param rest the ranges that an earlier call has left: only these are compared, with their present rows
 * @throws {SourceError} @throws the signal's reason
 */
export async function reconcile(
  state: FollowState,
  queries: readonly ComparedQuery[],
  now: number,
  signal: AbortSignal,
  rest?: RestOfRanges,
): Promise<Reconciled & { readonly rest?: RestOfRanges }> {
  const left = new Map(rest?.ranges);
  const comparedAt = rest?.comparedAt ?? now;
  let ranges = 0;
  if (rest === undefined)
    for (const query of queries) {
      signal.throwIfAborted();
      const different = await differentRanges(state, query);
      ranges += different.length;
      left.set(query.name, different);
    }
  let keys = 0;
  for (const query of queries) {
    const together = query.isNumbered ? NUMBERED_RANGES : HASHED_RANGES;
    for (let own = left.get(query.name) ?? []; own.length > 0; left.set(query.name, own)) {
      signal.throwIfAborted();
      if (keys >= MOST_KEYS)
        return { ranges, keys, isWhole: false, rest: { comparedAt, ranges: left } };
      keys += await ringIn(state, query, own.slice(0, together), now);
      own = own.slice(together);
    }
  }
  state.transaction(() => {
    state.setFact('reconciledAt', comparedAt);
    state.setFact('reconciledKeys', keys);
  });
  return { ranges, keys, isWhole: true };
}

/**
 * The number of ranges whose keys are listed at the same time, and are then in memory. A range of numbers has up to 10,000 keys, which an
 * index finds. A range of hashes has few keys, and each statement reads the whole table.
 */
const NUMBERED_RANGES = 4;
const HASHED_RANGES = 16;

async function differentRanges(state: FollowState, query: ComparedQuery): Promise<number[]> {
  // The server computes its sums at the same time as this process.
  const asked = query.ranges();
  asked.catch(() => {});
  const planned = plannedRanges(state, query.name);
  const different: number[] = [];
  for (const { range, digest } of await asked) {
    if (planned.get(range) !== digest) different.push(range);
    planned.delete(range);
  }
  planned.delete(GONE_RANGE); // This range rings once, when the follower begins.
  // The remaining planned ranges have no rows left.
  return [...different, ...planned.keys()].toSorted((one, other) => one - other);
}

/** SQLite adds up halves of digests, so that their sums are whole numbers of 64 bits. */
const HALF = 2 ** 26;

/** The sums of the digests of planned rows, by range. */
function plannedRanges(state: FollowState, query: string): Map<number, number> {
  const rows = state
    .sql(
      `SELECT range, sum(digest / ${HALF}) AS high, sum(digest % ${HALF}) AS low FROM rows WHERE query = ? GROUP BY range`,
    )
    .iterate(query) as Iterable<unknown> as Iterable<{ range: number; high: number; low: number }>;
  return new Map(
    Array.from(rows, ({ range, high, low }) => [range, addDigests((high % HALF) * HALF, low)]),
  );
}

/** @returns the number of keys that have rung */
async function ringIn(
  state: FollowState,
  { name, keysIn }: ComparedQuery,
  ranges: readonly number[],
  now: number,
): Promise<number> {
  const planned = new Map<string, number>();
  for (const range of ranges) {
    const rows = state
      .sql('SELECT key, digest FROM rows WHERE query = ? AND range = ?')
      .all(name, range) as { key: string; digest: number }[];
    for (const { key, digest } of rows) planned.set(key, digest);
  }
  const different: string[] = [];
  for await (const found of keysIn(ranges))
    for (const { key, digest } of found) {
      if (planned.get(key) !== digest) different.push(key);
      planned.delete(key);
    }
  const gone = [...planned].filter(([, digest]) => digest !== HELD).map(([key]) => key);
  const keys = [...different, ...gone];
  return state.transaction(() => ring(state, name, keys, now));
}
