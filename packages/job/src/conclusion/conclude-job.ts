import { openPlan, type Plan } from '@chatferry/planner';
import {
  type JobHolder,
  type JobTarget,
  type RunResult,
  runStatus,
  type Status,
} from '@chatferry/runner';
import { excludedOf } from '../accounting/excluded.ts';
import { type AllSums, sumsOf } from '../accounting/sums.ts';
import type { JobFolder } from '../folder/job-folder.ts';
import { followStatus, unplannedRows } from '../folder/follow-status.ts';
import { rememberedTarget } from '../sending/job-destination.ts';
import { undoStatus } from '../undo-state/undo-state.ts';
import { rememberedVerification } from '../verifying/verification.ts';
import { type Conclusion, conclusionOf } from './conclusion.ts';
import { factsOf, type JobRecords, runOf } from './facts-of-job.ts';

/** What the files of a job contain. @param endsAt when the run in progress is expected to end, if that is known */
export function recordsOf(
  job: JobFolder,
  plan: Plan,
  status: Status,
  holder: JobHolder | undefined,
  endsAt?: number,
): JobRecords {
  return {
    sums: sumsOf(plan, excludedOf(plan), status.kinds),
    run: runOf(status, holder, endsAt),
    unplanned: unplannedRows(followStatus(job, plan.segments)),
    holder,
    lastChangeAt: status.lastChangeAt,
    target: rememberedTarget(job),
    undo: undoStatus(job),
    verification: rememberedVerification(job, plan.id),
  };
}

/** The statements about a job at any time. @throws {PlanError} @throws {LedgerError} */
export function concludeJob(
  job: JobFolder,
  status: Status,
  holder: JobHolder | undefined,
  endsAt?: number,
): Conclusion {
  using plan = openPlan(job.plan);
  return conclusionOf(factsOf(recordsOf(job, plan, status, holder, endsAt)));
}

/** A run that has ended. */
export interface EndedRun {
  readonly job: JobFolder;
  readonly plan: Plan;
  readonly sums: AllSums;
  readonly result: Pick<RunResult, 'end' | 'reason'>;
  /** Where the records went. */
  readonly target: JobTarget;
  /** Whether the ledger is in a store. Then no comparison counts, because the time of the app's latest change is not known. */
  readonly isInStore: boolean;
}

/** The statements about a job at the end of a run, even when its ledger can no longer be read. */
export function concludeRun({ job, plan, sums, result, target, isInStore }: EndedRun): Conclusion {
  const { end, reason } = result;
  const lastChangeAt = isInStore ? Infinity : lastChangeOf(job);
  return conclusionOf(
    factsOf({
      sums,
      run:
        end === 'stopped' && reason !== undefined ? { is: 'stopped', reason } : { is: 'finished' },
      unplanned: unplannedRows(followStatus(job, plan.segments)),
      holder: undefined,
      lastChangeAt,
      target,
      undo: undefined,
      verification: lastChangeAt === Infinity ? undefined : rememberedVerification(job, plan.id),
    }),
  );
}

function lastChangeOf(job: JobFolder): number {
  try {
    return runStatus(job.plan, job.ledger).lastChangeAt ?? 0;
  } catch {
    return Infinity; // The run has reported why.
  }
}
