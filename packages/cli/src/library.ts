import * as job from '@chatferry/job';
import { jobCommands } from './printing/job-commands.ts';

// The functions of `@chatferry/job` that write a report. In this package, the report names the commands that continue the job.

export const importRows: typeof job.importRows = (rows, options) =>
  job.importRows(rows, withCommands(options));

export const runJob: typeof job.runJob = (options) => job.runJob(withCommands(options));

export const retryJob: typeof job.retryJob = (options) => job.retryJob(withCommands(options));

export const repairJob: typeof job.repairJob = (options) => job.repairJob(withCommands(options));

export const undoJob: typeof job.undoJob = (options) => job.undoJob(withCommands(options));

export const verifyJob: typeof job.verifyJob = (options) => job.verifyJob(withCommands(options));

/** Reads the target when a command is formatted, because the run itself records the target. */
function withCommands<Options extends { readonly job: string; readonly stepName?: job.StepName }>(
  options: Options,
): Options {
  const { job: folder } = options;
  const stepName: job.StepName = (step) =>
    jobCommands(job.jobFolder(folder), { job: folder }, () => false, {})(step);
  return { stepName, ...options };
}
