import { systemClock } from '@chatferry/client';
import { jobStatus } from '@chatferry/job/planned';
import { command } from '../command.ts';
import { statusOf } from '../exit-status.ts';
import { endOf, readProgress } from '../running/progress-file.ts';
import { statusJson } from '../running/status-json.ts';
import { statusLines } from '../running/status-lines.ts';
import { Refusal } from '../refusal.ts';
import { showJobs } from '../store/show-jobs.ts';
import { openPlannedWorkspaceToRead } from '../workspace.ts';

export const status = command({
  details: [
    'Changes nothing and does not disturb a run.',
    'With --store it shows the jobs that workers send, or the one of this name.',
  ],
  options: ['job', 'config', 'store', 'watch', 'json', 'quiet', 'help'],
  body: async (values, [name], io) => {
    if (values.store !== undefined) return statusOf(await showJobs(values, name, io));
    if (name !== undefined || values.watch === true)
      throw new Refusal(
        'A job is named, or watched, in a store only.',
        'Name the store with --store, or the job folder with --job.',
      );
    const { job, next } = await openPlannedWorkspaceToRead(values, io);
    const latest = readProgress(job.progress);
    const found = jobStatus(job.path, latest && endOf(latest));
    const progress = found.holder === undefined ? undefined : latest;

    if (values.json === true) io.out(statusJson({ ...found, progress }));
    else
      for (const line of statusLines({ ...found, progress }, systemClock.now(), next)) io.out(line);
    return Promise.resolve(statusOf('done'));
  },
});
