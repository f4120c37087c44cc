import { PlanError } from '../plan/plan-error.ts';
import type { RecordSpool } from '../spool/record-spool.ts';
import { isDiskFull } from './disk-full.ts';
import { spaceError } from './plan-space.ts';

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

/** SQLITE_CORRUPT and SQLITE_NOTADB. */
const DAMAGE: ReadonlySet<unknown> = new Set([11, 26]);

/** Whether SQLite cannot read a file. Files that were just written are only damaged by a disk that fails. */
function isDamage(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  const { errcode } = error as { errcode?: number };
  return errcode !== undefined && DAMAGE.has(errcode & 0xff);
}

function unreadableWork(folder: string, cause: Error): PlanError {
  return new PlanError(
    'unreadable',
    `The disk does not give back what was written into ${folder}: ${cause.message}.`,
    'Check the disk, or choose a job folder on another one, and plan again.',
    { cause },
  );
}
