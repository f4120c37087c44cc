import { systemClock } from '@chatferry/client';
import { lockJob, type RunResult } from '@chatferry/runner';
import { withFilledKinds } from '../accounting/filled-kinds.ts';
import { jobFolder, requirePlan } from '../folder/job-folder.ts';
import { secureJobFolder } from '../folder/secure-job-folder.ts';
import { functionName } from '../folder/step-name.ts';
import { reportWritten } from '../report/report-written.ts';
import { defaultRunOptions } from '../sending/default-run-options.ts';
import { checkedTarget } from '../sending/target.ts';
import { planUndo } from '../undoing/plan-undo.ts';
import { readsPerMinute } from '../sending/reads-per-minute.ts';
import { sendUndo } from '../undoing/send-undo.ts';
import { setLedgerAside } from '../undoing/set-ledger-aside.ts';
import { leftOf, undoStatus, type UndoStatus } from '../undo-state/undo-state.ts';
import { eventsOf } from './events-of.ts';
import type { JobEvent } from './job-event.ts';
import type { UndoJobOptions, UndoOutcome } from './options.ts';

/**
 * Removes the records that a job created in the app for good. Yields events, and returns what was removed. Leaving the loop early stops
 * the undo; the next call continues. Users and groups that hold records which the job did not create are kept.
 *
 * @throws {JobError} without a plan, when nothing was sent, for a target that cannot be right, and `many-absent`
 * @throws {JobLockedError} when another process works on the job
 * @throws {LedgerError} `other-target`, and when the ledger cannot be used
 * @throws {ApiError} when the app cannot be read
 * @throws the signal's reason when it is aborted before the removal begins
 *
 * @example
 * ```ts
 * const target = { appId: 'my-app', region: 'eu', apiKey: process.env['CHATFERRY_API_KEY'] ?? '' } as const;
 * const events = undoJob({ job: 'job', target, confirm: ({ config }) => config.unsure === 0 });
 * for await (const { type } of events) console.log(type);
 * ```
 */
export async function* undoJob(options: UndoJobOptions): AsyncGenerator<JobEvent, UndoOutcome> {
  const { confirm } = options;
  const undo = { ...options, confirm: (planned: UndoStatus) => confirm(withFilledKinds(planned)) };
  return withFilledKinds(yield* undoAllKinds(undo));
}

interface UndoOfAllKinds extends Omit<UndoJobOptions, 'confirm'> {
  readonly confirm: (planned: UndoStatus) => boolean | Promise<boolean>;
}

/** Like `undoJob`, with all kinds in the planned removals and in the outcome. */
export async function* undoAllKinds({
  job: folder,
  target,
  confirm,
  isForced = false,
  absent,
  signal,
  stopNow,
  stepName = functionName,
  onAnswer,
  ...options
}: UndoOfAllKinds): AsyncGenerator<JobEvent, UndoStatus & Pick<UndoOutcome, 'run'>> {
  const job = jobFolder(folder);
  requirePlan(job, 'planFiles or planRows');
  secureJobFolder(job);
  const checked = checkedTarget(target);
  using lock = lockJob(job.path, systemClock.now());
  setLedgerAside(job);
  const requestsPerMinute = readsPerMinute(checked);
  const planned = yield* eventsOf<JobEvent, Awaited<ReturnType<typeof planUndo>>>(
    signal,
    (report, aborted) =>
      planUndo({
        job,
        target: checked,
        requestsPerMinute,
        signal: aborted,
        onStep: (kind) => report({ type: 'reading', kind }),
      }),
  );
  const isDone = planned.state === 'done' && leftOf(planned) === 0;
  if (isDone || !(await confirm(planned))) return planned;
  let run: RunResult;
  let report: JobEvent;
  try {
    run = yield* sendUndo({
      job,
      lock,
      target: checked,
      isForced,
      absent,
      options: { ...defaultRunOptions, ...options },
      stop: { finish: signal, now: stopNow },
      onAnswer,
    });
  } finally {
    report = reportWritten(job, stepName);
  }
  yield report;
  const { counts: _, ...endedRun } = run;
  return { ...undoStatus(job)!, run: endedRun };
}
