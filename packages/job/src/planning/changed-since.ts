import { statSync } from 'node:fs';
import { openPlan } from '@chatferry/planner';
import { fingerprintOf } from '../input/fingerprint.ts';
import type { JobFolder } from '../folder/job-folder.ts';

/**
 * Lists the inputs that changed after the plan was made. An input that does not exist is not listed: a plan does not
 * need its inputs, and may have been made on another machine.
 */
export async function changedSince(job: JobFolder): Promise<string[]> {
  using plan = openPlan(job.plan);
  const changes: string[] = [];
  for (const { file, bytes, modifiedMs, sha256 } of plan.inputs) {
    const now = modifiedMs === undefined ? undefined : statSync(file, { throwIfNoEntry: false });
    if (now === undefined || !now.isFile()) continue;
    const isSame =
      now.size === bytes &&
      (now.mtimeMs === modifiedMs || (await fingerprintOf(file)).sha256 === sha256);
    if (!isSame) changes.push(`${file} has changed since it was planned.`);
  }
  return [...new Set(changes)]; // a file may be the input of several kinds
}
