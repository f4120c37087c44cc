import { existsSync, mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { Refusal } from '../refusal.ts';

const DEFAULT_JOB = 'chatferry-job';

/** The files of a job, by what they are for; docs/job-folder.md describes each. */
export interface JobFolder {
  readonly path: string;
  readonly plan: string;
  readonly ledger: string;
  readonly rejects: string;
  readonly errors: string;
  readonly failed: string;
  readonly idMap: string;
  readonly log: string;
  /** Where the records went: app and address. */
  readonly target: string;
  /** What the latest comparison with the service found. */
  readonly verification: string;
  /** The hand-over report, for people. */
  readonly report: string;
  /** How the latest run was told to send. */
  readonly lastOptions: string;
  /** Where stdin is kept, so that it can be read more than once. */
  readonly stdin: string;
}

/** Names the files; touches nothing. */
export function jobFolder(folder: string = DEFAULT_JOB): JobFolder {
  const inside = (name: string): string => path.join(folder, name);
  return {
    path: folder,
    plan: inside('plan.sqlite'),
    ledger: inside('ledger.sqlite'),
    rejects: inside('rejects.jsonl'),
    errors: inside('errors.jsonl'),
    failed: inside('failed'),
    idMap: inside('id-map.csv'),
    log: inside('run.log'),
    target: inside('target.json'),
    verification: inside('verify.json'),
    report: inside('report.html'),
    lastOptions: inside('last-options.json'),
    stdin: inside('stdin'),
  };
}

/** Makes the folder, for nobody but its owner, unless it is there. */
export function makeJobFolder(job: JobFolder): void {
  if (existsSync(job.path) && !statSync(job.path).isDirectory())
    throw new Refusal(
      `The job folder ${job.path} is a file.`,
      'Choose another one with --job DIR.',
    );
  mkdirSync(job.path, { recursive: true, mode: 0o700 });
}

/** @throws the system's error when permissions speak against looking, which is not the same as not being there */
function canBeSeen(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false }) !== undefined;
}

/**
 * For commands that only look: the folder has to be there, and with a plan in it.
 *
 * @param planning the command that makes a plan
 */
export function requirePlan(job: JobFolder, planning: string): void {
  if (canBeSeen(job.plan)) return;
  throw new Refusal(
    existsSync(job.path)
      ? `There is no plan in the job folder ${job.path}.`
      : `There is no job folder ${job.path}.`,
    `Make a plan first: ${planning}. A job folder elsewhere is named with --job DIR.`,
  );
}
