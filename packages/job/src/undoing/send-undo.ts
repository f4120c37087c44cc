import { existsSync, readFileSync } from 'node:fs';
import { systemClock } from '@chatferry/client';
import type { Kind } from '@chatferry/contract';
import { LinesFile } from '@chatferry/disk';
import { openPlan, type Plan } from '@chatferry/planner';
import {
  type Destination,
  openLedger,
  rememberedDestination,
  retry,
  type RunEvent,
  type RunResult,
} from '@chatferry/runner';
import { type Sending, sendPlan } from '../sending/send-plan.ts';
import type { JobFolder } from '../folder/job-folder.ts';
import { setLedgerAside } from './set-ledger-aside.ts';
import { refuseManyAbsent } from '../undo-state/absent-records.ts';
import { keptFile, undoFolder } from '../undo-state/undo-folder.ts';
import { undoStatus } from '../undo-state/undo-state.ts';
import { jsonLine } from '../folder/json-line.ts';

export interface UndoSending extends Omit<Sending, 'job' | 'plan' | 'remember'> {
  readonly job: JobFolder;
  /** Whether the users and groups in `kept.jsonl` are removed although they hold other records. */
  readonly isForced: boolean;
  /** The confirmed number of records that the lists of the app lack. Needed when the number is large. */
  readonly absent?: number | undefined;
}

/**
 * Removes from the app what `planUndo` has planned; after a finished undo, what that undo left. When every record has its outcome, the
 * ledger of the job is set aside, and the job can be run again. The undo can be stopped or killed at any moment: the next call continues.
 *
 * @throws {JobError} `many-absent` before anything is removed
 * @throws {LedgerError} when a ledger cannot be used
 */
export async function* sendUndo({
  job,
  isForced,
  absent,
  clock = systemClock,
  ...sending
}: UndoSending): AsyncGenerator<RunEvent, RunResult> {
  const folder = undoFolder(job);
  using plan = openPlan(folder.plan);
  const { target } = sending;
  const status = undoStatus(job);
  if (status !== undefined) refuseManyAbsent(status, absent);
  if (status?.state === 'done')
    wantLeft(job, plan, { target, options: { force: isForced } }, clock.now());
  const forces = isForced || isForcedUndo(job);
  const forced = forces ? keptHolders(job) : undefined;
  const goesWithHolder = keptWithHolder(job);
  const result = yield* sendPlan({
    ...sending,
    clock,
    job: folder,
    plan,
    isUndo: true,
    remember: { force: forces },
    options: {
      ...sending.options,
      removesHolder: (kind, id) => forced?.has(`${kind}:${id}`) === true,
      goesWithHolder: (kind, id) => goesWithHolder.has(`${kind}:${id}`),
    },
  });
  if (result.end === 'finished') setLedgerAside(job);
  return result;
}

/** Whether the undo that was begun removes users and groups although they hold other records. */
export function isForcedUndo(job: JobFolder): boolean {
  return rememberedDestination(undoFolder(job).ledger)?.options['force'] === true;
}

/**
 * Marks the records that an undo has left to be removed again, and lists the users and groups among them that were kept. An earlier undo
 * may have been forced; that does not count, because these users and groups were not listed then.
 */
function wantLeft(job: JobFolder, plan: Plan, to: Destination, nowMs: number): void {
  using ledger = openLedger(undoFolder(job).ledger, plan, to);
  const rest = linesOf(job).filter((line) => (JSON.parse(line) as KeptLine).holds === undefined);
  using kept = new LinesFile(keptFile(job));
  for (const line of rest) kept.write(line);
  for (const { kind, id, cause } of ledger.rows.outcomes('skipped'))
    if (kind === 'users' || kind === 'groups') kept.write(jsonLine({ kind, id, holds: cause }));
  kept.finish();
  retry(ledger, nowMs);
}

/** The users and groups that hold other records. To remove them nevertheless, the operator confirms their number. */
export function keptHolders(job: JobFolder): ReadonlySet<string> {
  return new Set(
    linesOf(job).flatMap((line) => {
      const { kind, id, holds } = JSON.parse(line) as KeptLine;
      return holds === undefined ? [] : [`${kind}:${id}`];
    }),
  );
}

/** Records that do not keep their users, and are removed only with them. */
function keptWithHolder(job: JobFolder): ReadonlySet<string> {
  return new Set(
    linesOf(job).flatMap((line) => {
      const { kind, id, goesWith } = JSON.parse(line) as KeptLine;
      return goesWith === undefined ? [] : [`${kind}:${id}`];
    }),
  );
}

/** A line of `kept.jsonl`. Only users and groups hold something. */
interface KeptLine {
  readonly kind: Kind;
  readonly id: string;
  readonly holds?: string;
  /** The user who is kept, as `users:uid`. */
  readonly goesWith?: string;
}

function linesOf(job: JobFolder): string[] {
  const file = keptFile(job);
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : [];
}
