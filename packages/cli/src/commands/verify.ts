import { givenReadingRate } from '../repairing/reading-rate.ts';
import { command } from '../arguments/command.ts';
import { targetOptions } from '../running/run-settings.ts';
import { verifyAndReport } from '../verifying/verify-and-report.ts';
import { openPlannedWorkspace } from '../configuration/workspace.ts';

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
    const requestsPerMinute = givenReadingRate(values, 'verify');
    const workspace = await openPlannedWorkspace(values, io);
    return await verifyAndReport(workspace, values, io, requestsPerMinute);
  },
});
