import { existsSync } from 'node:fs';
import { kindsInOrder } from '@chatferry/contract';
import { openPlan } from '@chatferry/planner';
import { firstRunAt, runStatus, type Status } from '@chatferry/runner';
import { JobError } from '../errors/job-error.ts';
import type { JobFolder } from '../folder/job-folder.ts';
import { type UndoConfig, undoConfigOf, undoFolder } from './undo-folder.ts';

/** The progress of removing what a job created. */
export interface UndoStatus extends Pick<Status, 'kinds' | 'requests' | 'endedAt' | 'reason'> {
  /**
   * - `planned`: nothing is removed yet
   * - `begun`: some records are removed
   * - `done`: every record is removed, or has an outcome that states why not
   */
  readonly state: 'planned' | 'begun' | 'done';
  readonly config: UndoConfig;
}

/** The job's undo; undefined when there is none, or when the job was run again after it. @throws {PlanError} @throws {LedgerError} */
export function undoStatus(job: JobFolder): UndoStatus | undefined {
  const folder = undoFolder(job);
  if (!existsSync(folder.plan)) return undefined;
  const config = configOf(folder.plan);
  if (config === undefined || config.plan !== planId(job)) return undefined;
  if (existsSync(job.ledger) && firstRunAt(job.ledger) !== config.ranAt) return undefined;
  const { kinds, requests, runs, endedAt, reason } = runStatus(folder.plan, folder.ledger);
  const pending = kindsInOrder.reduce((sum, kind) => sum + kinds[kind].pending, 0);
  const state = runs === 0 ? 'planned' : pending > 0 ? 'begun' : 'done';
  return { state, config, kinds, requests, endedAt, reason };
}

/** Records that an undo had to remove, but did not. */
export function leftOf({ kinds }: Pick<UndoStatus, 'kinds'>): number {
  return kindsInOrder.reduce((sum, kind) => {
    const { failed, skipped, unresolved } = kinds[kind];
    return sum + failed + skipped + unresolved;
  }, 0);
}

/** The number of records that an undo has removed so far, and the number that it has to remove. */
export function removedBy({ kinds }: Pick<UndoStatus, 'kinds'>): {
  readonly removed: number;
  readonly planned: number;
} {
  return kindsInOrder.reduce(
    (sum, kind) => ({
      removed: sum.removed + kinds[kind].created + kinds[kind].present,
      planned: sum.planned + kinds[kind].planned,
    }),
    { removed: 0, planned: 0 },
  );
}

/**
 * Refuses a job whose records are being removed: a run would send the removed records again, and a comparison would find them missing.
 * @throws {JobError} `undo-begun`
 */
export function refuseDuringUndo(job: JobFolder): void {
  if (!existsSync(job.ledger)) return;
  const { state } = undoStatus(job) ?? {};
  if (state !== 'begun' && state !== 'done') return;
  throw new JobError(
    'undo-begun',
    `The records that the job ${job.path} created are being removed from the app.`,
    'Finish the undo; the job can be run again after it.',
  );
}

/**
 * Refuses a reading of an app from which an undo removed records meanwhile.
 *
 * @param before the state of the undo when reading began
 * @throws {JobError} `undo-begun`
 */
export function refuseAfterUndo(job: JobFolder, before: UndoStatus['state'] | undefined): void {
  const { state } = undoStatus(job) ?? {};
  if (state === before || state === undefined || state === 'planned') return;
  throw new JobError(
    'undo-begun',
    `An undo of the job ${job.path} began while the app was read, so what was read has no result.`,
    'Finish the undo; the job can be run and compared again after it.',
  );
}

function configOf(path: string): UndoConfig | undefined {
  using plan = openPlan(path);
  return undoConfigOf(plan);
}

function planId(job: JobFolder): string | undefined {
  if (!existsSync(job.plan)) return undefined;
  using plan = openPlan(job.plan);
  return plan.id;
}
