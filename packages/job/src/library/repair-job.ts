import type { Destination, StopReason } from '@chatferry/runner';
import { comparesAgain, finishRepair } from '../changes/finish-repair.ts';
import { prepareRepair } from '../changes/prepare-repair.ts';
import {
  partsLeft,
  type RepairCounts,
  type RepairState,
  unfinishedRepair,
} from '../changes/repair-state.ts';
import { usableVerification } from '../changes/usable-verification.ts';
import { type JobFolder, jobFolder, requirePlan } from '../folder/job-folder.ts';
import { secureJobFolder } from '../folder/secure-job-folder.ts';
import { functionName, type StepName } from '../folder/step-name.ts';
import { checkedTarget } from '../sending/target.ts';
import { eventsOf } from './events-of.ts';
import type { RunJobOptions, RunOutcome, VerifyJobOptions } from './options.ts';
import type { RepairEvent } from './repair-event.ts';
import { sendJob } from './run-job.ts';
import { verifyJob, type VerifyOutcome } from './verify-job.ts';

export interface RepairJobOptions extends Omit<RunJobOptions, 'maxDifferent' | 'openLedger'> {
  /** Whether the text, metadata and tags of messages are changed, which users see as edited. */
  readonly editsMessages?: boolean;
  /** Whether only the steps are reported. */
  readonly isDryRun?: boolean;
  /** Options of the verifications before and after. Default: as for `verifyJob`. */
  readonly verifying?: Pick<VerifyJobOptions, 'requestsPerMinute'>;
}

export interface RepairOutcome {
  /** `dry-run`: nothing was sent. */
  readonly end: 'finished' | 'stopped' | 'dry-run';
  /** Why a run of the repair stopped; absent when the signal stopped the repair between two runs. The same call continues. */
  readonly reason?: StopReason | undefined;
  readonly counts: RepairCounts;
  /** The verification that follows; absent unless the repair finished. */
  readonly verified?: VerifyOutcome | undefined;
}

interface Repair {
  readonly job: JobFolder;
  readonly to: Destination;
  readonly editsMessages: boolean;
  readonly isDryRun: boolean;
  readonly verifying: NonNullable<RepairJobOptions['verifying']>;
  /** The options of the repair's runs. */
  readonly sending: RunJobOptions;
}

type RepairedOnce = RepairOutcome & { readonly findsMore: boolean };

/** A verification reports its progress after this many records that are read or compared. */
const RECORDS_PER_EVENT = 100;

/**
 * Makes the service hold what a job has planned: sends missing records, and updates differing records. Starts from the latest
 * verification, or verifies first, and verifies afterwards. The same call continues a repair that was stopped.
 *
 * @throws as `runJob` and `verifyJob`
 *
 * @example
 * ```ts
 * const target = { appId: 'my-app', region: 'eu', apiKey: process.env['CHATFERRY_API_KEY'] ?? '' } as const;
 * for await (const event of repairJob({ job: 'job', target, isDryRun: true }))
 *   if (event.type === 'step') console.log(event.step.kind, event.step.id, event.step.changed);
 * ```
 */
export async function* repairJob(
  options: RepairJobOptions,
): AsyncGenerator<RepairEvent, RepairOutcome> {
  const { editsMessages = false, isDryRun = false, verifying = {}, ...sending } = options;
  const job = jobFolder(options.job);
  requirePlan(job, 'planFiles or planRows');
  secureJobFolder(job);
  const to = { target: checkedTarget(options.target), options: options.remember ?? {} };
  const repair: Repair = { job, to, editsMessages, isDryRun, verifying, sending };
  const first = yield* repairOnce(repair);
  const { findsMore: _, ...outcome } = first.findsMore ? yield* repairOnce(repair) : first;
  return outcome;
}

async function* repairOnce(repair: Repair): AsyncGenerator<RepairEvent, RepairedOnce> {
  const { job, to, editsMessages, isDryRun, sending } = repair;
  const { signal } = sending;
  const wanted = { target: to.target, editsMessages };
  const unfinished = isDryRun ? undefined : unfinishedRepair(job, wanted);
  if (unfinished !== undefined) return yield* sendAndVerify(repair, unfinished);

  const latest = await usableVerification(job, to.target);
  if (latest?.at !== undefined) yield { type: 'verified-before', at: latest.at };
  const verified = latest === undefined ? yield* verifiedBy(repair) : undefined;
  const counts = yield* eventsOf<RepairEvent, RepairCounts>(signal, (report, aborted) =>
    prepareRepair({
      job,
      to,
      editsMessages,
      isDryRun,
      onStep: (step) => report({ type: 'step', step }),
      signal: aborted,
    }),
  );
  yield { type: 'prepared', counts };
  if (isDryRun) return { end: 'dry-run', counts, findsMore: false };
  // Failed records are sent again too, even if the service holds them: they may have landed nevertheless.
  const isNothing = Object.values(counts).every((each) => each === 0);
  if (verified !== undefined && isNothing && partsLeft(job).length === 0)
    return { end: 'finished', counts, verified, findsMore: false };
  return yield* sendAndVerify(repair, unfinishedRepair(job, wanted)!);
}

/** Sends the parts that are left, in order, and verifies the job afterwards. */
async function* sendAndVerify(
  repair: Repair,
  state: RepairState,
): AsyncGenerator<RepairEvent, RepairedOnce> {
  const { job, to, sending } = repair;
  const { counts } = state;
  const stopped = ({ end, reason }: RunOutcome): RepairedOnce | undefined =>
    // A run whose last request was in flight at the abort has finished.
    end === 'stopped' || sending.signal?.aborted === true
      ? { end: 'stopped', reason, counts, findsMore: false }
      : undefined;
  for (let part = partsLeft(job).at(0); part !== undefined; part = partsLeft(job).at(0)) {
    const end = stopped(yield* sent(repair, part));
    if (end !== undefined) return end;
  }
  if (comparesAgain(job, to)) {
    const end = stopped(yield* sent(repair, job));
    if (end !== undefined) return end;
  }
  const verified = yield* verifiedBy(repair);
  return { end: 'finished', counts, verified, findsMore: finishRepair(job, state) };
}

/** Runs the job, or a part of its repair. */
async function* sent(
  { sending }: Repair,
  { path }: JobFolder,
): AsyncGenerator<RepairEvent, RunOutcome> {
  const stepName = continuing(sending.stepName ?? functionName);
  // A repair is for records that the app held with other content, so any number of them is allowed.
  const maxDifferent = { percent: 100 };
  const outcome = yield* sendJob({ ...sending, job: path, stepName, maxDifferent });
  yield { type: 'run-ended', outcome };
  return outcome;
}

/** A repair continues itself: its parts are not run or retried on their own. */
function continuing(stepName: StepName): StepName {
  return (step) => stepName(step === 'run' || step === 'retry' ? 'repair' : step);
}

async function* verifiedBy({
  job,
  sending: { target, routes, signal, stepName },
  verifying,
}: Repair): AsyncGenerator<RepairEvent, VerifyOutcome> {
  yield { type: 'verification-started' };
  const outcome = yield* eventsOf<RepairEvent, VerifyOutcome>(signal, (report, aborted) =>
    verifyJob({
      job: job.path,
      target,
      ...verifying,
      ...(routes && { routes }),
      ...(stepName && { stepName }),
      signal: aborted,
      onEvent: (event) => {
        if (event.records % RECORDS_PER_EVENT === 0) report({ type: 'verifying', ...event });
      },
    }),
  );
  yield { type: 'verified', outcome };
  return outcome;
}
