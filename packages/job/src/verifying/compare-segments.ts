import { type ClientOptions, type Clock, createClient } from '@chatferry/client';
import { type Kind, kindsInOrder } from '@chatferry/contract';
import type { BatchRange, Plan, PlanSegment } from '@chatferry/planner';
import { type ComparedRecord, openPartToRead, type RunOptions } from '@chatferry/runner';
import type { JobFolder } from '../folder/job-folder.ts';
import type { Target } from '../sending/target.ts';
import { comparedKinds } from './compared-kinds.ts';
import type { KindComparison } from './kind-tally.ts';

export interface SegmentsToCompare {
  readonly job: JobFolder;
  readonly plan: Plan;
  readonly target: Target;
  readonly routes?: RunOptions['routes'];
  /** Consecutive segments of the plan, one or more. */
  readonly segments: readonly PlanSegment[];
  readonly requestsPerMinute?: number | 'unlimited' | undefined;
  readonly onAnswer?: ClientOptions['onAnswer'];
  /** Called for each record whose result is known. */
  readonly onResult?: ((kind: Kind, result: ComparedRecord) => void) | undefined;
  readonly clock?: Clock | undefined;
  readonly signal: AbortSignal;
}

/**
 * Compares the records of segments with what the service holds. Leaves out a record that a later segment of the plan decides about, also
 * when that segment is not among these. Reads only the places where the records belong. Writes no result, because `verify.json` is about
 * the whole plan.
 *
 * @throws {ApiError} @throws the signal's reason
 */
export async function compareSegments({
  job,
  plan,
  target,
  routes,
  segments,
  requestsPerMinute,
  onAnswer,
  onResult,
  clock,
  signal,
}: SegmentsToCompare): Promise<readonly KindComparison[]> {
  const range = { first: segments[0]!.first, last: segments.at(-1)!.last };
  const wanted = kindsIn(plan, range);
  if (wanted.length === 0) return [];
  await using client = createClient({
    ...target,
    onAnswer,
    clock,
    ...(requestsPerMinute === undefined
      ? {}
      : { requestsPerMinute: { standard: requestsPerMinute } }),
  });
  using part = openPartToRead(plan, job.ledger, routes?.messages, range);
  const found: KindComparison[] = [];
  for (const kind of wanted)
    found.push(
      ...(await comparedKinds([kind], {
        job,
        plan,
        client,
        routes,
        part,
        range,
        onResult,
        signal,
      })),
    );
  return found;
}

function kindsIn(plan: Plan, { first, last }: BatchRange): Kind[] {
  const found = new Set<Kind>();
  for (let seq = first; seq <= last; seq++) found.add(plan.batch(seq).kind);
  return kindsInOrder.filter((kind) => found.has(kind));
}
