import { readsPerMinute, verifyJob } from '@chatferry/job/planned';
import type { OptionValues } from '../arguments/options.ts';
import type { CommandOutcome } from '../terms/exit-status.ts';
import { listenForInterrupts } from '../terms/interruption.ts';
import type { Io } from '../terms/io.ts';
import { warnOfNpx } from '../printing/npx-warning.ts';
import type { Workspace } from '../configuration/workspace.ts';
import { VerifyView } from './verify-view.ts';

/** Compares the service with the plan, shows the progress, and prints the result. */
export async function verifyAndReport(
  workspace: Workspace,
  values: OptionValues,
  io: Io,
  given?: number | 'unlimited',
): Promise<CommandOutcome> {
  const { configuration, job, next } = workspace;
  const target = workspace.target(io.env);
  warnOfNpx(values, io);
  const requestsPerMinute = given ?? readsPerMinute(target);
  const view = new VerifyView(workspace, values, io, requestsPerMinute);
  using interruption = listenForInterrupts(io, () => view.stopping());
  const signal = interruption.finish;
  const verifying = verifyJob({
    job: job.path,
    target,
    routes: configuration.routes,
    kind: values.kind,
    full: values.full,
    requestsPerMinute,
    signal,
    onEvent: (event) => view.show(event),
    stepName: next,
  });
  try {
    return view.end(await verifying.finally(() => view.endProgress()));
  } catch (error) {
    if (!signal.aborted) throw error;
    return view.interrupted();
  }
}
