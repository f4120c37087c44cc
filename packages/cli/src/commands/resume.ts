import { resumeRun } from '@chatferry/runner';
import { command } from '../command.ts';
import { statusOf } from '../exit-status.ts';
import { requirePlan } from '../job/job-folder.ts';
import { openWorkspace } from '../workspace.ts';

export const resume = command({
  summary: 'Let a paused run go on.',
  options: ['job', 'config', 'quiet', 'help'],
  body: (values, _, io) => {
    const { job } = openWorkspace(values, io);
    requirePlan(job);
    resumeRun(job.path);
    if (values.quiet !== true) io.out('No longer paused.');
    return Promise.resolve(statusOf('done'));
  },
});
