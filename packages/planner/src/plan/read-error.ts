import type { NotAFile } from '@chatferry/disk';
import { damagedPlan, PlanError, unreadablePlan } from './plan-error.ts';

const SQLITE_NOTADB = 26;
/** SQLITE_IOERR and SQLITE_CANTOPEN. */
const UNREADABLE: ReadonlySet<number> = new Set([10, 14]);

/** The `PlanError` for an error of SQLite or of the system while a plan is read. */
export function asPlanError(error: unknown, path: string): unknown {
  if (error instanceof PlanError || !(error instanceof Error)) return error;
  const { errcode = 0, code } = error as { errcode?: number; code?: string };
  if (errcode === SQLITE_NOTADB) return notAPlan(path);
  if (UNREADABLE.has(errcode & 0xff) || code === 'EIO')
    return unreadablePlan(path, error.message, error);
  return damagedPlan(path, error.message, error);
}

export function notAPlan(path: string): PlanError {
  return new PlanError('not-a-plan', `${path} is not a chatferry plan.`, 'Check the path.');
}

export function notAPlanFile({ path, what }: NotAFile): PlanError {
  return new PlanError(
    'not-a-plan',
    `${path} is ${what}, which chatferry does not make there.`,
    'Remove it if you know where it comes from, or choose another job folder.',
  );
}
