import path from 'node:path';
import type { Plan } from '@chatferry/planner';
import type { JobTarget, OwnCounts, SkippedCount } from '@chatferry/runner';
import { type JobFolder, jobFolder } from '../folder/job-folder.ts';

/** What the plan of an undo keeps about the job whose records it removes. */
export interface UndoConfig {
  /** Content hash of the plan of the job. */
  readonly plan: string;
  /** When the job was first run, milliseconds since 1970. A job that is run again after an undo has another time. */
  readonly ranAt: number;
  readonly target: JobTarget;
  /** Records that the job created, or may have created, by kind. */
  readonly own: OwnCounts;
  /** Users and groups that held other records when the undo was planned; `kept.jsonl` lists them. */
  readonly kept: KeptCounts;
  /** Records in the app that either the job or other people created. They are not removed. */
  readonly unsure: number;
  /** Changes that the job made to records which it did not create. Their earlier values are not known. */
  readonly notRestored: number;
  /** Entries of the lists of the app that are not items. They were left out. */
  readonly skipped?: readonly SkippedCount[];
}

interface KeptCounts {
  readonly users: number;
  readonly groups: number;
}

/** The job folder of an undo, inside the folder of the job. */
export function undoFolder(job: JobFolder): JobFolder {
  return jobFolder(job.undo);
}

/** The users and groups that hold other records, and records that are not removed for other reasons, one JSON object a line. */
export function keptFile(job: JobFolder): string {
  return path.join(job.undo, 'kept.jsonl');
}

export function undoConfigOf({ config }: Pick<Plan, 'config'>): UndoConfig | undefined {
  return (config as { readonly undo?: UndoConfig } | null)?.undo;
}
