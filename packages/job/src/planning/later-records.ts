import { existsSync } from 'node:fs';
import { freeIdHash, type Kind } from '@chatferry/contract';
import { entryOf, openPlan, type Plan, subjectOf } from '@chatferry/planner';
import { firstRunAt, movedLedger, runStatus } from '@chatferry/runner';
import { JobError } from '../errors/job-error.ts';
import { type JobFolder, jobFolder } from '../folder/job-folder.ts';
import { afterConfigOf } from './open-earlier-job.ts';
import { laterJobs } from '../folder/later-job.ts';

/** The later jobs that have sent something, and the records that they decide about. */
export interface LaterRecords {
  /** Their folders; none when no later job has sent anything. */
  readonly jobs: readonly string[];
  /** Whether a later job has sent, changed or removed the record, or is about to. */
  readonly decides: (kind: Kind, id: string) => boolean;
}

/**
 * Finds the jobs that have begun after this job, and the jobs after those.
 *
 * @throws {JobError} `later-job` when a folder is not at its place: what was sent from it is not known
 */
export function laterRecords(job: JobFolder, plan: Plan): LaterRecords {
  const jobs: string[] = [];
  const hashes = new Map<Kind, Set<number>>();
  eachBegunAfter(job, plan, (folder, later) => {
    jobs.push(folder);
    addRecords(later, hashes);
  });
  return {
    jobs,
    decides: (kind, id) => hashes.get(subjectOf(kind))?.has(freeIdHash(id)) === true,
  };
}

/**
 * Lists the plans that have begun after this job, and after those jobs. Other plans decide about other records. Reads no records.
 *
 * @throws {JobError} `later-job`
 */
export function plansBegunAfter(job: JobFolder, plan: Plan): readonly string[] {
  const plans: string[] = [];
  eachBegunAfter(job, plan, (_, { id }) => plans.push(id));
  return plans.toSorted();
}

function eachBegunAfter(
  job: JobFolder,
  plan: Plan,
  onJob: (folder: string, plan: Plan) => void,
): void {
  const seen = new Set<string>();
  const visit = (earlier: JobFolder, before: Plan): void => {
    for (const { places, after } of laterJobs(earlier)) {
      if (!before.includes(after)) continue;
      let isFound = false;
      for (const folder of places) {
        const later = jobFolder(folder);
        if (!existsSync(later.plan)) continue;
        using opened = openPlan(later.plan);
        // Another job may be in the folder by now.
        if (afterConfigOf(opened)?.plan !== after) continue;
        isFound = true;
        if (seen.has(folder) || !hasBegun(later)) continue;
        seen.add(folder);
        onJob(folder, opened);
        visit(later, opened);
      }
      const named = places.at(-1)!;
      if (!isFound && !existsSync(jobFolder(named).plan)) throw notFound(earlier, named);
    }
  };
  visit(job, plan);
}

/** Whether something was sent, or a store has the ledger. */
function hasBegun({ ledger }: JobFolder): boolean {
  if (!existsSync(ledger)) return false;
  return firstRunAt(ledger) !== undefined || movedLedger(ledger) !== undefined;
}

function addRecords(plan: Plan, hashes: Map<Kind, Set<number>>): void {
  for (let seq = 1; seq <= plan.summary.requests; seq++) {
    const batch = plan.batch(seq);
    const subject = subjectOf(batch.kind);
    let own = hashes.get(subject);
    if (own === undefined) hashes.set(subject, (own = new Set()));
    for (const position of batch.ends.keys()) own.add(freeIdHash(entryOf(batch, position).id));
  }
}

function notFound(job: JobFolder, folder: string): JobError {
  return new JobError(
    'later-job',
    `The job ${folder} was planned after ${job.path}, and is not there: what it has changed or removed is not known.`,
    `Put its folder back. If nothing was sent from it, delete ${job.laterJobs}.`,
    { path: job.laterJobs },
  );
}

/**
 * Refuses to send the rest of a job when a later job has begun: the later job has planned the rest, and may have changed or removed it
 * since. A run may be repeated when nothing is left to send.
 *
 * @throws {JobError} `later-job`
 */
export function refuseRunAfterLaterJob(job: JobFolder): void {
  if (laterJobs(job).length === 0) return;
  const { kinds } = runStatus(job.plan, job.ledger);
  if (Object.values(kinds).every(({ pending }) => pending === 0)) return;
  refuseAfterLaterJob(job);
}

/**
 * Refuses to send a job from a store when a later job has begun, whatever is left to send.
 *
 * @throws {JobError} `later-job`
 */
export function refuseAfterLaterJob(job: JobFolder): void {
  if (laterJobs(job).length === 0) return;
  using plan = openPlan(job.plan);
  const [later] = laterRecords(job, plan).jobs;
  if (later === undefined) return;
  throw new JobError(
    'later-job',
    `The job ${later} has begun after ${job.path}. What is sent from here now could take back what it has changed or removed.`,
    `What was not sent from here is planned there: send it from ${later}.`,
    { path: later },
  );
}
