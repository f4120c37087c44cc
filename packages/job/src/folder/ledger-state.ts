import { existsSync, rmSync } from 'node:fs';
import { PlanError } from '@chatferry/planner';
import { LedgerError, runStatus } from '@chatferry/runner';
import type { JobFolder } from './job-folder.ts';

/**
 * The state of a job's ledger, compared with its plan:
 * - `untouched`: nothing of the plan is settled, so another plan may take its place
 * - `begun`: something is
 * - `unrelated`: there is no plan that can be opened, or the ledger belongs to another one; it has to stay
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
    if (error instanceof PlanError) return 'unrelated';
    throw error;
  }
}

/** Removes a ledger in which nothing is settled, with the files that SQLite keeps beside it. */
export function removeLedger(job: JobFolder): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${job.ledger}${suffix}`, { force: true });
}
