import {
  type ControlState,
  jobHolder,
  type JobHolder,
  readControl,
  runStatus,
  type Status,
} from '@chatferry/runner';
import { type WithFilledKinds, withFilledKinds } from '../accounting/filled-kinds.ts';
import { openPlan } from '@chatferry/planner';
import { concludeJob } from '../conclusion/conclude-job.ts';
import type { Conclusion } from '../conclusion/conclusion.ts';
import { type JobFolder, jobFolder, requirePlan } from '../folder/job-folder.ts';
import { followStatus, type FollowStatus } from '../folder/follow-status.ts';
import { undoStatus, type UndoStatus } from '../undo-state/undo-state.ts';
import { checkJobFiles } from '../folder/secure-job-folder.ts';

/** Progress of a job. Kinds with nothing in them are left out. */
export type JobStatus = WithFilledKinds<WholeJobStatus>;

/** Progress of a job, with all kinds. */
export interface WholeJobStatus extends Status {
  /** The process that holds the job. */
  readonly holder: JobHolder | undefined;
  /** Requests of other processes to the run: pause, rate. */
  readonly control: ControlState;
  /** The state of the job's undo; absent when none has begun, and when the job was run again after the undo. */
  readonly undo: Pick<UndoStatus, 'state'> | undefined;
  /** The lag of the job after the databases that it follows; undefined for a job that does not follow. */
  readonly follow: FollowStatus | undefined;
  /** The statements about the job. */
  readonly conclusion: Conclusion;
}

/**
 * Reads the progress of a job. Changes nothing, and does not disturb a run.
 *
 * @param endsAt when the run in progress is expected to end, milliseconds since 1970, if the caller knows it
 * @throws {JobError} without a plan
 *
 * @example
 * ```ts
 * const { conclusion, holder } = jobStatus('job');
 * console.log(conclusion.headline, holder === undefined ? 'No process works on it.' : holder.pid);
 * ```
 */
export function jobStatus(folder: string, endsAt?: number): JobStatus {
  return withFilledKinds(wholeJobStatus(folder, endsAt));
}

/** Like `jobStatus`, with all kinds. */
export function wholeJobStatus(folder: string, endsAt?: number): WholeJobStatus {
  const job = jobFolder(folder);
  requirePlan(job, 'planFiles or planRows');
  checkJobFiles(job);
  const status = runStatus(job.plan, job.ledger);
  const undo = undoStatus(job);
  const holder = jobHolder(job.path);
  return {
    ...status,
    holder,
    control: readControl(job.path),
    undo: undo === undefined || undo.state === 'planned' ? undefined : { state: undo.state },
    follow: followOf(job),
    conclusion: concludeJob(job, status, holder, endsAt),
  };
}

function followOf(job: JobFolder): FollowStatus | undefined {
  using plan = openPlan(job.plan);
  return followStatus(job, plan.segments);
}
