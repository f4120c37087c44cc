import { type NotAFile, sqliteCode, sqliteCodes, systemCode } from '@chatferry/disk';
import { damagedPlan, PlanError, unreadablePlan } from './plan-error.ts';

const UNREADABLE: ReadonlySet<unknown> = new Set([sqliteCodes.ioError, sqliteCodes.cannotOpen]);

/** The `PlanError` for an error of SQLite or of the system while a plan is read. */
export function asPlanError(error: unknown, path: string): unknown {
  if (error instanceof PlanError || !(error instanceof Error)) return error;
  const code = sqliteCode(error);
  if (code === sqliteCodes.notADatabase) return notAPlan(path);
  if (UNREADABLE.has(code) || systemCode(error) === 'EIO')
    return unreadablePlan(path, error.message, error);
  return damagedPlan(path, error.message, error);
}

export function notAPlan(path: string): PlanError {
  return new PlanError('not-a-plan', `${path} is not a chatferry plan.`, 'Check the path.');
}

export function notAPlanFile({ path, what }: NotAFile): PlanError {
  return new PlanError(
    'not-a-plan',
    `${path} is ${what}, which chatferry does not create there.`,
    'Remove it if you know where it comes from, or choose another job folder.',
  );
}
