import type { RunResult, StopReason } from '@chatferry/runner';
import { comparesAgain, finishRepair } from '../changes/finish-repair.ts';
import { prepareRepair } from '../changes/prepare-repair.ts';
import { partsLeft, type RepairCounts, unfinishedRepair } from '../changes/repair-state.ts';
import type { RepairStep } from '../changes/repair-steps.ts';
import { usableVerification } from '../changes/usable-verification.ts';
import { jobFolder, requirePlan } from '../folder/job-folder.ts';
import { secureJobFolder } from '../folder/secure-job-folder.ts';
import { checkedTarget } from '../sending/target.ts';
import type { JobEvent } from './job-event.ts';
import type { RunJobOptions, VerifyJobOptions } from './options.ts';
import { runJob } from './run-job.ts';
import { verifyJob, type VerifyOutcome } from './verify-job.ts';

export interface RepairJobOptions extends Omit<RunJobOptions, 'maxDifferent'> {
  /** Whether the text, metadata and tags of messages are changed, which users see as edited. */
  readonly editsMessages?: boolean;
  /** Whether only the steps are reported. */
  readonly isDryRun?: boolean;
  /** Called for each record that the service does not hold as planned. */
  readonly onStep?: (step: RepairStep) => void;
  /** Of the verifications. Default: 500 requests a minute. */
  readonly verifying?: Pick<VerifyJobOptions, 'requestsPerMinute' | 'onEvent'>;
}

export interface RepairOutcome {
  /** `dry-run`: nothing was sent. */
  readonly end: 'finished' | 'stopped' | 'dry-run';
  /** Set when `end` is `stopped`; the same call continues. */
  readonly reason?: StopReason | undefined;
  readonly counts: RepairCounts;
  /** The verification that follows; absent unless the repair finished. */
  readonly verified?: VerifyOutcome | undefined;
}

/**
 * Makes the service hold what a job has planned: sends what is missing, and updates what differs. Starts from the latest
 * verification, or verifies first, and verifies afterwards. The same call continues a repair that was stopped.
 *
 * @throws as `runJob` and `verifyJob`
 */
export async function* repairJob(
  options: RepairJobOptions,
): AsyncGenerator<JobEvent, RepairOutcome> {
  const first = yield* repairOnce(options);
  return first.findsMore ? yield* repairOnce(options) : first;
}

async function* repairOnce({
  editsMessages = false,
  isDryRun = false,
  onStep,
  verifying = {},
  ...options
}: RepairJobOptions): AsyncGenerator<JobEvent, RepairOutcome & { readonly findsMore: boolean }> {
  const job = jobFolder(options.job);
  requirePlan(job, 'planFiles or planRows');
  secureJobFolder(job);
  const target = checkedTarget(options.target);
  const to = { target, options: {} };
  const { signal, routes, stepName } = options;
  const verify = async (): Promise<VerifyOutcome> =>
    await verifyJob({
      job: job.path,
      target,
      ...verifying,
      ...(routes && { routes }),
      ...(signal && { signal }),
      ...(stepName && { stepName }),
    });
  const wanted = { target, editsMessages };
  let state = isDryRun ? undefined : unfinishedRepair(job, wanted);
  if (state === undefined) {
    if ((await usableVerification(job, target)) === undefined) await verify();
    const counts = await prepareRepair({ job, to, editsMessages, isDryRun, onStep, signal });
    if (isDryRun) return { end: 'dry-run', counts, findsMore: false };
    state = unfinishedRepair(job, wanted)!;
  }

  const { counts } = state;
  const stopped = ({ reason }: RunResult) =>
    ({ end: 'stopped', reason, counts, findsMore: false }) as const;
  const all = { ...options, maxDifferent: { percent: 100 } };
  for (let part = partsLeft(job).at(0); part !== undefined; part = partsLeft(job).at(0)) {
    const result = yield* runJob({ ...all, job: part.path });
    if (result.end === 'stopped') return stopped(result);
  }
  if (comparesAgain(job, to)) {
    const result = yield* runJob(all);
    if (result.end === 'stopped') return stopped(result);
  }
  const verified = await verify();
  return { end: 'finished', counts, verified, findsMore: finishRepair(job, state) };
}
