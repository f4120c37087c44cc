import { filledKinds } from '../accounting/filled-kinds.ts';
import { systemClock } from '@chatferry/client';
import { openPlan, type Plan } from '@chatferry/planner';
import {
  type JobHolder,
  liveOperations,
  lockJob,
  remembersLive,
  type RunResult,
  runStatus,
} from '@chatferry/runner';
import { excludedOf } from '../accounting/excluded.ts';
import { sumsOf } from '../accounting/sums.ts';
import { concludeRun } from '../conclusion/conclude-job.ts';
import { changedCompanions } from '../folder/companion-files.ts';
import { type JobFolder, jobFolder, requirePlan } from '../folder/job-folder.ts';
import { secureJobFolder } from '../folder/secure-job-folder.ts';
import { functionName } from '../folder/step-name.ts';
import { refuseAfterLaterJob, refuseRunAfterLaterJob } from '../planning/later-records.ts';
import { reportWritten } from '../report/report-written.ts';
import { defaultRunOptions } from '../sending/default-run-options.ts';
import { sendPlan } from '../sending/send-plan.ts';
import { checkedTarget } from '../sending/target.ts';
import type { JobEvent } from './job-event.ts';
import type { RunJobOptions, RunOutcome } from './options.ts';

/**
 * Sends the plan of a job folder, and continues where an earlier run stopped. Yields events, and returns the outcomes
 * of all rows; `report.html` in the job folder contains the same. Leaving the loop early stops the run; the next run
 * continues.
 *
 * @throws {JobError} without a plan, for a target that is invalid or differs from the target of an earlier run, and `later-job`
 * @throws {JobLockedError} when another process works on the job
 * @throws {LedgerError} when the ledger cannot be used
 *
 * @example
 * ```ts
 * const target = { appId: 'my-app', region: 'eu', apiKey: process.env['CHATFERRY_API_KEY'] ?? '' } as const;
 * const events = runJob({ job: 'job', target });
 * let each = await events.next();
 * for (; each.done !== true; each = await events.next()) console.log(each.value.type);
 * console.log(each.value.conclusion.headline, each.value.sums.users?.created);
 * ```
 */
export async function* runJob(options: RunJobOptions): AsyncGenerator<JobEvent, RunOutcome> {
  const job = jobFolder(options.job);
  requirePlan(job, 'planFiles or planRows');
  secureJobFolder(job);
  if (options.openLedger === undefined) refuseRunAfterLaterJob(job);
  else refuseAfterLaterJob(job);
  return yield* sendJob(options);
}

/** Like `runJob`, even after a later job has begun. */
export async function* sendJob({
  job: folder,
  target,
  signal,
  stopNow,
  stepName = functionName,
  confirm = () => false,
  remember,
  openLedger,
  onAnswer,
  ...given
}: RunJobOptions): AsyncGenerator<JobEvent, RunOutcome> {
  const job = jobFolder(folder);
  requirePlan(job, 'planFiles or planRows');
  secureJobFolder(job);
  const checked = checkedTarget(target);
  using lock = lockJob(job.path, systemClock.now());
  using plan = openPlan(job.plan);
  const excluded = excludedOf(plan);
  const { requestsPerMinute, ...others } = { ...defaultRunOptions, ...given };
  const changedFiles = changedCompanions(plan);
  yield { type: 'locked', job: folder, plan: plan.summary, changedFiles, requestsPerMinute };
  const allowsLive = given.allowsLive ?? (await isConfirmed(plan, job, confirm));

  const isInStore = openLedger !== undefined;
  const report = (holder?: JobHolder): JobEvent[] =>
    isInStore ? [] : [reportWritten(job, stepName, holder)];
  const events = sendPlan({
    job,
    lock,
    plan,
    target: checked,
    options: { ...others, requestsPerMinute, allowsLive },
    remember,
    openLedger,
    stop: { finish: signal, now: stopNow },
    onAnswer,
  });
  let result: RunResult;
  let ended: JobEvent[] = [];
  try {
    let next = await events.next();
    for (; next.done !== true; next = await events.next()) {
      yield next.value;
      // After a kill, the report must not describe an earlier run as the latest.
      if (next.value.type === 'started') yield* report(lock.holder);
    }
    result = next.value;
  } finally {
    await events.return(undefined as never);
    ended = report();
  }
  yield* ended;
  const { counts, ...endedRun } = result;
  // A record that did not land is no loss when a later segment contains it.
  const settled = plan.segments.length > 1 ? runStatus(job.plan, job.ledger).kinds : counts;
  const sums = sumsOf(plan, excluded, settled);
  const conclusion = concludeRun({ job, plan, sums, result, target: checked, isInStore });
  return { ...endedRun, sums: filledKinds(sums), conclusion };
}

/** Asks about live operations, unless there are none or an earlier run was allowed to send them, which the ledger keeps. */
async function isConfirmed(
  plan: Plan,
  { ledger }: JobFolder,
  confirm: NonNullable<RunJobOptions['confirm']>,
): Promise<boolean> {
  const live = liveOperations(plan.summary.kinds);
  return live.length > 0 && !remembersLive(ledger) && (await confirm(live));
}
