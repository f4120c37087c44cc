import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { JobError } from '../errors/job-error.ts';

/** Names of the files whose length and hash the plan records. */
export const REJECTS = 'rejects.jsonl';
export const DROPPED = 'dropped.jsonl';
export const NOT_CARRIED = 'not-carried.jsonl';
export const CHANGED = 'changed.jsonl';
export const GONE = 'gone.jsonl';

const DEFAULT_JOB = 'chatferry-job';

/** The files of a job, by what they are for; docs/job-folder.md describes each. */
export interface JobFolder {
  readonly path: string;
  readonly plan: string;
  readonly ledger: string;
  readonly rejects: string;
  /** Optional fields that were left out of records. */
  readonly dropped: string;
  /** Records of an export of a named system that no kind can contain. */
  readonly notCarried: string;
  /** Records that landed in an earlier job and have other content now. */
  readonly changed: string;
  /** Records that landed in an earlier job and are no longer in the export. */
  readonly gone: string;
  readonly errors: string;
  readonly failed: string;
  readonly idMap: string;
  readonly log: string;
  /** The rate of a run and the cause of a delay; exists only during the run. */
  readonly progress: string;
  /** Result of the latest comparison with the service. */
  readonly verification: string;
  /** Every difference that the comparison found. */
  readonly differences: string;
  /** Work file of a comparison: the records that the service holds. */
  readonly heldRecords: string;
  /** Finds records and conversations in the plan; a cache, made when `view` is opened. */
  readonly index: string;
  /** The hand-over report. */
  readonly report: string;
  /** Folder for the rows of an export of a named system, until they are judged. */
  readonly exportRows: string;
  /** The jobs that were planned after this one. */
  readonly laterJobs: string;
  /** Folder of the plan and the ledger that remove what the job created. */
  readonly undo: string;
  /** The ledger of a job whose records were removed. */
  readonly undoneLedger: string;
  /** State of a job that follows: the keys and hashes of the rows, and keys whose rows have changed. */
  readonly followState: string;
  /** Where stdin is kept, so that it can be read more than once. */
  readonly stdin: string;
}

/**
 * Returns the paths of the files without accessing them.
 *
 * @example
 * ```ts
 * console.log(jobFolder('job').report); // job/report.html
 * ```
 */
export function jobFolder(folder: string = DEFAULT_JOB): JobFolder {
  const inside = (name: string): string => path.join(folder, name);
  return {
    path: folder,
    plan: inside('plan.sqlite'),
    ledger: inside('ledger.sqlite'),
    rejects: inside(REJECTS),
    dropped: inside(DROPPED),
    notCarried: inside(NOT_CARRIED),
    changed: inside(CHANGED),
    gone: inside(GONE),
    errors: inside('errors.jsonl'),
    failed: inside('failed'),
    idMap: inside('id-map.csv'),
    log: inside('run.log'),
    progress: inside('progress.json'),
    verification: inside('verify.json'),
    differences: inside('differences.jsonl'),
    heldRecords: inside('held.tmp'),
    index: inside('view.sqlite'),
    report: inside('report.html'),
    exportRows: inside('export-rows'),
    laterJobs: inside('later-jobs.jsonl'),
    undo: inside('undo'),
    undoneLedger: inside('ledger-undone.sqlite'),
    followState: inside('follow.sqlite'),
    stdin: inside('stdin'),
  };
}

/** @throws the system's error when permissions forbid the check: the file may exist then */
function canBeSeen(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false }) !== undefined;
}

/**
 * Checks that the job folder exists and contains a plan.
 *
 * @param planning the command or function that makes a plan
 * @throws {JobError} `no-plan`
 */
export function requirePlan(job: JobFolder, planning: string): void {
  if (canBeSeen(job.plan)) return;
  throw new JobError(
    'no-plan',
    existsSync(job.path)
      ? `There is no plan in the job folder ${job.path}.`
      : `There is no job folder ${job.path}.`,
    `Make a plan first: ${planning}.`,
  );
}
