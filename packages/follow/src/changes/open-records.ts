import { idHash, type Kind } from '@chatferry/contract';
import { subjectOf } from '@chatferry/planner';
import type { FollowState } from '../state/follow-state.ts';

/** Notes a record of a settled segment that has not landed. A retry may send it, until a later segment decides about the same record. */
export function noteOpen(state: FollowState, kind: Kind, id: string, place: number): void {
  state.sql('INSERT OR IGNORE INTO open VALUES (?, ?, ?)').run(subjectOf(kind), idHash(id), place);
}

/** Notes that a segment from this place on decides about a record: no retry sends an earlier version. */
export function closeBefore(state: FollowState, kind: Kind, id: string, place: number): void {
  state
    .sql('DELETE FROM open WHERE kind = ? AND hash = ? AND place < ?')
    .run(subjectOf(kind), idHash(id), place);
}

/** Notes that a record has landed. */
export function close(state: FollowState, kind: Kind, id: string, place: number): void {
  state
    .sql('DELETE FROM open WHERE kind = ? AND hash = ? AND place = ?')
    .run(subjectOf(kind), idHash(id), place);
}

/** Whether a retry may send a record that a row of this kind became. */
export function isOpen(state: FollowState, kind: Kind, id: string): boolean {
  const row = state
    .sql('SELECT 1 FROM open WHERE kind = ? AND hash = ?')
    .get(subjectOf(kind), idHash(id));
  return row !== undefined;
}

/** The number of records that a retry may send. */
export function countOpen(state: FollowState): number {
  return state.sql('SELECT count(*) AS records FROM open').get()!['records'] as number;
}

/** The places of the records that a retry may send, in the order of the plan. */
export function openPlaces(state: FollowState): number[] {
  return state
    .sql('SELECT place FROM open ORDER BY place')
    .all()
    .map((row) => row['place'] as number);
}
