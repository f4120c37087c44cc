import { resumeRun } from '@chatferry/runner';
import { command } from '../command.ts';
import { statusOf } from '../exit-status.ts';
import { operateJobs } from '../store/operate-jobs.ts';
import { openPlannedWorkspace } from '../workspace.ts';

export const resume = command({
  details: [
    'With --store all paused jobs that workers send, or the job of this name, also after it was stopped or cancelled.',
  ],
  options: ['job', 'config', 'store', 'quiet', 'help'],
  body: async (values, jobs, io) => {
    const isInStore = await operateJobs(
      values,
      jobs,
      io,
      async (store, fleet, name) => {
        if (name === undefined) return fleet.pauseJobs(store, name, false);
        await fleet.resumeJob(store, name);
        return [name];
      },
      'no longer paused.',
    );
    if (isInStore) return statusOf('done');
    const { job } = await openPlannedWorkspace(values, io);
    resumeRun(job.path);
    if (values.quiet !== true) io.out('No longer paused.');
    return statusOf('done');
  },
});
