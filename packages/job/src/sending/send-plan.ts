import { closeSync, constants, openSync } from 'node:fs';
import { type Clock, createClient, systemClock } from '@chatferry/client';
import { type Plan, PlanError } from '@chatferry/planner';
import {
  type Destination,
  isRemoval,
  type JobLock,
  type Ledger,
  openLedger,
  run,
  type RunEvent,
  type RunOptions,
  type RunResult,
  type StopReason,
  type StopSignals,
} from '@chatferry/runner';
import { explainError } from '../errors/explain-error.ts';
import { JobError } from '../errors/job-error.ts';
import type { JobFolder } from '../folder/job-folder.ts';
import { refuseDuringUndo } from '../undo-state/undo-state.ts';
import { keepToInstance, keepToTargetBefore } from './job-destination.ts';
import type { Target } from './target.ts';
import { openRunLog } from './run-log.ts';
import { logEvent } from './log-event.ts';
import { writeErrors } from './write-errors.ts';

export interface Sending {
  readonly job: JobFolder;
  readonly plan: Plan;
  readonly target: Target;
  readonly options: RunOptions;
  /** The right to work on the job, which the caller holds until the end. */
  readonly lock: JobLock;
  /** The options of the run as the caller names them; the ledger keeps them for the caller. */
  readonly remember?: Destination['options'] | undefined;
  readonly stop?: StopSignals | undefined;
  /** Whether the plan is one that removes. No other command sends such a plan. */
  readonly isUndo?: boolean | undefined;
  readonly clock?: Clock | undefined;
}

/**
 * Sends the records that the ledger has not settled yet. Writes `run.log` during the run; writes `errors.jsonl` and
 * `failed/` at its end, also after an error.
 *
 * @throws {JobError} `removal` or `undo-begun`
 * @throws {LedgerError} when records of the job have gone to another app already, or the ledger cannot be used
 */
export async function* sendPlan(sending: Sending): AsyncGenerator<RunEvent, RunResult> {
  const { job, lock, plan, target, options, remember = {}, stop, clock = systemClock } = sending;
  keepToAction(sending);
  keepToTargetBefore(plan, target, job.ledger);
  makePrivate(job.ledger);
  using ledger = openLedger(job.ledger, plan, { target, options: remember });
  await keepToInstance(ledger, target, clock);
  await using client = createClient({ ...target, connections: options.concurrency, clock });
  const log = openRunLog(job.log, lock.holder.pid);
  const ports = { plan, ledger, client, clock, random: Math.random, folder: job.path };

  const events = run(ports, options, stop);
  let result: RunResult;
  let notWritten: StopReason | undefined;
  try {
    let next = await events.next();
    while (next.done !== true) {
      logEvent(log, next.value);
      yield next.value;
      next = await events.next();
    }
    result = next.value;
  } finally {
    await events.return(undefined as never);
    notWritten = await whyErrorsNotWritten(job, plan, ledger);
    log.flush();
  }
  return notWritten === undefined || result.reason !== undefined
    ? result
    : { ...result, end: 'stopped', reason: notWritten };
}

/** Makes sure that only an undo removes records, and that nothing is sent while it does. */
function keepToAction({ job, plan, isUndo = false }: Sending): void {
  if (isRemoval(plan) && !isUndo)
    throw new JobError(
      'removal',
      `${job.plan} removes records from the app.`,
      'Undo the job that its folder belongs to.',
    );
  if (!isUndo) refuseDuringUndo(job);
}

/**
 * Writes `errors.jsonl` and `failed/`. A disk, plan or ledger that fails here ends the run as it would earlier: with sums and
 * a reason.
 */
async function whyErrorsNotWritten(
  job: JobFolder,
  plan: Plan,
  ledger: Ledger,
): Promise<StopReason | undefined> {
  try {
    await writeErrors(job, plan, ledger);
    return undefined;
  } catch (error) {
    const explained = explainError(error);
    if (explained === undefined) throw error;
    const { lines, fix = '' } = explained;
    return { code: error instanceof PlanError ? 'plan' : 'ledger', message: lines.join('\n'), fix };
  }
}

/** Creates the file before SQLite does, which would make it readable by all users. */
function makePrivate(file: string): void {
  const { O_APPEND, O_CREAT, O_WRONLY, O_NOFOLLOW } = constants;
  closeSync(openSync(file, O_APPEND | O_CREAT | O_WRONLY | O_NOFOLLOW, 0o600));
}
