import { type ReasonToWait, waitReasons } from '@chatferry/job/following';
import type { FollowState } from '../state/follow-state.ts';

/**
 * Why a key waits: its record needs a record that did not land, another row has its id, too many removals would be planned, or its
 * row is gone and its record has failed (`unsent`). An `unsent` key waits for a `retry`, and does not count as unsent work.
 */
export type WaitReason = ReasonToWait | 'unsent';

/** A key whose row has changed, or may have changed. */
export interface RungKey {
  readonly query: string;
  readonly key: string;
  /** The position of the latest change of the row. */
  readonly position: number;
}

/**
 * Spools keys that have rung for any reason. A key that rings again gets a later position, and no longer waits. Call it in a transaction.
 *
 * @returns the number of keys
 */
export function ring(
  state: FollowState,
  query: string,
  keys: readonly string[],
  now: number,
): number {
  let position = state.fact('position') ?? 0;
  const insert = state.sql(
    `INSERT INTO rung VALUES (?, ?, ?, ?, NULL, NULL)
     ON CONFLICT DO UPDATE SET position = max(position, excluded.position), waits = NULL, wait_for = NULL`,
  );
  for (const key of keys) insert.run(query, key, ++position, now);
  state.setFact('position', position);
  return keys.length;
}

/** Keys to be read, the oldest first. @param most keys of all queries together */
export function keysToRead(state: FollowState, most: number): RungKey[] {
  return state
    .sql('SELECT query, key, position FROM rung WHERE waits IS NULL ORDER BY position LIMIT ?')
    .all(most) as unknown as RungKey[];
}

/** Keys whose rows wait for a missing record. */
export function keysThatLack(state: FollowState, most: number): RungKey[] {
  return state
    .sql("SELECT query, key, position FROM rung WHERE waits = 'missing' ORDER BY position LIMIT ?")
    .all(most) as unknown as RungKey[];
}

/** The number of keys to be read. */
export function countToRead(state: FollowState): number {
  return state.sql('SELECT count(*) AS keys FROM rung WHERE waits IS NULL').get()![
    'keys'
  ] as number;
}

/** Clears a key, unless it has rung again since it was read. */
export function clearKey(state: FollowState, { query, key, position }: RungKey): void {
  state
    .sql('DELETE FROM rung WHERE query = ? AND key = ? AND position = ?')
    .run(query, key, position);
}

/** Lets a key wait, unless it has rung again since it was read. */
export function letWait(
  state: FollowState,
  { query, key, position }: RungKey,
  reason: WaitReason,
  waitFor: string | null,
): void {
  state
    .sql('UPDATE rung SET waits = ?, wait_for = ? WHERE query = ? AND key = ? AND position = ?')
    .run(reason, waitFor, query, key, position);
}

/** Ends the wait of keys that wait for this record or id. */
export function endWaiting(state: FollowState, reason: WaitReason, waitFor: string): void {
  state
    .sql('UPDATE rung SET waits = NULL, wait_for = NULL WHERE wait_for = ? AND waits = ?')
    .run(waitFor, reason);
}

/** Ends the wait of all keys that wait for this reason. */
export function endAllWaiting(state: FollowState, reason: WaitReason): void {
  state.sql('UPDATE rung SET waits = NULL, wait_for = NULL WHERE waits = ?').run(reason);
}

/** The number of keys that wait to be sent, by reason. */
export function countWaiting(state: FollowState): Readonly<Record<ReasonToWait, number>> {
  const rows = state
    .sql('SELECT waits, count(*) AS keys FROM rung WHERE waits IS NOT NULL GROUP BY waits')
    .all() as { waits: WaitReason; keys: number }[];
  const keysOf = (reason: ReasonToWait): number =>
    rows.find(({ waits }) => waits === reason)?.keys ?? 0;
  return Object.fromEntries(waitReasons.map((reason) => [reason, keysOf(reason)])) as Record<
    ReasonToWait,
    number
  >;
}
