import { readsPerMinute, verifyJob } from '@chatferry/job/planned';
import { command } from '../arguments/command.ts';
import { targetOptions } from '../arguments/option-groups.ts';
import { openPlannedWorkspace } from '../configuration/workspace.ts';
import { warnOfNpx } from '../printing/npx-warning.ts';
import { givenReadingRate } from '../repairing/reading-rate.ts';
import { listenForInterrupts } from '../terms/interruption.ts';
import { VerifyView } from '../verifying/verify-view.ts';

export const verify = command({
  details: [
    'Ends with status 1 when a planned record is missing, is stored more than once, or has different content. Records that were not planned are counted and are not an error.',
    'Reading does not use the quota of the import. Its default is 500 requests per minute, without a limit for a server on this machine. An interrupted verification starts from the beginning.',
  ],
  options: [
    'job',
    'config',
    ...targetOptions,
    'kind',
    'full',
    'requests-per-minute',
    'json',
    'quiet',
    'help',
  ],
  body: async (values, _, io) => {
    const given = givenReadingRate(values, 'verify');
    const workspace = await openPlannedWorkspace(values, io);
    const { configuration, job, next } = workspace;
    const target = workspace.target();
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
  },
});
