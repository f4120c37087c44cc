import { systemClock } from '@chatferry/client';
import { lockJob, type RunEvent } from '@chatferry/runner';
import { jobFolder, requirePlan } from '../folder/job-folder.ts';
import { secureJobFolder } from '../folder/secure-job-folder.ts';
import { functionName } from '../folder/step-name.ts';
import { whyNotWritten } from '../folder/why-not-written.ts';
import { writeReport } from '../report/write-report.ts';
import { defaultRunOptions } from '../sending/default-run-options.ts';
import { checkedTarget } from '../sending/target.ts';
import { planUndo, READS_PER_MINUTE } from '../undoing/plan-undo.ts';
import { sendUndo } from '../undoing/send-undo.ts';
import { setLedgerAside } from '../undoing/set-ledger-aside.ts';
import { leftOf, undoStatus, type UndoStatus } from '../undo-state/undo-state.ts';
import type { UndoJobOptions } from './options.ts';

/**
 * Removes for good what a job created in the app. Yields events, and returns what was removed. Leaving the loop early stops
 * it; the next call continues. Users and groups that hold records which the job did not create are kept.
 *
 * @throws {JobError} without a plan, when nothing was sent, and for a target that cannot be right
 * @throws {JobLockedError} when another process works on the job
 * @throws {LedgerError} `other-target`, and when the ledger cannot be used
 * @throws {ApiError} when the app cannot be read
 */
export async function* undoJob({
  job: folder,
  target,
  confirm,
  isForced = false,
  signal = new AbortController().signal,
  stepName = functionName,
  ...options
}: UndoJobOptions): AsyncGenerator<RunEvent, UndoStatus> {
  const job = jobFolder(folder);
  requirePlan(job, 'planFiles or planRows');
  secureJobFolder(job);
  using lock = lockJob(job.path, systemClock.now());
  setLedgerAside(job);
  const checked = checkedTarget(target);
  const requestsPerMinute = READS_PER_MINUTE;
  const planned = await planUndo({ job, target: checked, requestsPerMinute, signal });
  const isDone = planned.state === 'done' && leftOf(planned) === 0;
  if (isDone || !(await confirm(planned))) return planned;
  try {
    yield* sendUndo({
      job,
      lock,
      target: checked,
      isForced,
      options: { ...defaultRunOptions, ...options },
      stop: { finish: signal },
    });
  } finally {
    // The result is ignored: it fails for reasons that the run itself reports.
    whyNotWritten(job.report, () => writeReport(job, stepName, undefined));
  }
  return undoStatus(job)!;
}
