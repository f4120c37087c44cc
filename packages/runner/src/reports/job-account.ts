import type { Kind } from '@chatferry/contract';
import type { MinuteRow } from '../ledger/minute-row.ts';
import type { Largest, LossGroup, SkipGroup } from '../ledger/sqlite/losses-by-cause.ts';
import { readJob } from '../ledger/sqlite/read-job.ts';
import type { PastRun } from '../ledger/sqlite/run-history.ts';
import { type Status, statusOf } from './run-status.ts';
import type { TroubleGroup } from '../ledger/sqlite/troubles-by-code.ts';

/** All that a report contains about the outcome of a plan: sums and groups, no single records. */
export interface JobAccount extends Status {
  /** Oldest first. */
  readonly history: readonly PastRun[];
  readonly losses: Largest<LossGroup>;
  readonly skips: Largest<SkipGroup>;
  readonly troubles: readonly TroubleGroup[];
  /** What was done in each minute, oldest first. */
  readonly minutes: readonly MinuteRow[];
  /** The kinds that were sent through the chat endpoints, although they have an import endpoint. */
  readonly sentByChat: ReadonlySet<Kind>;
}

/** Groups of each sort that are listed. */
const LISTED = 50;
const nothing = { groups: [], total: 0 };

/**
 * The outcome of a plan, from the two files of the job. The cost does not grow with the records that landed.
 *
 * @throws {PlanError} when there is no plan; a missing ledger only means that nothing was sent yet
 * @throws {LedgerError} when there is a ledger that cannot be read
 */
export function jobAccount(planPath: string, ledgerPath: string): JobAccount {
  return readJob(planPath, ledgerPath, (plan, ledger) => ({
    ...statusOf(plan, ledger),
    history: ledger?.runHistory() ?? [],
    losses: ledger?.lossGroups(LISTED) ?? nothing,
    skips: ledger?.skipGroups(LISTED) ?? nothing,
    troubles: ledger?.troubleGroups(LISTED) ?? [],
    minutes: ledger?.minutes() ?? [],
    sentByChat: ledger?.sentByChat() ?? new Set(),
  }));
}
