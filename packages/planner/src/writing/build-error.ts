import { isDiskFull, sqliteCode, sqliteCodes } from '@chatferry/disk';
import { PlanError } from '../plan/plan-error.ts';
import type { RecordSpool } from '../spool/record-spool.ts';
import { diskFull, spaceError } from './plan-space.ts';

/** The error to throw for an error before the first record is written. */
export function startError(folder: string, error: unknown): unknown {
  if (isDiskFull(error)) return diskFull(folder, 'the first file cannot be written', error);
  return isOfTheDisk(error) ? unusableFolder(folder, error) : error;
}

/**
 * The error to throw for an error while a plan is built.
 *
 * @param notCut spools whose records are not in the plan yet; none before the first record is written
 */
export function buildError(
  folder: string,
  notCut: readonly RecordSpool[],
  error: unknown,
): unknown {
  if (isDiskFull(error) && notCut.length > 0) return spaceError(folder, notCut, error);
  return startError(folder, error);
}

const { readOnly, ioError, corrupt, cannotOpen, notADatabase } = sqliteCodes;
const ofTheDisk: ReadonlySet<unknown> = new Set([
  readOnly,
  ioError,
  corrupt,
  cannotOpen,
  notADatabase,
]);

/** Whether SQLite failed to read or write a file. Files that were just written are damaged only when the disk fails. */
function isOfTheDisk(error: unknown): error is Error {
  return ofTheDisk.has(sqliteCode(error));
}

function unusableFolder(folder: string, cause: Error): PlanError {
  return new PlanError(
    'unreadable',
    `The plan cannot be built in ${folder}: the disk reports an error (${cause.message}).`,
    'Check the disk and the permissions, remove this folder and plan again, or choose a job folder on another disk.',
    { cause },
  );
}
