import { addDigests, type FollowedQuery } from '@chatferry/sources';
import type { FollowState } from '../state/follow-state.ts';
import { HELD } from '../state/planned-rows.ts';
import { GONE_RANGE } from './gone-keys.ts';
import { ring } from './rung-keys.ts';

/** At most about this many keys ring in one round: the rest of the ranges is for the next one, when these are planned. */
const MOST_KEYS = 50_000;

/** A query whose rows are compared. Its name is unique among all sources. */
type ComparedQuery = Pick<FollowedQuery, 'name' | 'isNumbered' | 'ranges' | 'keysIn'>;

/** What a comparison of the sources with what was planned has found. */
export interface Reconciled {
  /** Ranges of keys with another digest. */
  readonly ranges: number;
  /** Keys that have rung. */
  readonly keys: number;
  /** Whether every range was compared. */
  readonly isWhole: boolean;
}

/**
 * Compares the rows of all queries with those that were planned, range by range, and rings each key whose row differs. The server computes
 * the digests; only the keys of ranges that differ are listed.
 *
 * @throws {SourceError} @throws the signal's reason
 */
export async function reconcile(
  state: FollowState,
  queries: readonly ComparedQuery[],
  now: number,
  signal: AbortSignal,
): Promise<Reconciled> {
  let ranges = 0;
  let keys = 0;
  for (const query of queries) {
    signal.throwIfAborted();
    const different = await differentRanges(state, query);
    ranges += different.length;
    const together = query.isNumbered ? NUMBERED_RANGES : HASHED_RANGES;
    for (let at = 0; at < different.length; at += together) {
      if (keys >= MOST_KEYS) return { ranges, keys, isWhole: false };
      keys += await ringIn(state, query, different.slice(at, at + together), now);
    }
  }
  return { ranges, keys, isWhole: true };
}

/**
 * Ranges whose keys are listed at the same time, and are in memory then. Ranges of numbers have up to 10,000 keys each, and are found by an
 * index. Those of hashes have few, and each statement reads the whole table.
 */
const NUMBERED_RANGES = 4;
const HASHED_RANGES = 16;

async function differentRanges(state: FollowState, query: ComparedQuery): Promise<number[]> {
  const planned = plannedRanges(state, query.name);
  const different: number[] = [];
  for (const { range, digest } of await query.ranges()) {
    if (planned.get(range) !== digest) different.push(range);
    planned.delete(range);
  }
  planned.delete(GONE_RANGE); // It rings once, when the follower begins.
  // In the others no row is left.
  return [...different, ...planned.keys()].toSorted((one, other) => one - other);
}

/** The sums of the digests as they were planned, by range. */
function plannedRanges(state: FollowState, query: string): Map<number, number> {
  const sums = new Map<number, number>();
  const rows = state
    .sql('SELECT range, digest FROM rows WHERE query = ?')
    .iterate(query) as Iterable<unknown> as Iterable<{ range: number; digest: number }>;
  for (const { range, digest } of rows) sums.set(range, addDigests(sums.get(range) ?? 0, digest));
  return sums;
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
