import * as job from '@chatferry/job';
import { jobCommands } from './printing/job-commands.ts';

// The functions of `@chatferry/job` that write a report; here, the report names the commands that continue the job.

export function importRows(
  rows: job.RowsByKind,
  options: job.ImportOptions,
): Promise<job.ImportOutcome> {
  return job.importRows(rows, withCommands(options));
}

export function runJob(options: job.RunJobOptions): AsyncGenerator<job.JobEvent, job.RunOutcome> {
  return job.runJob(withCommands(options));
}

export function retryJob(options: job.RunJobOptions): AsyncGenerator<job.JobEvent, job.RunOutcome> {
  return job.retryJob(withCommands(options));
}

export function repairJob(
  options: job.RepairJobOptions,
): AsyncGenerator<job.JobEvent, job.RepairOutcome> {
  return job.repairJob(withCommands(options));
}

export function verifyJob(options: job.VerifyJobOptions): Promise<job.VerifyOutcome> {
  return job.verifyJob(withCommands(options));
}

/** The target is read when a command is formatted, because the run itself records it. */
function withCommands<Options extends { readonly job: string; readonly stepName?: job.StepName }>(
  options: Options,
): Options {
  const { job: folder } = options;
  const stepName: job.StepName = (step) =>
    jobCommands(job.jobFolder(folder), { job: folder }, () => false, {})(step);
  return { stepName, ...options };
}
