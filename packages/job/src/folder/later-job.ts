import { appendFileSync, closeSync, existsSync, fsyncSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { systemCode } from '@chatferry/disk';
import type { JobFolder } from './job-folder.ts';

/** A job that was planned after another one, as the folder of the earlier one names it. */
export interface LaterJob {
  /** Its folder, from the root. */
  readonly job: string;
  /** Id of the plan of the earlier job. */
  readonly after: string;
}

/**
 * Names a job in the folder of the one before it, before anything of it is sent. So that a line that is cut off harms no other one, each is
 * between line breaks.
 *
 * @param after id of the plan of the earlier job
 * @returns why the folder could not be written; undefined when it was
 */
export function noteLaterJob(
  earlier: JobFolder,
  job: JobFolder,
  after: string,
): string | undefined {
  const later: LaterJob = { job: path.resolve(job.path), after };
  const isNoted = laterJobs(earlier).some((each) => each.job === later.job && each.after === after);
  if (isNoted) return undefined;
  try {
    const descriptor = openSync(earlier.laterJobs, 'a', 0o600);
    try {
      appendFileSync(descriptor, `\n${JSON.stringify(later)}\n`);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    return undefined;
  } catch (error) {
    const code = systemCode(error);
    if (code === undefined) throw error;
    return code;
  }
}

/** The jobs that were planned after this one, whatever its plan was. */
export function laterJobs({ laterJobs: file }: JobFolder): readonly LaterJob[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => {
      try {
        return line === '' ? [] : [JSON.parse(line) as LaterJob];
      } catch {
        return []; // The process ended while it was written, before it sent anything.
      }
    });
}
