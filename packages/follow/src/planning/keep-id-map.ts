import type { JobFolder } from '@chatferry/job';
import { writeIdMap } from '@chatferry/job/following';
import { openPlan } from '@chatferry/planner';

/** The map of changed ids has the ids of all segments. */
export function keepIdMap({ plan: file, idMap }: JobFolder): void {
  using plan = openPlan(file);
  writeIdMap(plan, idMap);
}
