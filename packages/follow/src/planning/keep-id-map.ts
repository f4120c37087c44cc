import type { JobFolder } from '@chatferry/job';
import { writeIdMap } from '@chatferry/job/following';
import { openPlan } from '@chatferry/planner';

/** Writes the ids that were changed, those of all segments. */
export function keepIdMap({ plan: file, idMap }: JobFolder): void {
  using plan = openPlan(file);
  writeIdMap(plan, idMap);
}
