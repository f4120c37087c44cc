import { pauseRun } from '@chatferry/runner';
import { command } from '../command.ts';
import { statusOf } from '../exit-status.ts';
import { openPlannedWorkspace } from '../workspace.ts';

export const pause = command({
  summary: 'Pause a run before its next request, from another terminal.',
  options: ['job', 'config', 'quiet', 'help'],
  body: async (values, _, io) => {
    const { job, next } = await openPlannedWorkspace(values, io);
    pauseRun(job.path);
    if (values.quiet !== true)
      io.out(`Paused, also for later runs. Resume with: ${next('resume')}`);
    return statusOf('done');
  },
});
