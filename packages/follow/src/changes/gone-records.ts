import type { FollowState } from '../state/follow-state.ts';
import { ringGone } from './gone-keys.ts';

// Records in the app whose rows are gone. Call the functions that write in a transaction.

/** Notes records of a query that stay in the app although their rows are gone. */
export function noteGone(state: FollowState, query: string, ids: readonly string[]): void {
  const note = state.sql('INSERT OR IGNORE INTO gone VALUES (?, ?)');
  for (const id of ids) note.run(query, id);
}

/** Forgets records whose ids a row has again. */
export function forgetGone(state: FollowState, query: string, ids: readonly string[]): void {
  const forget = state.sql('DELETE FROM gone WHERE query = ? AND id = ?');
  for (const id of ids) forget.run(query, id);
}

/** The number of all records whose rows are gone. */
export function countGone(state: FollowState): number {
  return state.sql('SELECT count(*) AS records FROM gone').get()!['records'] as number;
}

/** Decides again about all records whose rows are gone: they are removed from now on. */
export function ringAllGone(state: FollowState, now: number): void {
  const all = state.sql('SELECT query, id FROM gone').all() as { query: string; id: string }[];
  for (const { query, id } of all) ringGone(state, query, id, now);
  state.sql('DELETE FROM gone').run();
}
