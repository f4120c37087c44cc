import { setRate } from '@chatferry/runner';
import { wholeNumberOr } from '../arguments/values.ts';
import { command } from '../command.ts';
import { statusOf } from '../exit-status.ts';
import { Refusal } from '../refusal.ts';
import { programName } from '../printing/program-name.ts';
import { openPlannedWorkspace } from '../workspace.ts';

const read = wholeNumberOr('unlimited', 0);

export const rate = command({
  summary: 'Change the quota of a run, in requests per minute, from another terminal.',
  positionals: 'N|unlimited|default',
  details: ['default restores the quota that the run was started with.'],
  options: ['job', 'config', 'quiet', 'help'],
  body: async (values, [given, ...more], io) => {
    if (given === undefined || more.length > 0)
      throw new Refusal('One rate is needed.', `For example: ${programName(io.env)} rate 20`);
    const { job } = await openPlannedWorkspace(values, io);
    const requestsPerMinute = given === 'default' ? undefined : read(given, 'The rate');
    setRate(job.path, requestsPerMinute);
    if (values.quiet !== true)
      io.out(
        requestsPerMinute === undefined
          ? 'The quota is what the run was started with.'
          : `The quota is ${requestsPerMinute} requests per minute.`,
      );
    return statusOf('done');
  },
});
