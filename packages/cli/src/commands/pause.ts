import { pauseRun } from '@chatferry/runner';
import { command } from '../command.ts';
import { statusOf } from '../exit-status.ts';
import { requirePlan } from '../job/job-folder.ts';
import { commandLine } from '../printing/command-line.ts';
import { openWorkspace } from '../workspace.ts';

export const pause = command({
  summary: 'Make a run wait before its next request; from another terminal.',
  options: ['job', 'config', 'quiet', 'help'],
  body: (values, _, io) => {
    const { job } = openWorkspace(values, io);
    requirePlan(job);
    pauseRun(job.path);
    if (values.quiet !== true)
      io.out(`Paused. It stays so, also for later runs, until: ${commandLine('resume', values)}`);
    return Promise.resolve(statusOf('done'));
  },
});
