import { createHash } from 'node:crypto';
import type { Plan } from '@chatferry/planner';
import { type JobTarget, placeOf } from '@chatferry/runner';

/** The name of a job for people, commands and metrics: the same for the same plan and app. */
export function jobName(plan: Pick<Plan, 'id'>, target: JobTarget): string {
  const hash = createHash('sha256')
    .update(`${plan.id} ${placeOf(target)}`)
    .digest('hex');
  return `${target.appId}-${hash.slice(0, 8)}`;
}
