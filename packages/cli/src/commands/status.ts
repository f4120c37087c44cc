import { systemClock } from '@chatferry/client';
import { jobStatus } from '@chatferry/job';
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
    const { job, next } = await openPlannedWorkspaceToRead(values, io);
    const found = jobStatus(job.path);
    const progress = found.holder === undefined ? undefined : readProgress(job.progress);

    if (values.json === true) io.out(statusJson({ ...found, progress }));
    else
      for (const line of statusLines({ ...found, progress }, systemClock.now(), next)) io.out(line);
    return Promise.resolve(statusOf('done'));
  },
});
