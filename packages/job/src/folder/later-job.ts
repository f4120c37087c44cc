import { appendFileSync, closeSync, existsSync, fsyncSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { systemCode } from '@chatferry/disk';
import type { JobFolder } from './job-folder.ts';

/** A job that was planned after another one, as the folder of the earlier one names it. */
export interface LaterJob {
  /** Where its folder may be, from the root: seen from the earlier job as it was, and where it was. One of them may be another job by now. */
  readonly places: readonly string[];
  /** Id of the plan of the earlier job. */
  readonly after: string;
}

/** A line of `later-jobs.jsonl`. */
interface LaterJobLine {
  /** The folder of the later job, seen from the one of the earlier job: both may be moved together. Files of earlier versions have it from the root. */
  readonly job: string;
  /** The folder from the root: only the earlier job may be moved. Absent in files of earlier versions. */
  readonly path?: string;
  readonly after: string;
}

/**
 * Names a job in the folder of the one before it, before anything of it is sent. So that a line that is cut off harms no other one, each is
 * between line breaks.
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
  const whole = path.resolve(job.path);
  const later: LaterJobLine = {
    job: path.relative(path.resolve(earlier.path), whole),
    path: whole,
    after,
  };
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

/** The jobs that were planned after this one, whatever its plan was. */
export function laterJobs(job: JobFolder): readonly LaterJob[] {
  return linesOf(job).flatMap((line) => {
    try {
      const { job: seen, path: whole, after } = JSON.parse(line) as LaterJobLine;
      const places = [path.resolve(job.path, seen), ...(whole === undefined ? [] : [whole])];
      return [{ places: [...new Set(places)], after }];
    } catch {
      return []; // The process ended while it was written, before it sent anything.
    }
  });
}

function linesOf({ laterJobs: file }: JobFolder): readonly string[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
}
