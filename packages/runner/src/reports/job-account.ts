import {
  type Largest,
  type LossGroup,
  lossGroups,
  type SkipGroup,
  skipGroups,
} from './losses-by-cause.ts';
import { readJob } from './read-job.ts';
import { type PastRun, runHistory } from './run-history.ts';
import { type Status, statusOf } from './run-status.ts';
import { type TroubleGroup, troubleGroups } from './troubles-by-code.ts';

/** All that a report needs to know of what became of a plan: sums and groups, no single records. */
export interface JobAccount extends Status {
  /** Oldest first. */
  readonly history: readonly PastRun[];
  readonly losses: Largest<LossGroup>;
  readonly skips: Largest<SkipGroup>;
  readonly troubles: readonly TroubleGroup[];
}

/** Groups of each sort that are told. */
const TOLD = 50;
const nothing = { groups: [], total: 0 };

/**
 * What became of a plan, from the two files of the job. Costs the same however many records have landed.
 *
 * @throws {PlanError} when there is no plan; a missing ledger only means that nothing was sent yet
 * @throws {LedgerError} when there is a ledger that cannot be read
 */
export function jobAccount(planPath: string, ledgerPath: string): JobAccount {
  return readJob(planPath, ledgerPath, (plan, db) => ({
    ...statusOf(plan, db),
    history: db === undefined ? [] : runHistory(db),
    losses: db === undefined ? nothing : lossGroups(db, TOLD),
    skips: db === undefined ? nothing : skipGroups(db, TOLD),
    troubles: db === undefined ? [] : troubleGroups(db, TOLD),
  }));
}
