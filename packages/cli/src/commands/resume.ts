import { resumeRun } from '@chatferry/runner';
import { command } from '../arguments/command.ts';
import { operateJobs } from '../store/operate-jobs.ts';

export const resume = command({
  details: [
    'With --store all paused jobs that workers send, or the job of this name, also after it was stopped or cancelled.',
  ],
  options: ['job', 'config', 'store', 'json', 'quiet', 'help'],
  body: (values, jobs, io) =>
    operateJobs(values, jobs, io, {
      type: 'resume',
      inStore: async (store, fleet, name) => {
        if (name === undefined) return fleet.pauseJobs(store, name, false);
        await fleet.resumeJob(store, name);
        return [name];
      },
      done: 'no longer paused.',
      here: ({ job }) => {
        resumeRun(job.path);
        return 'No longer paused.';
      },
      after: (next) => [next('status')],
    }),
});
