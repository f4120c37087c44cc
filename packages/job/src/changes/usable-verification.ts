import { kindsInOrder } from '@chatferry/contract';
import { openPlan } from '@chatferry/planner';
import { type JobTarget, placeOf, runStatus } from '@chatferry/runner';
import type { JobFolder } from '../folder/job-folder.ts';
import { isSealed } from '../verifying/difference-lines.ts';
import { rememberedVerification, type Verification } from '../verifying/verification.ts';

/**
 * The latest verification, if it read all kinds of this app to the end and found differences, if nothing was sent since, and if
 * `differences.jsonl` is still its file. A verification without differences does not show later changes of the app.
 */
export async function usableVerification(
  job: JobFolder,
  target: JobTarget,
): Promise<Verification | undefined> {
  using plan = openPlan(job.plan);
  const found = rememberedVerification(job, plan.id);
  if (found?.differences === undefined || found.unfinishedSince !== undefined) return undefined;
  if (found.differences.lines === 0) return undefined;
  if (placeOf(found.target) !== placeOf(target)) return undefined;
  const { lastChangeAt = 0 } = runStatus(job.plan, job.ledger);
  const readAt = new Map(found.kinds.map(({ kind, at }) => [kind, Date.parse(at)]));
  const isCurrent = kindsInOrder
    .filter((kind) => plan.summary.kinds[kind].planned > 0)
    .every((kind) => (readAt.get(kind) ?? -Infinity) >= lastChangeAt);
  return isCurrent && (await isSealed(job.differences, found.differences)) ? found : undefined;
}
