import type { Metrics } from '@chatferry/job/metrics';
import { type OpenJobLedger, runJob } from '@chatferry/job/planned';
import type { OptionValues } from '../arguments/options.ts';
import type { CommandOutcome } from '../terms/exit-status.ts';
import { listenForInterrupts } from '../terms/interruption.ts';
import type { Io } from '@chatferry/output/terms/io';
import { warnOfNpx } from '../printing/npx-warning.ts';
import { shown } from '../printing/shown.ts';
import type { Workspace } from '../configuration/workspace.ts';
import { allowsLive } from './allows-live.ts';
import { measuredBy } from './measured-by.ts';
import { runOptionsFrom, typedOptions } from './run-settings.ts';
import { RunView } from './run-view.ts';

/** Opens a ledger in a store. @param ending aborted when the run must end */
type LedgerOpener = (ending: AbortSignal, metrics: Metrics | undefined) => OpenJobLedger;

interface Sending {
  /** Default: `runJob`. */
  readonly send?: typeof runJob;
  /** Given for a ledger in a store. */
  readonly ledgerIn?: LedgerOpener;
}

/** Sends the plan of the job folder, shows the progress, and prints the result. */
export async function runAndReport(
  workspace: Workspace,
  values: OptionValues,
  io: Io,
  { send = runJob, ledgerIn }: Sending = {},
): Promise<CommandOutcome> {
  const { configuration, setting, job } = workspace;
  const target = workspace.target();
  warnOfNpx(values, io);
  using view = new RunView(workspace, values, io);
  // Listens until the report is written: a signal must not end the process before that.
  using interruption = listenForInterrupts(io, () => view.stopping());
  const { finish, now } = interruption;
  await using measured = await measuredBy(values, target, finish);
  const events = send({
    job: job.path,
    target,
    ...runOptionsFrom(setting, configuration),
    codesOnly: values['codes-only'],
    ...(values.yes === true ? { allowsLive: true } : {}),
    confirm: (live) => allowsLive(live, values, io, finish),
    remember: typedOptions(values),
    openLedger: ledgerIn?.(finish, measured?.metrics),
    onAnswer: measured?.onAnswer,
    signal: finish,
    stopNow: now,
    stepName: (step) => view.stepName(step),
  });
  const outcome = await shown(events, (event) => {
    measured?.take(event);
    view.show(event);
    if (event.type === 'locked' && measured !== undefined && values.quiet !== true)
      io.err(`Metrics: ${measured.url}/metrics`);
  });
  return view.end(outcome, ledgerIn !== undefined);
}
