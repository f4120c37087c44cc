import { compareSegments, isAsPlanned, type KindComparison } from '@chatferry/job/following';
import { openPlan } from '@chatferry/planner';
import type { FollowerPorts } from '../following/follower-ports.ts';

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
 * Compares the segments that were not yet found as planned since they were sent. Segments that are as planned are not compared again.
 *
 * @throws {ApiError} @throws the signal's reason
 */
export async function compareNew(
  { job, state, target, options }: FollowerPorts,
  signal: AbortSignal,
): Promise<ComparedSegments> {
  using plan = openPlan(job.plan);
  const comparedTo = state.fact('comparedTo') ?? 0;
  const segments = plan.segments.filter(({ no }) => no > comparedTo);
  let requests = 0;
  const kinds =
    segments.length === 0
      ? []
      : await compareSegments({
          job,
          plan,
          target,
          routes: options.routes,
          afterSeq: segments[0]!.first - 1,
          ...(options.requestsPerMinute === 'unlimited' ? { requestsPerMinute: 'unlimited' } : {}),
          onAnswer: () => requests++,
          signal,
        });
  const differing = kinds.filter((kind) => !isAsPlanned(kind));
  if (differing.length === 0) state.setFact('comparedTo', plan.segments.at(-1)!.no);
  const sum = (of: (kind: KindComparison) => number): number =>
    kinds.reduce((total, kind) => total + of(kind), 0);
  return {
    records: sum(({ planned }) => planned),
    asPlanned: sum(({ same }) => same),
    hidden: sum(({ hidden }) => hidden),
    requests,
    differing,
  };
}
