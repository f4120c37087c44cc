import {
  type ControlState,
  jobHolder,
  type JobHolder,
  readControl,
  runStatus,
  type Status,
} from '@chatferry/runner';
import { jobFolder, requirePlan } from '../folder/job-folder.ts';
import { undoText } from '../undo-state/undo-note.ts';
import { undoStatus, type UndoStatus } from '../undo-state/undo-state.ts';
import { checkJobFiles } from '../folder/secure-job-folder.ts';

/** Progress of a job. */
export interface JobStatus extends Status {
  /** The process that holds the job. */
  readonly holder: JobHolder | undefined;
  /** What other processes asked of the run: pause, rate. */
  readonly control: ControlState;
  /** How far an undo of the job is; absent without one, and when the job was run again after it. */
  readonly undo: { readonly state: UndoStatus['state']; readonly text: string } | undefined;
}

/** Reads the progress of a job. Changes nothing, and does not disturb a run. @throws {JobError} without a plan */
export function jobStatus(folder: string): JobStatus {
  const job = jobFolder(folder);
  requirePlan(job, 'planFiles or planRows');
  checkJobFiles(job);
  const status = runStatus(job.plan, job.ledger);
  const undo = undoStatus(job);
  const text = undo && undoText(undo);
  return {
    ...status,
    holder: jobHolder(job.path),
    control: readControl(job.path),
    undo: undo && text !== undefined ? { state: undo.state, text } : undefined,
  };
}
