import { DatabaseSync } from 'node:sqlite';
import { notADatabaseFile } from '@chatferry/disk';
import type { Plan } from '@chatferry/planner';
import type { JobFolder } from '../folder/job-folder.ts';
import { APPLICATION_ID, FORMAT } from './index-schema.ts';
import { JobIndex } from './job-index.ts';
import { type MadeFrom, madeFrom } from './made-from.ts';

/** The index of the job's present content, if there is one. A damaged file counts as missing. */
export function openIndex(job: JobFolder, plan: Pick<Plan, 'id' | 'files'>): JobIndex | undefined {
  if (notADatabaseFile(job.index) !== undefined) return undefined;
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(job.index, { readOnly: true });
    if (isCurrent(db, madeFrom(job, plan))) return new JobIndex(db);
  } catch {
    // The index is rebuilt.
  }
  db?.close();
  return undefined;
}

function isCurrent(db: DatabaseSync, present: MadeFrom): boolean {
  const pragma = (name: string): unknown => Object.values(db.prepare(`PRAGMA ${name}`).get()!)[0];
  if (pragma('application_id') !== APPLICATION_ID || pragma('user_version') !== FORMAT)
    return false;
  const found = db.prepare('SELECT * FROM made_from').get() as MadeFrom | undefined;
  return (
    found?.plan === present.plan &&
    found.rejects === present.rejects &&
    found.differences === present.differences
  );
}
