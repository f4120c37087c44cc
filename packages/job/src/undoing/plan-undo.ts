import { existsSync, rmSync } from 'node:fs';
import { type Clock, createClient, systemClock } from '@chatferry/client';
import type { Kind } from '@chatferry/contract';
import { LinesFile } from '@chatferry/disk';
import { ChangePlanWriter, openPlan, type Plan } from '@chatferry/planner';
import {
  type ChangeToKeep,
  findRemovals,
  firstRunAt,
  type Ledger,
  LedgerError,
  nameOfTarget,
  openLedger,
  placeOf,
  rememberedDestination,
  SkippedTally,
} from '@chatferry/runner';
import { changeRules } from '../changes/change-rules.ts';
import { replacedByRepairs } from '../changes/replaced-records.ts';
import { JobError } from '../errors/job-error.ts';
import type { JobFolder } from '../folder/job-folder.ts';
import { removeLedger } from '../folder/ledger-state.ts';
import { makeJobFolder } from '../folder/make-job-folder.ts';
import { version } from '../planning/version.ts';
import { folderLedger } from '../sending/job-ledger.ts';
import { keepToInstance } from '../sending/job-destination.ts';
import type { Target } from '../sending/target.ts';
import { keptFile, type UndoConfig, undoFolder } from '../undo-state/undo-folder.ts';
import { type UndoStatus, undoStatus } from '../undo-state/undo-state.ts';
import { jsonLine } from '../folder/json-line.ts';

export interface UndoPlanning {
  readonly job: JobFolder;
  readonly target: Target;
  /** Requests a minute for reading the app. */
  readonly requestsPerMinute: number | 'unlimited';
  readonly signal: AbortSignal;
  readonly clock?: Clock | undefined;
  /** Called with the kind that is read next. */
  readonly onStep?: ((kind: Kind) => void) | undefined;
}

/**
 * Plans the removal of what a job created: reads the app, and writes a plan of its own into the job folder. A plan that was begun stays
 * as it is. The caller holds the lock of the job. Changes nothing in the app.
 *
 * @throws {JobError} `nothing-landed` when nothing was sent
 * @throws {LedgerError} `other-target`
 * @throws {ApiError} when the app cannot be read
 */
export async function planUndo(planning: UndoPlanning): Promise<UndoStatus> {
  const { job, target, clock = systemClock } = planning;
  checkTarget(job, target);
  const before = undoStatus(job);
  if (before !== undefined && before.state !== 'planned') return before;
  if (!existsSync(job.ledger)) throw nothingLanded(job);
  using plan = openPlan(job.plan);
  // Open the ledger first: this reports a ledger that is not in the job folder.
  using ledger = openLedger(job.ledger, plan);
  const ranAt = firstRunAt(job.ledger);
  if (ranAt === undefined) throw nothingLanded(job);
  await keepToInstance(folderLedger(job, plan, ledger), target, clock);
  await search(planning, { plan, ledger, ranAt });
  return undoStatus(job)!;
}

function nothingLanded(job: JobFolder): JobError {
  return new JobError(
    'nothing-landed',
    `Nothing was sent from the job folder ${job.path}.`,
    'There is nothing to undo.',
  );
}

function checkTarget(job: JobFolder, target: Target): void {
  const file = existsSync(job.ledger) ? job.ledger : job.undoneLedger;
  const before = rememberedDestination(file)?.target;
  if (before === undefined || placeOf(before) === placeOf(target)) return;
  throw new LedgerError(
    'other-target',
    `Records of this job have been sent to ${nameOfTarget(before)}, and not to ${nameOfTarget(target)}.`,
    { file, fix: 'Undo the job in the app that it was sent to.' },
  );
}

/** Reads the app, and writes the plan of the removals. */
async function search(
  { job, target, requestsPerMinute, signal, clock = systemClock, onStep }: UndoPlanning,
  { plan, ledger, ranAt }: { plan: Plan; ledger: Ledger; ranAt: number },
): Promise<void> {
  const folder = undoFolder(job);
  makeJobFolder(folder);
  // These files belong to an undo that removed nothing, or to an earlier undo.
  rmSync(folder.plan, { force: true });
  removeLedger(folder);
  for (const file of [folder.errors, folder.log]) rmSync(file, { force: true });

  const standard = requestsPerMinute;
  const tally = new SkippedTally();
  await using client = createClient({
    ...target,
    clock,
    requestsPerMinute: { standard },
    leavesHalf: true,
    onSkipped: (event) => tally.take(event),
  });
  using writer = new ChangePlanWriter(folder.plan, {
    ...changeRules(clock.now()),
    action: 'remove',
  });
  using kept = new LinesFile(keptFile(job));
  const held = { users: new Set<string>(), groups: new Set<string>() };
  let [unsure, notRestored] = [0, 0];
  const replaced = replacedByRepairs(job);
  const keepChange = ({ kind, id, fields, before }: ChangeToKeep): void => {
    notRestored++;
    kept.write(jsonLine({ kind, id, because: 'not-restored', fields, before }));
  };
  const own = await findRemovals({
    client,
    plan,
    ledger,
    spool: folder.heldRecords,
    signal,
    onRemoval: (change) => {
      replaced.delete(`${change.kind}:${change.id}`);
      writer.add(change);
    },
    onForeign: (kind, id, holds) => {
      if (held[kind].has(id)) return;
      held[kind].add(id);
      kept.write(jsonLine({ kind, id, holds }));
    },
    onUnsure: (kind, id, goesWith) => {
      unsure++;
      kept.write(jsonLine({ kind, id, because: 'unsure', goesWith }));
    },
    onNotRestored: keepChange,
    onStep,
  });
  for (const change of replaced.values()) keepChange(change);
  kept.finish();
  const { appId, region, baseUrl } = target;
  const undo: UndoConfig = {
    plan: plan.id,
    ranAt,
    target: { appId, ...(region && { region }), ...(baseUrl && { baseUrl }) },
    own,
    kept: { users: held.users.size, groups: held.groups.size },
    unsure,
    notRestored,
    skipped: tally.counts,
  };
  writer.finish({ config: { undo }, version });
}
