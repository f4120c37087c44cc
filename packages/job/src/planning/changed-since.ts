import { statSync } from 'node:fs';
import { openPlan } from '@chatferry/planner';
import { fingerprintOf } from '../input/fingerprint.ts';
import type { JobFolder } from '../folder/job-folder.ts';

/**
 * Says of each input that is no longer what the plan was made from. One that is not there says nothing: a plan needs
 * no inputs any more, and may have come from another machine.
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
  return changes;
}
