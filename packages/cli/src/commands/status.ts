import { existsSync } from 'node:fs';
import { systemClock } from '@chatferry/client';
import { endOf, wholeJobStatus, readProgress } from '@chatferry/job/planned';
import { command } from '../arguments/command.ts';
import { statusOf } from '../terms/exit-status.ts';
import { statusJson } from '../running/status-json.ts';
import { statusCommands, statusLines } from '../running/status-lines.ts';
import { Refusal } from '../terms/refusal.ts';
import { show } from '../printing/show.ts';
import { showJobs } from '../store/show-jobs.ts';
import { openPlannedWorkspaceToRead, type Workspace } from '../configuration/workspace.ts';

export const status = command({
  details: [
    'Changes nothing and does not disturb a run. JOB is a job folder; default: that of --job.',
    'With --store it shows the jobs that workers send, or the one of this name.',
  ],
  options: ['job', 'config', 'store', 'watch', 'json', 'quiet', 'help'],
  body: async (values, [name], io) => {
    if (values.store !== undefined) return statusOf(await showJobs(values, name, io));
    const inFolder = name === undefined ? values : { ...values, job: folderOf(name, values) };
    const workspace = await openPlannedWorkspaceToRead(inFolder, io);
    await show(() => printed(workspace, values), values, io);
    return statusOf('done');
  },
});

/** A job that is named without a store is a folder. @throws {Refusal} */
function folderOf(name: string, { job }: { readonly job?: string }): string {
  if (!existsSync(name))
    throw new Refusal(
      `There is no job folder '${name}'.`,
      'Name one that exists. Name the store with --store for a job that workers send.',
    );
  if (job !== undefined)
    throw new Refusal(`The job folder is given twice: ${name}, and --job ${job}.`, 'Give one.');
  return name;
}

function printed({ job, next }: Workspace, { json }: { readonly json?: boolean }): string[] {
  const latest = readProgress(job.progress);
  const found = wholeJobStatus(job.path, latest && endOf(latest));
  const progress = found.holder === undefined ? undefined : latest;
  const shown = { ...found, progress };
  return json === true
    ? [statusJson(shown, statusCommands(shown, next))]
    : statusLines(shown, systemClock.now(), next);
}
