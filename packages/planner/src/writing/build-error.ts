import { isDiskFull, sqliteCode, sqliteCodes } from '@chatferry/disk';
import { PlanError } from '../plan/plan-error.ts';
import type { RecordSpool } from '../spool/record-spool.ts';
import { diskFull } from './disk-full.ts';
import { spaceError } from './plan-space.ts';

/** What to throw for an error before the first record is written. */
export function startError(folder: string, error: unknown): unknown {
  return isDiskFull(error) ? diskFull(folder, 'the first file cannot be written', error) : error;
}

/**
 * What to throw for an error while a plan is built.
 * @param notCut spools of which the plan does not have the records yet
 */
export function buildError(
  folder: string,
  notCut: readonly RecordSpool[],
  error: unknown,
): unknown {
  if (isDiskFull(error)) return spaceError(folder, notCut, error);
  return isDamage(error) ? unreadableWork(folder, error) : error;
}

const DAMAGE: ReadonlySet<unknown> = new Set([sqliteCodes.corrupt, sqliteCodes.notADatabase]);

/** Whether SQLite cannot read a file. Files that were just written are only damaged by a disk that fails. */
function isDamage(error: unknown): error is Error {
  return DAMAGE.has(sqliteCode(error));
}

function unreadableWork(folder: string, cause: Error): PlanError {
  return new PlanError(
    'unreadable',
    `The disk does not give back what was written into ${folder}: ${cause.message}.`,
    'Check the disk, or choose a job folder on another one, and plan again.',
    { cause },
  );
}
