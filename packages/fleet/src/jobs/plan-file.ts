import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { JobError } from '@chatferry/job';
import { openPlan, type Plan } from '@chatferry/planner';
import type { PlanSource } from './worked-job.ts';

/** Where a plan is, and how workers recognise it. @throws {JobError} @throws {PlanError} */
export async function describePlan(location: string): Promise<PlanSource> {
  using plan = openPlanFile(location);
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(location) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { location, id: plan.id, bytes, sha256: hash.digest('hex') };
}

/** Opens the plan of a job. @throws {JobError} @throws {PlanError} */
export function openSubmittedPlan({ location, id }: PlanSource): Plan {
  const plan = openPlanFile(location);
  if (plan.id === id) return plan;
  plan.close();
  throw new JobError('no-plan', `${location} is not the plan that was submitted.`);
}

function openPlanFile(location: string): Plan {
  if (!existsSync(location))
    throw new JobError('no-plan', `There is no plan at ${location}.`, 'Correct the path.');
  return openPlan(location);
}
