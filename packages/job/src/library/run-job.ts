import { systemClock } from '@chatferry/client';
import { openPlan } from '@chatferry/planner';
import { lockJob, type RunEvent, type RunResult } from '@chatferry/runner';
import { checkedTarget } from '../sending/target.ts';
import { jobFolder, requirePlan } from '../folder/job-folder.ts';
import { secureJobFolder } from '../folder/secure-job-folder.ts';
import { functionName } from '../folder/step-name.ts';
import { whyNotWritten } from '../folder/why-not-written.ts';
import { concludeRun } from '../conclusion/conclude-job.ts';
import { excludedOf } from '../accounting/excluded.ts';
import { writeReport } from '../report/write-report.ts';
import { defaultRunOptions } from '../sending/default-run-options.ts';
import { sendPlan } from '../sending/send-plan.ts';
import { sumsOf } from '../accounting/sums.ts';
import type { RunJobOptions, RunOutcome } from './options.ts';

/**
 * Sends the plan of a job folder, and continues where an earlier run stopped. Yields events, and returns the outcomes
 * of all rows; `report.html` in the job folder contains the same. Leaving the loop early stops the run; the next run
 * continues.
 *
 * @throws {JobError} without a plan, and for a target that cannot be right, or is not the one the job was sent to before
 * @throws {JobLockedError} when another process works on the job
 * @throws {LedgerError} when the ledger cannot be used
 */
export async function* runJob({
  job: folder,
  target,
  signal,
  stepName = functionName,
  ...options
}: RunJobOptions): AsyncGenerator<RunEvent, RunOutcome> {
  const job = jobFolder(folder);
  requirePlan(job, 'planFiles or planRows');
  secureJobFolder(job);
  using lock = lockJob(job.path, systemClock.now());
  using plan = openPlan(job.plan);
  const excluded = excludedOf(plan);
  let result: RunResult;
  try {
    result = yield* sendPlan({
      job,
      lock,
      plan,
      target: checkedTarget(target),
      options: { ...defaultRunOptions, ...options },
      stop: { finish: signal },
    });
  } finally {
    // The result is ignored: it fails for reasons that the run itself reports.
    whyNotWritten(job.report, () => writeReport(job, stepName, undefined));
  }
  const sums = sumsOf(plan, excluded, result.counts);
  const conclusion = concludeRun({ job, plan, sums, result, target, isInStore: false });
  return { ...result, sums, conclusion };
}
