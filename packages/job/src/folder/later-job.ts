import { appendFileSync, closeSync, existsSync, fsyncSync, openSync, readFileSync } from 'node:fs';
import { systemCode } from '@chatferry/disk';
import type { JobFolder } from './job-folder.ts';
import { namedFolder, type NamedFolder, placesOf } from './named-folder.ts';

/** A job that was planned after another job, as the folder of the earlier job names it. */
export interface LaterJob {
  /** Absolute paths where its folder may be. Another job may be there. */
  readonly places: readonly string[];
  /** Id of the plan of the earlier job. */
  readonly after: string;
}

/** A line of `later-jobs.jsonl`. */
interface LaterJobLine extends NamedFolder {
  readonly after: string;
}

/**
 * Names a job in the folder of the job before it, before anything of the job is sent. Each line is between two line breaks, so that a
 * line that is cut off does not damage another line.
 *
 * @param after id of the plan of the earlier job
 * @param onWarning called when the folder of the earlier job cannot be written
 */
export function noteLaterJob(
  earlier: JobFolder,
  job: JobFolder,
  after: string,
  onWarning: (warning: string) => void = () => {},
): void {
  const later: LaterJobLine = { ...namedFolder(earlier.path, job.path), after };
  const line = JSON.stringify(later);
  if (linesOf(earlier).includes(line)) return;
  try {
    const descriptor = openSync(earlier.laterJobs, 'a', 0o600);
    try {
      appendFileSync(descriptor, `\n${line}\n`);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    const code = systemCode(error);
    if (code === undefined) throw error;
    onWarning(
      `${earlier.path} cannot be written (${code}), so it does not name this job. Do not run, retry or repair it once this job has begun.`,
    );
  }
}

/** The jobs that were planned after this job, with any of its plans. */
export function laterJobs(job: JobFolder): readonly LaterJob[] {
  return linesOf(job).flatMap((line) => {
    try {
      const { after, ...later } = JSON.parse(line) as LaterJobLine;
      return [{ places: placesOf(job.path, later), after }];
    } catch {
      return []; // The process ended while it wrote the line, before it sent anything.
    }
  });
}

function linesOf({ laterJobs: file }: JobFolder): readonly string[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
}
