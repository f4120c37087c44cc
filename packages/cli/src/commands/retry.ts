import { runOptions } from '../arguments/option-groups.ts';
import { retryJob } from '@chatferry/job/planned';
import { command } from '../arguments/command.ts';
import { runAndReport } from '../running/run-and-report.ts';
import { openPlannedWorkspace } from '../configuration/workspace.ts';

export const retry = command({
  details: [
    'Found missing are the records that the latest verify did not find in the service.',
    'Use it when the cause is fixed: for example, a role was created, or the plan of the app was changed. Rows that have to be repaired are in failed/ of the job folder. Plan them as a job of their own, together with the users and groups of the export.',
  ],
  options: ['job', 'config', ...runOptions, 'json', 'quiet', 'help'],
  body: async (values, _, io) => {
    const workspace = await openPlannedWorkspace(values, io);
    return await runAndReport(workspace, values, io, { send: retryJob });
  },
});
