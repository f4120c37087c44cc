import type { DifferingSegment } from '@chatferry/job/following';
import type { PlanSegment } from '@chatferry/planner';
import type { FollowState } from '../state/follow-state.ts';

/** A segment is compared when it has been settled for so long: a request of a killed process may arrive late. */
export const SETTLED_MS = 60_000;

/** A segment that differs is compared again after this time. */
const AGAIN_MS = 60 * 60_000;

/** About the most batches that are compared before changes are searched for again. A single segment may have more. */
const MOST_BATCHES = 40;

/** The segments that can be compared now, by their numbers. */
export interface DueSegments {
  /** All segments after this one, */
  readonly after: number;
  /** up to this one, were settled long enough ago, and were not compared. */
  readonly to: number;
  /** Segments that differed, in the order in which they are compared again. */
  readonly again: readonly number[];
}

/** Returns the segments of a follower that are due; undefined when none is. @param startedAt when the follower was started */
export function dueSegments(
  state: FollowState,
  now: number,
  startedAt: number,
): DueSegments | undefined {
  const after = state.fact('comparedTo') ?? 0;
  const to = Math.max(lastSettled(state, now), after);
  const again = (state.fact('differing') ?? [])
    .filter(({ at }) => isDueAgain(at, now, startedAt))
    .toSorted((one, other) => one.at - other.at)
    .map(({ no }) => no);
  return to === after && again.length === 0 ? undefined : { after, to, again };
}

/** A start compares again at once: the operator may have repaired what differs. The clock may have been set back. */
function isDueAgain(at: DifferingSegment['at'], now: number, startedAt: number): boolean {
  return at <= startedAt || at > now || now - at >= AGAIN_MS;
}

/** The last segment that was settled long enough ago, as were all before it; 0 when there is none. */
function lastSettled(state: FollowState, now: number): number {
  // A segment that was settled in the future was settled before the clock was set back.
  const young = state
    .sql('SELECT min(no) AS no FROM settled WHERE settled_at > ? AND settled_at <= ?')
    .get(now - SETTLED_MS, now)!['no'] as number | null;
  if (young !== null) return young - 1;
  return (state.sql('SELECT max(no) AS no FROM settled').get()!['no'] as number | null) ?? 0;
}

/** Selects as many due segments as are compared together: first new segments, then others again. @returns them in the order of the plan */
export function selectDue(
  { after, to, again }: DueSegments,
  segments: readonly PlanSegment[],
): PlanSegment[] {
  const isNew = ({ no }: PlanSegment): boolean => no > after && no <= to;
  const due = [...segments.filter(isNew), ...again.flatMap((no) => segments[no - 1] ?? [])];
  let batches = 0;
  const selected = due.filter(({ first, last }, index) => {
    batches += last - first + 1;
    return index === 0 || batches <= MOST_BATCHES;
  });
  return selected.toSorted((one, other) => one.no - other.no);
}

/** Selects the segments that were not yet found as planned, for a comparison that leaves none out. */
export function selectAll(
  state: FollowState,
): (segments: readonly PlanSegment[]) => readonly PlanSegment[] {
  const after = state.fact('comparedTo') ?? 0;
  const differing = new Set((state.fact('differing') ?? []).map(({ no }) => no));
  return (segments) => segments.filter(({ no }) => no > after || differing.has(no));
}
