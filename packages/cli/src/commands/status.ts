import { systemClock } from '@chatferry/client';
import { jobHolder, readControl, runStatus } from '@chatferry/runner';
import { command } from '../command.ts';
import { statusOf } from '../exit-status.ts';
import { readProgress } from '../running/progress-file.ts';
import { statusJson } from '../running/status-json.ts';
import { statusLines } from '../running/status-lines.ts';
import { openPlannedWorkspaceToRead } from '../workspace.ts';

export const status = command({
  summary: 'Show the progress of a run, also from another terminal.',
  details: ['Changes nothing and does not disturb a run.'],
  options: ['job', 'config', 'json', 'quiet', 'help'],
  body: async (values, _, io) => {
    const { job, next } = openPlannedWorkspaceToRead(values, io);
    const found = runStatus(job.plan, job.ledger);
    const holder = jobHolder(job.path);
    const control = readControl(job.path);
    const progress = holder === undefined ? undefined : readProgress(job.progress);

    if (values.json === true) io.out(statusJson({ ...found, holder, control, progress }));
    else
      for (const line of statusLines(
        { ...found, holder, control, progress },
        systemClock.now(),
        next,
      ))
        io.out(line);
    return Promise.resolve(statusOf('done'));
  },
});
