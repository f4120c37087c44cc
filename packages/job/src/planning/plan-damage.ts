import { existsSync, statSync } from 'node:fs';
import { type Plan, PlanError } from '@chatferry/planner';
import { LedgerError, runStatus } from '@chatferry/runner';
import type { JobFolder } from '../folder/job-folder.ts';
import { excludedOf } from '../accounting/excluded.ts';

/** Larger plans are not read completely, which would take seconds. A run detects their damage and records it in the ledger. */
const CHECKED_BYTES = 256 * 1024 * 1024;

/** Describes the damage of a plan that can be opened; undefined when none is known. */
export function damageOf(plan: Plan, job: JobFolder): string | undefined {
  try {
    excludedOf(plan);
    if (statSync(job.plan).size <= CHECKED_BYTES) plan.check();
  } catch (error) {
    if (error instanceof PlanError) return error.message;
    throw error;
  }
  return foundByRun(job);
}

/** The damage that the latest run stopped at, unless the plan has been replaced since. */
function foundByRun(job: JobFolder): string | undefined {
  if (!existsSync(job.ledger)) return undefined;
  try {
    const { reason, endedAt = 0 } = runStatus(job.plan, job.ledger);
    const isSame = statSync(job.plan).mtimeMs <= endedAt;
    return reason?.code === 'plan' && isSame ? reason.message : undefined;
  } catch (error) {
    if (error instanceof LedgerError) return undefined; // The ledger belongs to another plan, or cannot be read.
    throw error;
  }
}
