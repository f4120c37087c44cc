import type { FollowState } from '../state/follow-state.ts';
import { keepRow } from '../state/planned-rows.ts';
import { ring } from './rung-keys.ts';

/** The range of rows that were gone before their keys were known. No key of a database is in this range. */
export const GONE_RANGE: number = Number.MIN_SAFE_INTEGER;

/** The beginning of such keys. No text of a database begins with this character. */
const MARK = '\u0000gone:';

/** Whether a key belongs to a record whose row was gone before the follower began, and not to a row. */
export function isGoneKey(key: string): boolean {
  return key.startsWith(MARK);
}

/** Notes a record whose row was gone before the follower began, as if its row had been known and were gone now. Call it in a transaction. */
export function ringGone(state: FollowState, query: string, id: string, now: number): void {
  const key = MARK + id;
  keepRow(state, { query, range: GONE_RANGE, key, digest: 1, ids: [id] }, undefined);
  ring(state, query, [key], now);
}
