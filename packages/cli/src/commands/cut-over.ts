import { ruleOptions, sendingOptions, targetOptions } from '../arguments/option-groups.ts';
import { command } from '../arguments/command.ts';
import { openPlannedWorkspace } from '../configuration/workspace.ts';
import { cutOverAndReport } from '../following/cut-over-and-report.ts';

export const cutOver = command({
  details: [
    'Follows until a round of sending and comparing is short enough. Then people stop writing in the legacy system, the rest is sent and compared, and the app is opened. If that takes longer than --deadline, or something is not as planned, the legacy system is opened again.',
    'Each state is kept in the job folder: after kill -9, the same command continues. Ctrl-C before the app is opened opens the legacy system again.',
    'A command that is given as an option is run with sh, for at most five minutes, and may be run twice. Without it, you are asked to do the step yourself.',
  ],
  options: [
    'job',
    'config',
    'freeze',
    'thaw',
    'open',
    'deadline',
    'abort',
    'every',
    'edit-messages',
    'removals',
    'max-removals',
    ...ruleOptions,
    ...targetOptions,
    ...sendingOptions,
    'codes-only',
    'json',
    'quiet',
    'help',
  ],
  body: async (values, _, io) => {
    const workspace = await openPlannedWorkspace(values, io);
    return await cutOverAndReport(workspace, values, io);
  },
});
