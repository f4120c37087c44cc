import { existsSync, rmSync } from 'node:fs';
import { systemClock } from '@chatferry/client';
import { type Kind, kinds } from '@chatferry/contract';
import { LinesFile, makeFolder } from '@chatferry/disk';
import {
  entryOf,
  openPlan,
  type Plan,
  type PlannedChange,
  recordOfEntry,
} from '@chatferry/planner';
import {
  type Destination,
  type Ledger,
  lockJob,
  type MissingRecord,
  openLedger,
  retry,
  retryMissing,
} from '@chatferry/runner';
import type { JobFolder } from '../folder/job-folder.ts';
import { makeJobFolder } from '../folder/make-job-folder.ts';
import {
  type LaterRecords,
  laterRecords,
  plansBegunAfter,
  refuseRunAfterLaterJob,
} from '../planning/later-records.ts';
import { writeErrors } from '../sending/write-errors.ts';
import { refuseDuringUndo } from '../undo-state/undo-state.ts';
import { rememberedVerification, type Verification } from '../verifying/verification.ts';
import { ownRecordsOf } from './own-records.ts';
import { planChanges } from './plan-changes.ts';
import { repairFolder } from './repair-folder.ts';
import { keepReplaced } from './replaced-records.ts';
import { rememberRepair, type RepairCounts } from './repair-state.ts';
import { type RepairStep, repairSteps } from './repair-steps.ts';
import { isAccess, RepairSurvey } from './repair-survey.ts';
import { jsonLine } from '../folder/json-line.ts';

