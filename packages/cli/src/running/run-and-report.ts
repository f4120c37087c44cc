import { systemClock } from '@chatferry/client';
import { openPlan, type Plan } from '@chatferry/planner';
import {
  type Destination,
  type JobHolder,
  lockJob,
  type RunEvent,
  type RunOptions,
  type RunResult,
} from '@chatferry/runner';
import { metricsAddressFrom } from '../arguments/metrics-address.ts';
import type { OptionValues } from '../arguments/options.ts';
import type { CommandOutcome } from '../exit-status.ts';
import { listenForInterrupts } from '../interruption.ts';
import type { Io } from '../io.ts';
import {
  changedCompanions,
  concludeRun,
  COMPANION_FIX,
  type JobLedger,
  excludedOf,
  unaccounted,
  sendPlan,
  sumsOf,
  whyNotWritten,
  writeReport,
} from '@chatferry/job/planned';
import type { Metrics } from '@chatferry/job';
import { npxWarning } from '../printing/npx-warning.ts';
import type { Workspace } from '../workspace.ts';
import { allowsLive } from './allows-live.ts';
import { type ProgressView, viewFor } from './progress-view.ts';
import { ProgressFile } from './progress-file.ts';
import { quotaInForce } from './quota-in-force.ts';
import { runJson, runReport } from './run-report.ts';
import { runOptionsFrom } from './run-settings.ts';
import { typedOptions } from './typed-options.ts';

/** Opens a ledger that is not in the job folder; `stop` is aborted when the run is to end. */
export type OpenLedger = (
  plan: Plan,
  options: RunOptions,
  to: Destination,
  stop: AbortSignal,
  metrics: Metrics | undefined,
) => Promise<JobLedger>;

/** Sends the plan of the job folder, shows the progress, and prints the result. */
export async function runAndReport(
  workspace: Workspace,
  values: OptionValues,
  io: Io,
  openLedger?: OpenLedger,
): Promise<CommandOutcome> {
  const { configuration, setting, job, next: nextCommand } = workspace;
  const target = workspace.target(io.env);
  const warning = npxWarning(io.env);
  if (warning !== undefined && values.quiet !== true) io.err(warning);
  using lock = lockJob(job.path, systemClock.now());
  using plan = openPlan(job.plan);
  const options = {
    ...runOptionsFrom(setting, configuration),
    codesOnly: values['codes-only'],
    allowsLive: await allowsLive(plan, job.ledger, values, io),
  };
  const excluded = excludedOf(plan);
  for (const change of changedCompanions(plan)) io.err(`${change} ${COMPANION_FIX}`);

  const quota = quotaInForce(workspace, values);
  if (values.quiet !== true && values.json !== true) io.err(quota);
  const again = nextCommand('run');
  const writingReport = (holder: JobHolder | undefined): string | undefined =>
    openLedger === undefined
      ? whyNotWritten(job.report, () => writeReport(job, nextCommand, holder))
      : undefined;
  const view = viewFor(io, values, plan.summary.kinds, options.requestsPerMinute, () =>
    systemClock.now(),
  );
  using progressFile = new ProgressFile(
    job.progress,
    plan.summary.kinds,
    options.requestsPerMinute,
    () => systemClock.now(),
  );
  let isShown = true;
  // Listens until the report is written: a signal must not end the process between the run and its report.
  using interruption = listenForInterrupts(io, () => {
    if (isShown)
      view.note(
        `Stopping when the requests in flight are answered; Ctrl-C again stops immediately. Continue later with: ${again}`,
      );
  });
  await using measured =
    values.metrics === undefined
      ? undefined
      : await (
          await import('./measured-run.ts')
        ).measuredRun(
          metricsAddressFrom(values.metrics),
          { job, plan, target, options },
          interruption.finish,
        );
  if (measured !== undefined && values.quiet !== true)
    view.note(`Metrics: ${measured.url}/metrics`);
  let result: RunResult;
  let withoutReport: string | undefined;
  try {
    const stop = { finish: interruption.finish, now: interruption.now };
    const events = sendPlan({
      job,
      lock,
      plan,
      target,
      options,
      remember: typedOptions(values),
      openLedger:
        openLedger &&
        ((to) => openLedger(plan, options, to, interruption.finish, measured?.metrics)),
      stop,
      onAnswer: measured?.onAnswer,
    });
    // Writes the report at the start too: after a kill, it must not describe an earlier run as the latest.
    result = await watched(events, view, (event) => {
      progressFile.take(event);
      measured?.take(event);
      if (event.type === 'started') writingReport(lock.holder);
    });
  } finally {
    isShown = false;
    withoutReport = writingReport(undefined);
  }

  const sums = sumsOf(plan, excluded, result.counts);
  const isInStore = openLedger !== undefined;
  const isReported = withoutReport === undefined && !isInStore;
  const isQuiet = values.quiet === true;
  const conclusion = concludeRun({ job, plan, sums, result, target, isInStore });
  const written = { isReported, isQuiet, isInStore };
  const finished = { result, sums, conclusion, job, next: nextCommand, ...written };
  if (values.json === true) io.out(JSON.stringify(runJson(finished)));
  else for (const line of runReport(finished)) io.out(line);
  if (withoutReport !== undefined) io.err(withoutReport);

  if (unaccounted(sums) > 0) throw new Error('The sums of the run do not add up.');
  if (result.end === 'stopped')
    return result.reason?.code === 'interrupted' ? 'interrupted' : 'stopped';
  return conclusion.state === 'complete' ? 'done' : 'losses';
}

async function watched(
  events: AsyncGenerator<RunEvent, RunResult>,
  view: ProgressView,
  onEvent: (event: RunEvent) => void,
): Promise<RunResult> {
  using shown = view;
  let next = await events.next();
  for (; next.done !== true; next = await events.next()) {
    onEvent(next.value);
    shown.show(next.value);
  }
  return next.value;
}
