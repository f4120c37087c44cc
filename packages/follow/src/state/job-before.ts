import { existsSync } from 'node:fs';
import { JobError, type JobFolder, jobFolder } from '@chatferry/job';
import { afterConfigOf, namedFolder, placesOf } from '@chatferry/job/following';
import { openPlan, type Plan } from '@chatferry/planner';
import type { FollowState } from './follow-state.ts';

/**
 * Opens the plan of the job before a follower. It has the contents that landed there, with which changed rows are compared.
 *
 * @param plan the follower's
 * @param places where the job folder may be
 * @throws {JobError} `follow-differs` when it is in none of the places
 */
export function openBefore(
  job: JobFolder,
  plan: Plan,
  places: readonly string[],
): { readonly folder: string; readonly plan: Plan } {
  const id = afterConfigOf(plan)!.plan;
  for (const folder of places) {
    const file = jobFolder(folder).plan;
    if (!existsSync(file)) continue;
    const before = openPlan(file);
    if (before.includes(id)) return { folder, plan: before };
    before.close();
  }
  throw new JobError(
    'follow-differs',
    `The job before ${job.path} is not in ${places.join(', and not in ')}.`,
    'Put its folder back: changes are compared with what landed from there. Or name the place where it is now.',
    { path: places[0]! },
  );
}

/** Finds the folder of the job before a follower, and keeps its place. @throws {JobError} `follow-differs` */
export function keepFolderBefore(
  job: JobFolder,
  plan: Plan,
  state: FollowState,
  given: string | undefined,
): string {
  const kept = state.fact('after')!;
  const named = typeof kept === 'string' ? { job: kept } : kept;
  const places = [...placesOf(job.path, named), ...(given === undefined ? [] : [given])];
  const { folder, plan: before } = openBefore(job, plan, places);
  before.close();
  state.setFact('after', namedFolder(job.path, folder));
  return folder;
}