export interface RepairToPrepare {
  readonly job: JobFolder;
  readonly to: Destination;
  readonly editsMessages: boolean;
  /** Whether only the steps are reported, and nothing is planned or marked. */
  readonly isDryRun: boolean;
  /** Called for each record that the service does not hold as planned. */
  readonly onStep?: ((step: RepairStep) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Records marked in one transaction. The records of a batch are never divided. */
const RECORDS_PER_TRANSACTION = 5000;

/**
 * Plans a repair that makes the service hold the planned records, from the latest verification, which has to be usable (see
 * `usableVerification`). Changes of differing records become jobs of their own. Missing records are marked to be sent again.
 *
 * Records that a later job decides about stay as they are.
 *
 * @throws {JobLockedError} when another process works on the job @throws {JobError} `later-job` @throws the signal's reason
 */
export async function prepareRepair(repair: RepairToPrepare): Promise<RepairCounts> {
  const { job, to, editsMessages, isDryRun, onStep, signal } = repair;
  using _ = lockJob(job.path, systemClock.now());
  refuseDuringUndo(job);
  using plan = openPlan(job.plan);
  const folder = repairFolder(job);
  const verification = rememberedVerification(job, plan.id)!;
  using ledger = existsSync(job.ledger) ? openLedger(job.ledger, plan) : undefined;
  const rules = {
    editsMessages,
    isOwn: ownRecordsOf(ledger, systemClock.now()),
    datedByApp: ledger?.sentByChat ?? new Set<Kind>(),
  };
  // Before the records of later jobs are read. If these jobs plan more meanwhile, the continued repair detects it.
  const begunAfter = plansBegunAfter(job, plan);
  const later = laterRecords(job, plan);
  if (later.jobs.length > 0 && !isDryRun) refuseRunAfterLaterJob(job);
  const steps = (): AsyncGenerator<RepairStep> =>
    stepsWithout(later, repairSteps(job.differences, plan, rules));

  if (!isDryRun) clearEarlierRepair(job);
  const survey = new RepairSurvey(later);
  using left = isDryRun ? undefined : new LinesFile(folder.notRepairable);
  for await (const step of steps()) {
    signal?.throwIfAborted();
    survey.take(step);
    onStep?.(step);
    const line = survey.leftOf(step);
    if (line !== undefined) left?.write(jsonLine(line));
  }
  const { counts } = survey;
  if (left === undefined) return counts;
  if (left.lines > 0) left.finish();
  else rmSync(folder.notRepairable, { force: true });

  const { target } = to;
  const planPart = (part: JobFolder, isIn: (kind: Kind) => boolean, needed: ReadonlySet<string>) =>
    planChanges({
      job: part,
      of: plan,
      target,
      changes: changesIn(steps(), isIn, deactivationsOf(plan, needed)),
      signal,
    });
  if (counts.access > 0) await planPart(folder.access, isAccess, survey.usersFor('access'));
  if (counts.updated > 0)
    await planPart(folder.changes, (kind) => !isAccess(kind), survey.usersFor('updates'));
  await markToSend(job, plan, to, verification, steps(), later);
  rememberRepair(job, {
    plan: plan.id,
    target,
    verifiedAt: verification.at!,
    editsMessages,
    isDone: false,
    counts,
    hidden: verification.kinds.filter(({ hidden }) => hidden > 0).map(({ kind }) => kind),
    later: begunAfter,
  });
  return counts;
}

/** Keeps only what earlier repairs have replaced in the app. @throws {JobLockedError} while another process sends their parts */
function clearEarlierRepair(job: JobFolder): void {
  const folder = repairFolder(job);
  makeJobFolder(job);
  makeFolder(folder.path);
  rmSync(folder.state, { force: true });
  keepReplaced(job);
  for (const part of [folder.access, folder.changes]) removePart(part);
}

/** Changes steps so that they leave records alone that a later job decides about. */
async function* stepsWithout(
  later: LaterRecords,
  steps: AsyncIterable<RepairStep>,
): AsyncGenerator<RepairStep> {
  for await (const step of steps)
    yield later.decides(step.kind, step.id)
      ? {
          ...step,
          isSentAgain: false,
          changed: [],
          changes: [],
          fixed: [...new Set([...step.fixed, ...step.changed, ...step.edits])],
          edits: [],
        }
      : step;
}

/** @throws {JobLockedError} while another process sends the part */
function removePart(part: JobFolder): void {
  if (!existsSync(part.path)) return;
  using _ = lockJob(part.path, systemClock.now());
  rmSync(part.path, { recursive: true });
}

/** The changes of some kinds, followed by other changes. */
async function* changesIn(
  steps: AsyncIterable<RepairStep>,
  isIn: (kind: Kind) => boolean,
  others: Iterable<PlannedChange>,
): AsyncGenerator<PlannedChange> {
  for await (const { changes, file, line } of steps)
    for (const { kind, row } of changes)
      if (isIn(kind))
        yield { kind, id: row[kinds[kind].key] as string, record: row, origin: { file, line } };
  yield* others;
}

/** The plan's deactivations of these users, who are active while they are changed, and are then deactivated again. */
function* deactivationsOf(plan: Plan, users: ReadonlySet<string>): Generator<PlannedChange> {
  for (let lane = 0; lane < plan.lanes; lane++)
    for (const batch of plan.batches('deactivations', lane))
      for (const [position, origin] of batch.origins.entries()) {
        const { id, wire } = entryOf(batch, position);
        const record = recordOfEntry(wire);
        if (users.has(id)) yield { kind: 'deactivations', id, record, origin };
      }
}

/** Marks records that did not land and records that are to be sent again, so that the next run of the job sends them. */
async function markToSend(
  job: JobFolder,
  plan: Plan,
  to: Destination,
  verification: Verification,
  steps: AsyncIterable<RepairStep>,
  later: LaterRecords,
): Promise<void> {
  using ledger = openLedger(job.ledger, plan, to);
  const readAt = new Map(verification.kinds.map(({ kind, at }) => [kind, Date.parse(at)]));
  let waiting: MissingRecord[] = [];
  // Do this first: it skips batches that have changed since the verification, and `retry` changes batches.
  const mark = (of: Ledger): void => {
    retryMissing(of, waiting, systemClock.now());
    waiting = [];
  };
  for await (const { isSentAgain, kind, batch: seq, position } of steps) {
    if (!isSentAgain) continue;
    if (waiting.length >= RECORDS_PER_TRANSACTION && waiting.at(-1)!.seq !== seq) mark(ledger);
    waiting.push({ kind, seq, position, readAt: readAt.get(kind)! });
  }
  mark(ledger);
  // If there are later jobs, they plan the records that did not land here.
  if (later.jobs.length === 0) retry(ledger, systemClock.now(), plan.superseded);
  if (existsSync(job.errors)) await writeErrors(job, plan, ledger);
}
