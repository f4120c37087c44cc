import { statSync } from 'node:fs';
import { openPlan } from '@chatferry/planner';
import { isUnchanged } from '../input/fingerprint.ts';
import type { JobFolder } from '../folder/job-folder.ts';

/**
 * Lists the inputs that changed after the plan was made. An input that does not exist is not listed: a plan does not
 * need its inputs, and may have been made on another machine.
 */
export async function changedSince(job: JobFolder): Promise<string[]> {
  using plan = openPlan(job.plan);
  const changes: string[] = [];
  for (const input of plan.inputs) {
    const { file, modifiedMs } = input;
    const now = modifiedMs === undefined ? undefined : statSync(file, { throwIfNoEntry: false });
    if (now === undefined || !now.isFile()) continue;
    if (!(await isUnchanged(file, input)))
      changes.push(`${file} has changed since it was planned.`);
  }
  return [...new Set(changes)]; // a file may be the input of several kinds
}
