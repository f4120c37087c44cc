import { pauseRun } from '@chatferry/runner';
import { command } from '../arguments/command.ts';
import { operateJobs } from '../store/operate-jobs.ts';

export const pause = command({
  details: ['With --store the job of this name, or all jobs that workers send.'],
  options: ['job', 'config', 'store', 'json', 'quiet', 'help'],
  body: (values, jobs, io) =>
    operateJobs(values, jobs, io, {
      type: 'pause',
      inStore: (store, fleet, name) => fleet.pauseJobs(store, name, true),
      done: 'paused.',
      here: ({ job, next }) => {
        pauseRun(job.path);
        return `Paused, also for later runs. Resume with: ${next('resume')}`;
      },
      after: (next) => [next('resume'), next('status')],
    }),
});
