import { pauseRun } from '@chatferry/runner';
import { command } from '../command.ts';
import { statusOf } from '../exit-status.ts';
import { operateJobs } from '../store/operate-jobs.ts';
import { openPlannedWorkspace } from '../workspace.ts';

export const pause = command({
  details: ['With --store the job of this name, or all jobs that workers send.'],
  options: ['job', 'config', 'store', 'quiet', 'help'],
  body: async (values, jobs, io) => {
    const pauseAll = await operateJobs(
      values,
      jobs,
      io,
      (store, fleet, name) => fleet.pauseJobs(store, name, true),
      'paused.',
    );
    if (pauseAll) return statusOf('done');
    const { job, next } = await openPlannedWorkspace(values, io);
    pauseRun(job.path);
    if (values.quiet !== true)
      io.out(`Paused, also for later runs. Resume with: ${next('resume')}`);
    return statusOf('done');
  },
});
