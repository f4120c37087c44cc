import path from 'node:path';
import { type JobFolder, jobFolder } from '../folder/job-folder.ts';

/** The files of a repair, in the job folder. */
export interface RepairFolder {
  readonly path: string;
  /** What was found, and how far the repair is. */
  readonly state: string;
  /** What differs and nothing changes. */
  readonly notRepairable: string;
  /** What earlier repairs have changed, and what was there before. */
  readonly replaced: string;
  /** Users who are reactivated and bans that are lifted: a job of its own, sent before what is missing. */
  readonly access: JobFolder;
  /** All other changes: a job of its own, sent after what is missing. */
  readonly changes: JobFolder;
}

/** Returns the paths of the files without accessing them. */
export function repairFolder(job: JobFolder): RepairFolder {
  const folder = path.join(job.path, 'repair');
  return {
    path: folder,
    state: path.join(folder, 'repair.json'),
    replaced: path.join(folder, 'replaced.jsonl'),
    notRepairable: path.join(folder, 'not-repairable.jsonl'),
    access: jobFolder(path.join(folder, 'access')),
    changes: jobFolder(path.join(folder, 'changes')),
  };
}
