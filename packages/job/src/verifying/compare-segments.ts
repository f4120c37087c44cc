import { type ClientOptions, createClient } from '@chatferry/client';
import { type Kind, kindsInOrder } from '@chatferry/contract';
import type { Plan } from '@chatferry/planner';
import { openPartToRead, type RunOptions } from '@chatferry/runner';
import type { JobFolder } from '../folder/job-folder.ts';
import type { Target } from '../sending/target.ts';
import { comparedKinds } from './compared-kinds.ts';
import type { KindComparison } from './kind-tally.ts';

export interface SegmentsToCompare {
  readonly job: JobFolder;
  readonly plan: Plan;
  readonly target: Target;
  readonly routes?: RunOptions['routes'];
  /** The last batch of the segments that are left out. */
  readonly afterSeq: number;
  readonly requestsPerMinute?: number | 'unlimited' | undefined;
  readonly onAnswer?: ClientOptions['onAnswer'];
  readonly signal: AbortSignal;
}

/**
 * Compares the records of the latest segments of a plan with what the service holds. Reads only the places where these records belong.
 * Writes no result, because `verify.json` is about the whole plan.
 *
 * @throws {ApiError} @throws the signal's reason
 */
export async function compareSegments({
  job,
  plan,
  target,
  routes,
  afterSeq,
  requestsPerMinute,
  onAnswer,
  signal,
}: SegmentsToCompare): Promise<readonly KindComparison[]> {
  const wanted = kindsAfter(plan, afterSeq);
  if (wanted.length === 0) return [];
  await using client = createClient({
    ...target,
    onAnswer,
    ...(requestsPerMinute === undefined
      ? {}
      : { requestsPerMinute: { standard: requestsPerMinute } }),
  });
  using part = openPartToRead(plan, job.ledger, routes?.messages, afterSeq);
  const found: KindComparison[] = [];
  for (const kind of wanted)
    found.push(
      ...(await comparedKinds([kind], { job, plan, client, routes, part, afterSeq, signal })),
    );
  return found;
}

function kindsAfter(plan: Plan, afterSeq: number): Kind[] {
  const found = new Set<Kind>();
  for (let seq = afterSeq + 1; seq <= plan.summary.requests; seq++) found.add(plan.batch(seq).kind);
  return kindsInOrder.filter((kind) => found.has(kind));
}
