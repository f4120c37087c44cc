import { PlanError } from '../plan/plan-error.ts';

/** @param more how much space another attempt needs, as the end of the message */
export function diskFull(folder: string, more: string, cause?: unknown): PlanError {
  return new PlanError(
    'disk-full',
    `No space left for the plan in ${folder}: ${more}.`,
    'Free some space, or choose a job folder on a larger disk, and plan again.',
    cause === undefined ? undefined : { cause },
  );
}
