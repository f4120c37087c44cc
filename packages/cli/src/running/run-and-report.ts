import { systemClock } from '@chatferry/client';
import { openPlan } from '@chatferry/planner';
import {
  type JobHolder,
  lockJob,
  type RunEvent,
  type RunResult,
  type StopSignals,
} from '@chatferry/runner';
import type { OptionValues } from '../arguments/options.ts';
import { targetFrom } from '../configuration/target.ts';
import type { Outcome } from '../exit-status.ts';
import { listenForInterrupts } from '../interruption.ts';
import type { Io } from '../io.ts';
import { rememberOptions } from '../job/last-options.ts';
import { whyNotWritten } from '../job/why-not-written.ts';
import { leftOutOf } from '../planning/left-out.ts';
import { writeReport } from '../report/write-report.ts';
import type { Workspace } from '../workspace.ts';
import { type ProgressView, viewFor } from './progress-view.ts';
import { hasLosses, runJson, runReport } from './run-report.ts';
import { runOptionsFrom } from './run-settings.ts';
import { sendPlan } from './send-plan.ts';
import { leftOver, sumsOf } from './sums.ts';

/** Sends the plan of the job folder, shows how it goes, and prints what came of it. */
export async function runAndReport(
  workspace: Workspace,
  values: OptionValues,
  io: Io,
): Promise<Outcome> {
  const { configuration, setting, job, next: nextCommand } = workspace;
  const target = targetFrom(setting, configuration, io.env);
  const options = runOptionsFrom(setting, configuration);
  using lock = lockJob(job.path, systemClock.now());
  using plan = openPlan(job.plan);
  const leftOut = leftOutOf(plan);
  rememberOptions(job, values);

  const again = nextCommand('run');
  const writingReport = (holder: JobHolder | undefined): string | undefined =>
    whyNotWritten(job.report, () => writeReport(job, nextCommand, holder));
  const view = viewFor(io, values, plan.summary.kinds, options.requestsPerMinute, () =>
    systemClock.now(),
  );
  let result: RunResult;
  let withoutReport: string | undefined;
  try {
    result = await watched((stop) => sendPlan({ job, plan, target, options, stop }), view, io, {
      again,
      // Whoever finds the folder after a kill must not read of an earlier run as if it were the last.
      onStarted: () => writingReport(lock.holder),
    });
  } finally {
    withoutReport = writingReport(undefined);
  }

  const sums = sumsOf(plan, leftOut, result.counts);
  const isReported = withoutReport === undefined;
  const isQuiet = values.quiet === true;
  const finished = { result, sums, job, next: nextCommand, isReported, isQuiet };
  if (values.json === true) io.out(JSON.stringify(runJson(finished)));
  else for (const line of runReport(finished)) io.out(line);
  if (withoutReport !== undefined) io.err(withoutReport);

  if (leftOver(sums) > 0) throw new Error('The sums of the run do not add up.');
  if (result.end === 'stopped')
    return result.reason?.code === 'interrupted' ? 'interrupted' : 'stopped';
  return hasLosses(sums) ? 'losses' : 'done';
}

async function watched(
  send: (stop: StopSignals) => AsyncGenerator<RunEvent, RunResult>,
  view: ProgressView,
  io: Io,
  { again, onStarted }: { readonly again: string; readonly onStarted: () => unknown },
): Promise<RunResult> {
  using shown = view;
  using interruption = listenForInterrupts(io, () =>
    shown.note(
      `Stopping when the requests on their way are answered; Ctrl-C again stops at once. Go on later with: ${again}`,
    ),
  );
  const events = send({ finish: interruption.finish, now: interruption.now });
  let next = await events.next();
  for (; next.done !== true; next = await events.next()) {
    if (next.value.type === 'started') onStarted();
    shown.show(next.value);
  }
  return next.value;
}
