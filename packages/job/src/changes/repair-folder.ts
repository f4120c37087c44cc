import path from 'node:path';
import { type JobFolder, jobFolder } from '../folder/job-folder.ts';

/** The files of a repair, in the job folder. */
export interface RepairFolder {
  readonly path: string;
  /** What was found, and the state of the repair. */
  readonly state: string;
  /** Differing records that stay as they are. */
  readonly notRepairable: string;
  /** Records that earlier repairs have changed, with their earlier values. */
  readonly replaced: string;
  /** Reactivations of users and lifted bans: a job of its own, sent before missing records. */
  readonly access: JobFolder;
  /** All other changes: a job of its own, sent after missing records. */
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
