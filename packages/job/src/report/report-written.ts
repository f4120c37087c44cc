import type { JobHolder } from '@chatferry/runner';
import type { JobFolder } from '../folder/job-folder.ts';
import type { StepName } from '../folder/step-name.ts';
import { whyNotWritten } from '../folder/why-not-written.ts';
import { writeReport } from './write-report.ts';

/** Whether `report.html` could be written, and if not, why. */
export type ReportEvent =
  | { readonly type: 'report'; readonly written: true }
  | { readonly type: 'report'; readonly written: false; readonly why: string };

/** Writes `report.html`. An error does not end the work that the report is about. @param holder the process that holds the job */
export function reportWritten(job: JobFolder, next: StepName, holder?: JobHolder): ReportEvent {
  const why = whyNotWritten(job.report, () => writeReport(job, next, holder));
  return why === undefined
    ? { type: 'report', written: true }
    : { type: 'report', written: false, why };
}
