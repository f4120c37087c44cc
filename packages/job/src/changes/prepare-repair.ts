import { existsSync, rmSync } from 'node:fs';
import { systemClock } from '@chatferry/client';
import { type ChangeRecord, type Kind, kinds } from '@chatferry/contract';
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
  type JobTarget,
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
 * Plans what makes the service hold the records of the plan, from the latest verification, which has to be usable (see
 * `usableVerification`): changes of what differs, as jobs of their own, and marks what is missing to be sent again.
 *
 * What later jobs decide about is left alone.
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
  const isOwn = ownRecordsOf(ledger, systemClock.now());
  // Before their records are read: what they plan meanwhile is looked at when the repair is continued.
  const begunAfter = plansBegunAfter(job, plan);
  const later = laterRecords(job, plan);
  if (later.jobs.length > 0 && !isDryRun) refuseRunAfterLaterJob(job);
  const steps = (): AsyncGenerator<RepairStep> =>
    stepsWithout(later, repairSteps(job.differences, plan, editsMessages, isOwn));
  const counts = { sentAgain: 0, access: 0, updated: 0, notEdited: 0, notRepairable: 0 };
  const users = { access: new Set<string>(), updates: new Set<string>() };
  /** Users of others under ids of the plan, who stay as they are. */
  const others = new Set<string>();
  if (!isDryRun) {
    makeJobFolder(job);
    makeFolder(folder.path);
    rmSync(folder.state, { force: true });
    keepReplaced(job);
    for (const part of [folder.access, folder.changes]) removePart(part);
  }
  using fixed = isDryRun ? undefined : new LinesFile(folder.notRepairable);
  for await (const step of steps()) {
    signal?.throwIfAborted();
    count(counts, step, later.decides(step.kind, step.id));
    onStep?.(step);
    for (const change of step.changes) {
      const needing = isAccess(change.kind) ? users.access : users.updates;
      for (const uid of usersOf(change)) needing.add(uid);
    }
    const { kind, id, fixed: fields, edits, isOfOthers, file, line } = step;
    const isLater = later.decides(kind, id);
    if (kind === 'users' && isOfOthers) others.add(id);
    const because = isLater ? 'later-job' : isOfOthers ? 'unsure' : undefined;
    if (fields.length + edits.length > 0 || isLater)
      fixed?.write(jsonLine({ kind, id, because, fields, edits, file, line }));
  }
  if (isDryRun) return counts;
  for (const uid of others) for (const needed of Object.values(users)) needed.delete(uid);
  if (fixed!.lines > 0) fixed!.finish();
  else rmSync(folder.notRepairable, { force: true });

  const parts = { of: plan, target: to.target, signal };
  if (counts.access > 0)
    await planChanges({
      ...parts,
      job: folder.access,
      changes: changesIn(steps(), isAccess, deactivationsOf(plan, users.access)),
    });
  if (counts.updated > 0)
    await planChanges({
      ...parts,
      job: folder.changes,
      changes: changesIn(steps(), (kind) => !isAccess(kind), deactivationsOf(plan, users.updates)),
    });
  await markToSend(job, plan, to, verification, steps(), later);
  const target: JobTarget = to.target;
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

/** Leaves alone what a later job decides about: the step then changes nothing. */
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

/** @throws {JobLockedError} while another process sends it */
function removePart(part: JobFolder): void {
  if (!existsSync(part.path)) return;
  using _ = lockJob(part.path, systemClock.now());
  rmSync(part.path, { recursive: true });
}

function count(
  counts: { -readonly [Name in keyof RepairCounts]: number },
  { isSentAgain, changes, fixed, edits }: RepairStep,
  isLater: boolean,
): void {
  if (isSentAgain) counts.sentAgain++;
  counts.access += changes.filter(({ kind }) => isAccess(kind)).length;
  counts.updated += changes.filter(({ kind }) => !isAccess(kind)).length;
  if (edits.length > 0) counts.notEdited++;
  if (fixed.length > 0 || isLater) counts.notRepairable++;
}

/** Whether such changes come before those that need them. */
function isAccess(kind: Kind): boolean {
  return kind === 'unbans' || kind === 'reactivations' || kind === 'deactivations';
}

/** The users who have to be active for a change. */
function usersOf({ kind, row }: ChangeRecord): string[] {
  return kinds[kind].references.flatMap(({ field, to }) => {
    const uid = row[field];
    return to === 'users' && typeof uid === 'string' ? [uid] : [];
  });
}

/** The changes of some kinds, then others. */
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

/** The deactivations of these users that the plan has: they are active while they are changed, and deactivated again. */
function* deactivationsOf(plan: Plan, users: ReadonlySet<string>): Generator<PlannedChange> {
  for (let lane = 0; lane < plan.lanes; lane++)
    for (const batch of plan.batches('deactivations', lane))
      for (const [position, origin] of batch.origins.entries()) {
        const { id, wire } = entryOf(batch, position);
        const record = recordOfEntry(wire);
        if (users.has(id)) yield { kind: 'deactivations', id, record, origin };
      }
}

/** Marks what did not land and what is to be sent again, so that the next run of the job sends it. */
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
  // What did not land here is planned in the later job.
  if (later.jobs.length === 0) retry(ledger, systemClock.now(), plan.superseded);
  if (existsSync(job.errors)) await writeErrors(job, plan, ledger);
}
