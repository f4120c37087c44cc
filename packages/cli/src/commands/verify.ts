import type { OptionValues } from '../arguments/options.ts';
import { command } from '../arguments/command.ts';
import { Refusal } from '../terms/refusal.ts';
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
    const requestsPerMinute = rateOf(values);
    const workspace = await openPlannedWorkspace(values, io);
    return await verifyAndReport(workspace, values, io, requestsPerMinute);
  },
});

function rateOf({ 'requests-per-minute': given }: OptionValues): number | 'unlimited' | undefined {
  if (typeof given === 'object')
    throw new Refusal(
      '--requests-per-minute of verify must be a number above 0, or unlimited.',
      'Leave it out: reading does not use the quota of the import.',
    );
  return given;
}
