import { systemClock } from '@chatferry/client';
import { kindsInOrder } from '@chatferry/contract';
import { openPlan } from '@chatferry/planner';
import { type Destination, lockJob, openLedger, retry } from '@chatferry/runner';
import type { JobFolder } from '../folder/job-folder.ts';
import { laterRecords } from '../planning/later-records.ts';
import { writeErrors } from '../sending/write-errors.ts';
import { refuseDuringUndo } from '../undo-state/undo-state.ts';
import { retryWhatIsMissing } from './retry-what-is-missing.ts';

export interface MarkedForRetry {
  /** Records that the next run sends again. */
  readonly records: number;
  /** Whether they include records that the latest verification found missing. This needs an unchanged `differences.jsonl`. */
  readonly includesMissing: boolean;
}

/**
 * Marks records that failed, were skipped, are unresolved or were found missing, so that the next run sends them again.
 * Removes `errors.jsonl` and `failed/`, which list these records: the run may be killed before it writes the files again.
 *
 * @throws {JobError} `undo-begun`, `later-job`
 * @throws {JobLockedError} when another process works on the job
 */
export async function markForRetry(job: JobFolder, to: Destination): Promise<MarkedForRetry> {
  using _ = lockJob(job.path, systemClock.now());
  refuseDuringUndo(job);
  using plan = openPlan(job.plan);
  using ledger = openLedger(job.ledger, plan, to);
  // Do this first: it skips batches that have changed since the verification, and `retry` changes batches.
  const later = laterRecords(job, plan);
  const missing = await retryWhatIsMissing(job, plan.id, to.target, ledger, later.decides);
  // If there are later jobs, they plan the records that did not land here.
  const others = later.jobs.length === 0 ? plan.superseded : { has: () => true };
  const counts = retry(ledger, systemClock.now(), others);
  await writeErrors(job, plan, ledger);
  const marked = kindsInOrder.reduce((sum, kind) => {
    const { failed, skipped, unresolved } = counts[kind];
    return sum + failed + skipped + unresolved;
  }, 0);
  return missing === 'unusable'
    ? { records: marked, includesMissing: false }
    : { records: marked + missing, includesMissing: true };
}
