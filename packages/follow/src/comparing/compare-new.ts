import { compareSegments, isAsPlanned, type KindComparison } from '@chatferry/job/following';
import { openPlan, type PlanSegment } from '@chatferry/planner';
import type { FollowerPorts } from '../following/follower-ports.ts';
import { DifferingRecords, keepCompared } from './differing-records.ts';

/** The result of comparing segments with the app. */
export interface ComparedSegments {
  /** Records that were compared. */
  readonly records: number;
  readonly asPlanned: number;
  /** Records that no list of the app shows. */
  readonly hidden: number;
  readonly requests: number;
  /** The kinds with records that are missing, different or doubled. */
  readonly differing: readonly KindComparison[];
}

/**
 * Compares segments with the app, and keeps the result in the state. A record that a later segment decides about is left to that segment.
 *
 * @param wanted selects the segments, in order
 * @throws {ApiError} @throws the signal's reason; nothing is kept then
 */
export async function compareNew(
  { job, state, target, options, onAnswer, clock }: FollowerPorts,
  wanted: (segments: readonly PlanSegment[]) => readonly PlanSegment[],
  signal: AbortSignal,
): Promise<ComparedSegments> {
  using plan = openPlan(job.plan);
  const segments = wanted(plan.segments);
  const found = new DifferingRecords(segments);
  const kinds: KindComparison[] = [];
  let requests = 0;
  for (const consecutive of runsOf(segments))
    kinds.push(
      ...(await compareSegments({
        job,
        plan,
        target,
        routes: options.routes,
        segments: consecutive,
        ...(options.requestsPerMinute === 'unlimited' ? { requestsPerMinute: 'unlimited' } : {}),
        onAnswer: (answer) => {
          requests++;
          onAnswer?.(answer);
        },
        onResult: (kind, result) => found.take(kind, result),
        clock,
        signal,
      })),
    );
  keepCompared(state, segments, found, clock.now());
  const sum = (of: (kind: KindComparison) => number): number =>
    kinds.reduce((total, kind) => total + of(kind), 0);
  return {
    records: sum(({ planned }) => planned),
    asPlanned: sum(({ same }) => same),
    hidden: sum(({ hidden }) => hidden),
    requests,
    differing: kinds.filter((kind) => !isAsPlanned(kind)),
  };
}

/** Divides segments into runs of consecutive segments. */
function runsOf(segments: readonly PlanSegment[]): PlanSegment[][] {
  const runs: PlanSegment[][] = [];
  for (const segment of segments) {
    const open = runs.at(-1);
    if (open?.at(-1)?.no === segment.no - 1) open.push(segment);
    else runs.push([segment]);
  }
  return runs;
}
