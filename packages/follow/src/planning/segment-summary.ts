import type { JobFolder } from '@chatferry/job';
import { openPlan, type PlanSummary } from '@chatferry/planner';

/** The numbers of a plan in its own folder. */
export function segmentSummary(folder: JobFolder): Pick<PlanSummary, 'kinds' | 'requests'> & {
  /** Whether ids were changed. */
  readonly hasIds: boolean;
} {
  using plan = openPlan(folder.plan);
  const { kinds, requests } = plan.summary;
  return { kinds, requests, hasIds: plan.idMap().next().done !== true };
}
