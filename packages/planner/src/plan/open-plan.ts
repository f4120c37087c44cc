import { counted } from '@chatferry/contract';
import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { Plan } from './plan.ts';
import { damagedPlan, PlanError } from './plan-error.ts';
import { APPLICATION_ID, FORMAT } from './plan-schema.ts';
import { asPlanError, notAPlan, notAPlanFile } from './read-error.ts';
import { finishInterrupted, notADatabaseFile } from '@chatferry/disk';

/** How long to wait for a process that appends a segment. */
const TIMEOUT_MS = 10_000;

/**
 * Opens a plan for reading.
 *
 * @throws {PlanError} `no-plan`, `not-a-plan`, `other-version`, `damaged` or `unreadable`
 */
export function openPlan(path: string): Plan {
  let db: DatabaseSync | undefined;
  try {
    checkFile(path);
    finishInterrupted(path, TIMEOUT_MS);
    db = new DatabaseSync(path, { readOnly: true, timeout: TIMEOUT_MS });
    db.exec('BEGIN'); // The plan of a follow job may grow.
    checkFormat(db, path);
    const plan = new Plan(path, db);
    db.exec('COMMIT');
    return plan;
  } catch (error) {
    db?.close();
    throw asPlanError(error, path);
  }
}

/** Checks the file before anything is opened. */
function checkFile(path: string): void {
  const wrong = notADatabaseFile(path);
  if (wrong !== undefined) throw notAPlanFile(wrong);
  // Unlike `existsSync`, this throws when the disk does not answer.
  if (statSync(path, { throwIfNoEntry: false }) !== undefined) return;
  throw new PlanError('no-plan', `There is no plan at ${path}.`, 'Plan the export first.');
}

function checkFormat(db: DatabaseSync, path: string): void {
  const pragma = (name: string): number =>
    Object.values(db.prepare(`PRAGMA ${name}`).get()!)[0] as number;
  if (pragma('application_id') !== APPLICATION_ID) throw notAPlan(path);
  const format = pragma('user_version');
  if (format !== FORMAT)
    throw new PlanError(
      'other-version',
      `${path} was made by another version of chatferry: it has plan format ${format}, and this version reads format ${FORMAT}.`,
      'Finish a job that was begun with the version that made its plan. Or plan the same inputs into a new job folder, where records that have landed count as present.',
    );
  const bytes = pragma('page_size') * pragma('page_count');
  if (statSync(path).size !== bytes)
    throw damagedPlan(path, `it has ${counted(statSync(path).size, 'byte')} instead of ${bytes}`);
}
