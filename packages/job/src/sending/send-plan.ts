import { hostname } from 'node:os';
import { type ClientOptions, type Clock, createClient, systemClock } from '@chatferry/client';
import { type Plan, PlanError } from '@chatferry/planner';
import {
  type Destination,
  isRemoval,
  type JobLock,
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
import { addressProof } from './known-address.ts';
import type { Target } from './target.ts';
import { jobName } from './job-name.ts';
import { openRunLog } from './run-log.ts';
import { logEvent } from './log-event.ts';
import { type JobLedger, openFolderLedger, type OpenJobLedger } from './job-ledger.ts';

export interface Sending {
  readonly job: JobFolder;
  readonly plan: Plan;
  readonly target: Target;
  readonly options: RunOptions;
  /** The right to work on the job, which the caller holds until the end. */
  readonly lock: JobLock;
  /** The options of the run as the caller names them; the ledger keeps them for the caller. */
  readonly remember?: Destination['options'] | undefined;
  /** Opens the ledger elsewhere than in the job folder. */
  readonly openLedger?: OpenJobLedger | undefined;
  readonly stop?: StopSignals | undefined;
  /** Whether the plan removes records. No other command sends such a plan. */
  readonly isUndo?: boolean | undefined;
  /** Called for each answer of the service. */
  readonly onAnswer?: ClientOptions['onAnswer'];
  readonly clock?: Clock | undefined;
}

/**
 * Sends the records that the ledger has not settled yet. Writes `run.log` during the run; writes `errors.jsonl` and
 * `failed/` at its end, even after an error.
 *
 * @throws {JobError} `removal` or `undo-begun`
 * @throws {LedgerError} when records of the job have gone to another app already, or the ledger cannot be used
 */
export async function* sendPlan(sending: Sending): AsyncGenerator<RunEvent, RunResult> {
  const { job, lock, plan, target, options, remember = {}, stop, onAnswer } = sending;
  const { clock = systemClock } = sending;
  keepToAction(sending);
  keepToTargetBefore(plan, target, job.ledger);
  const to = { target, options: remember, addressProof: addressProof(target) };
  await using opened =
    (await sending.openLedger?.(plan, to, options)) ?? openFolderLedger(job, plan, to);
  await keepToInstance(opened, target, clock);
  const { store: ledger, lease, pacing } = opened;
  const deprecated: RunEvent[] = [];
  await using client = createClient({
    ...target,
    connections: options.concurrency,
    onAnswer,
    onDeprecated: (event) => deprecated.push({ type: 'deprecated', ...event }),
    clock,
  });
  const { pid } = lock.holder;
  const logged = { pid, job: jobName(plan, target), worker: `${hostname()}-${pid}` };
  const log = await openRunLog(job.log, logged);
  const ports = {
    plan,
    ledger,
    client,
    clock,
    random: Math.random,
    folder: job.path,
    lease,
    pacing,
  };

  const events = run(ports, options, stop);
  let result: RunResult;
  let notWritten: StopReason | undefined;
  try {
    let next = await events.next();
    while (next.done !== true) {
      for (const event of [...deprecated.splice(0), next.value]) {
        logEvent(log, event);
        yield event;
      }
      next = await events.next();
    }
    result = next.value;
  } finally {
    await events.return(undefined as never);
    notWritten = await whyErrorsNotWritten(opened);
    log.flush();
  }
  return notWritten === undefined || result.reason !== undefined
    ? result
    : { ...result, end: 'stopped', reason: notWritten };
}

/** Makes sure that only an undo removes records, and that nothing is sent during an undo. */
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
async function whyErrorsNotWritten(ledger: JobLedger): Promise<StopReason | undefined> {
  try {
    await ledger.writeErrors();
    return undefined;
  } catch (error) {
    const explained = explainError(error);
    if (explained === undefined) throw error;
    const { lines, fix = '' } = explained;
    return { code: error instanceof PlanError ? 'plan' : 'ledger', message: lines.join('\n'), fix };
  }
}
