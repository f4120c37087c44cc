import type { RunEvent } from '@chatferry/runner';
import {
  type ImportOptions,
  type ImportOutcome,
  importRows as importRowsOfJob,
  jobFolder,
  type RowsByKind,
  runJob as runJobOfJob,
  type RunJobOptions,
  type RunOutcome,
  type StepName,
} from '@chatferry/job';
import { jobCommands } from './printing/job-commands.ts';

/** As `importRows` of `@chatferry/job`; the report names the commands that continue the job. */
export function importRows(rows: RowsByKind, options: ImportOptions): Promise<ImportOutcome> {
  return importRowsOfJob(rows, { stepName: commandName(options.job), ...options });
}

/** As `runJob` of `@chatferry/job`; the report names the commands that continue the job. */
export function runJob(options: RunJobOptions): AsyncGenerator<RunEvent, RunOutcome> {
  return runJobOfJob({ stepName: commandName(options.job), ...options });
}

/** The target is looked up when a command is named: the run itself records it. */
function commandName(folder: string): StepName {
  return (step) => jobCommands(jobFolder(folder), { job: folder }, () => false, {})(step);
}
