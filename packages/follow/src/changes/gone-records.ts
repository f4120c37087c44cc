import type { FollowState } from '../state/follow-state.ts';
import { ringGone } from './gone-keys.ts';

// Records that the app holds and whose rows are gone. Functions that write are called within a transaction of the caller's.

/** Notes records of a query that stay in the app though their rows are gone. */
export function noteGone(state: FollowState, query: string, ids: readonly string[]): void {
  const note = state.sql('INSERT OR IGNORE INTO gone VALUES (?, ?)');
  for (const id of ids) note.run(query, id);
}

/** A row has the ids again. */
export function forgetGone(state: FollowState, query: string, ids: readonly string[]): void {
  const forget = state.sql('DELETE FROM gone WHERE query = ? AND id = ?');
  for (const id of ids) forget.run(query, id);
}

/** The number of all of them. */
export function countGone(state: FollowState): number {
  return state.sql('SELECT count(*) AS records FROM gone').get()!['records'] as number;
}

/** Decides about all of them once more: what is gone is removed from now on. */
export function ringAllGone(state: FollowState, now: number): void {
  const all = state.sql('SELECT query, id FROM gone').all() as { query: string; id: string }[];
  for (const { query, id } of all) ringGone(state, query, id, now);
  state.sql('DELETE FROM gone').run();
}
