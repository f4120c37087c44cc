import type { FollowState } from '../state/follow-state.ts';
import { keepRow } from '../state/planned-rows.ts';
import { ring } from './rung-keys.ts';

/** The range of rows that were gone before their keys were known. No key of a database is in it. */
export const GONE_RANGE: number = Number.MIN_SAFE_INTEGER;

/** No text of a database begins with this character. */
const MARK = '\u0000gone:';

/** Whether a key is not that of a row, but of a record whose row was gone before the follower began. */
export function isGoneKey(key: string): boolean {
  return key.startsWith(MARK);
}

/** Notes a record whose row was gone before the follower began, as if its row was known and has gone now. Within a transaction of the caller's. */
export function ringGone(state: FollowState, query: string, id: string, now: number): void {
  const key = MARK + id;
  keepRow(state, { query, range: GONE_RANGE, key, digest: 1, ids: [id] }, undefined);
  ring(state, query, [key], now);
}
