import { resumeRun } from '@chatferry/runner';
import { command } from '../command.ts';
import { statusOf } from '../exit-status.ts';
import { openPlannedWorkspace } from '../workspace.ts';

export const resume = command({
  summary: 'Resume a paused run.',
  options: ['job', 'config', 'quiet', 'help'],
  body: async (values, _, io) => {
    const { job } = await openPlannedWorkspace(values, io);
    resumeRun(job.path);
    if (values.quiet !== true) io.out('No longer paused.');
    return statusOf('done');
  },
});
