import { systemClock } from '@chatferry/client';
import { ChangePlanWriter, type Plan, type PlannedChange } from '@chatferry/planner';
import { type JobTarget, lockJob } from '@chatferry/runner';
import type { JobFolder } from '../folder/job-folder.ts';
import { makeJobFolder } from '../folder/make-job-folder.ts';
import { version } from '../planning/version.ts';
import { changeRules } from './change-rules.ts';

export interface ChangesToPlan {
  /** The folder of the changes, which has no plan and no ledger yet. It is a job folder of its own. */
  readonly job: JobFolder;
  /** The plan of the job whose records are changed. */
  readonly of: Plan;
  /** The only app that the changes may be sent to. */
  readonly target: JobTarget;
  readonly changes: AsyncIterable<PlannedChange>;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Makes a plan of changes in a job folder of its own, so that it is sent, resumed, retried and reported like any other plan.
 *
 * @throws {JobLockedError} while another process sends the changes @throws {PlanError} @throws the signal's reason
 */
export async function planChanges({
  job,
  of,
  target: { appId, region, baseUrl },
  changes,
  signal,
}: ChangesToPlan): Promise<void> {
  makeJobFolder(job);
  using _ = lockJob(job.path, systemClock.now());
  using writer = new ChangePlanWriter(job.plan, {
    ...changeRules(systemClock.now()),
    action: 'change',
  });
  for await (const change of changes) {
    signal?.throwIfAborted();
    writer.add(change);
  }
  const target = { appId, ...(region && { region }), ...(baseUrl && { baseUrl }) };
  writer.finish({ config: { after: { plan: of.id, landed: {}, target } }, version });
}
