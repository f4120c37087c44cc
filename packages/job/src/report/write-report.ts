import { systemClock } from '@chatferry/client';
import { openPlan } from '@chatferry/planner';
import type { JobHolder } from '@chatferry/runner';
import type { JobFolder } from '../folder/job-folder.ts';
import { LinesFile } from '@chatferry/disk';
import type { StepName } from '../folder/step-name.ts';
import { version } from '../planning/version.ts';
import { handOverOf } from './hand-over.ts';
import { reportPage } from './page.ts';

/**
 * Writes `report.html` from the current content of the job folder, and replaces the previous one.
 *
 * @param next names the functions or commands of the next steps
 * @param holder the process that holds the job, if there is one
 * @throws {PlanError} @throws {LedgerError} @throws the system's error when it cannot be written
 */
export function writeReport(job: JobFolder, next: StepName, holder: JobHolder | undefined): void {
  using plan = openPlan(job.plan);
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const about = { holder, next, nowMs: systemClock.now(), timeZone, version };
  const page = reportPage(handOverOf(job, plan, about));
  using file = new LinesFile(job.report);
  file.write(page.source);
  file.finish();
}
