import { wholeNumberOr } from '@chatferry/configuration';
import { counted } from '@chatferry/contract';
import { type Rate, setRate } from '@chatferry/runner';
import { command } from '../arguments/command.ts';
import { Refusal } from '@chatferry/contract/refusal';
import { programName } from '../printing/program-name.ts';
import { operateJobs } from '../store/operate-jobs.ts';

const read = wholeNumberOr('unlimited', 0);

export const rate = command({
  details: [
    'default restores the quota that the run was started with.',
    'With --store the rate is for the job of this name, or for all jobs that workers send.',
  ],
  options: ['job', 'config', 'store', 'json', 'quiet', 'help'],
  body: async (values, [given, ...jobs], io) => {
    if (given === undefined)
      throw new Refusal('One rate is needed.', `For example: ${programName(io.env)} rate 20`);
    const requestsPerMinute = given === 'default' ? undefined : read(given, 'The rate');
    return operateJobs(values, jobs, io, {
      type: 'rate',
      requestsPerMinute: requestsPerMinute ?? 'default',
      inStore: (store, fleet, name) => fleet.setJobRate(store, name, requestsPerMinute),
      done:
        requestsPerMinute === undefined
          ? 'the rate is that of the submission.'
          : `the rate is ${rateText(requestsPerMinute)}.`,
      here: ({ job }) => {
        setRate(job.path, requestsPerMinute);
        return requestsPerMinute === undefined
          ? 'The quota is what the run was started with.'
          : `The quota is ${rateText(requestsPerMinute)}.`;
      },
      after: (next) => [
        next('status'),
        ...(requestsPerMinute === undefined ? [] : [next('rate', 'default')]),
      ],
    });
  },
});

function rateText(requestsPerMinute: Rate): string {
  return requestsPerMinute === 'unlimited'
    ? 'unlimited'
    : `${counted(requestsPerMinute, 'request')} per minute`;
}
