import { existsSync } from 'node:fs';
import { runStatus } from '@chatferry/runner';
import type { JobFolder } from './job-folder.ts';

/** Whether anything of the job's plan has been settled, so that another plan can no longer take its place. */
export function hasBegun(job: JobFolder): boolean {
  if (!existsSync(job.ledger) || !existsSync(job.plan)) return false;
  return Object.values(runStatus(job.plan, job.ledger).kinds).some(
    ({ planned, pending }) => pending < planned,
  );
}
