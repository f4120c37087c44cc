import { counted } from '@chatferry/contract';
import { command } from '../command.ts';
import { statusOf } from '../exit-status.ts';
import { runAndReport } from '../running/run-and-report.ts';
import { runOptions } from '../running/run-settings.ts';
import { typedOptions } from '../running/typed-options.ts';
import { markForRetry } from '@chatferry/job/planned';
import { openPlannedWorkspace } from '../workspace.ts';

export const retry = command({
  details: [
    'Found missing are the records that the latest verify did not find in the service.',
    'Use it when the cause is fixed: for example, a role was created, or the plan of the app was changed. Rows that have to be repaired are in failed/ of the job folder. Plan them as a job of their own, together with the users and groups of the export.',
  ],
  options: ['job', 'config', ...runOptions, 'json', 'quiet', 'help'],
  body: async (values, _, io) => {
    const workspace = await openPlannedWorkspace(values, io);
    const target = workspace.target(io.env);

    const { job } = workspace;
    const marked = await markForRetry(job, { target, options: typedOptions(values) });
    if (!marked.includesMissing)
      io.err(
        `${job.differences} has changed since verify wrote it, so the records that it found missing are not included. Verify again.`,
      );
    if (values.json !== true && values.quiet !== true)
      io.err(`${counted(marked.records, 'record')} to be sent again.`);
    return statusOf(await runAndReport(workspace, values, io));
  },
});
