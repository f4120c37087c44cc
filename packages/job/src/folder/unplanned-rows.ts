import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { finishInterrupted } from '@chatferry/disk';
import type { JobFolder } from './job-folder.ts';

/** Milliseconds to wait for the follower, which changes the file. */
const TIMEOUT_MS = 5000;

/**
 * The number of rows of the databases that have changed and are not in the plan of a job that follows them: they are to be read, or they
 * wait.
 *
 * @returns undefined for a job that does not follow
 */
export function unplannedRows({ followState }: JobFolder): number | undefined {
  if (!existsSync(followState)) return undefined;
  finishInterrupted(followState, TIMEOUT_MS);
  using db = new DatabaseSync(followState, { readOnly: true, timeout: TIMEOUT_MS });
  const hasTables = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'rung'").get();
  if (hasTables === undefined) return undefined; // Its creation was interrupted.
  return db.prepare('SELECT count(*) AS rows FROM rung').get()!['rows'] as number;
}
