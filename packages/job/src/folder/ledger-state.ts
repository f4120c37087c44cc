import { existsSync, rmSync } from 'node:fs';
import { PlanError } from '@chatferry/planner';
import { LedgerError, runStatus } from '@chatferry/runner';
import type { JobFolder } from './job-folder.ts';

/**
 * The relation of a job's ledger to its plan:
 * - `none`: there is no ledger
 * - `untouched`: no record of the plan is settled, so another plan may replace it
 * - `begun`: some records are settled
 * - `unrelated`: the plan cannot be opened, or the ledger belongs to another plan; the ledger must be kept
 */
export type LedgerState = 'none' | 'untouched' | 'begun' | 'unrelated';

export function ledgerState(job: JobFolder): LedgerState {
  if (!existsSync(job.ledger)) return 'none';
  if (!existsSync(job.plan)) return 'unrelated';
  try {
    const { kinds } = runStatus(job.plan, job.ledger);
    const begun = Object.values(kinds).some(({ planned, pending }) => pending < planned);
    return begun ? 'begun' : 'untouched';
  } catch (error) {
    if (error instanceof LedgerError && error.code === 'other-plan') return 'unrelated';
    // A plan of another format is not replaced: the version that made it can continue the job.
    if (error instanceof PlanError && error.code !== 'other-version') return 'unrelated';
    throw error;
  }
}

/** Removes a ledger in which nothing is settled, with its `-wal` and `-shm` files. */
export function removeLedger(job: JobFolder): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${job.ledger}${suffix}`, { force: true });
}
