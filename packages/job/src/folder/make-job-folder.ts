import { existsSync, statSync } from 'node:fs';
import { makeFolder } from '@chatferry/disk';
import { JobError } from '../errors/job-error.ts';
import type { JobFolder } from './job-folder.ts';
import { secureJobFolder } from './secure-job-folder.ts';

/**
 * Creates the folder unless it exists, and checks that no other user can interfere with it.
 *
 * @param warn called with a line when other users can write the folder and its mode cannot be changed
 */
export function makeJobFolder(job: JobFolder, warn?: (line: string) => void): void {
  if (existsSync(job.path) && !statSync(job.path).isDirectory())
    throw new JobError(
      'folder-is-file',
      `The job folder ${job.path} is a file.`,
      'Choose another job folder.',
    );
  makeFolder(job.path);
  secureJobFolder(job, warn);
}
