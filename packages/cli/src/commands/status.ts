import { systemClock } from '@chatferry/client';
import { endOf, wholeJobStatus, readProgress } from '@chatferry/job/planned';
import { command } from '../arguments/command.ts';
import { statusJson } from '@chatferry/output/running/status-json';
import { statusCommands, statusLines } from '@chatferry/output/running/status-lines';
import { watchDrawing } from '@chatferry/output/running/watch-drawing';
import type { Frame } from '@chatferry/output/screens/live';
import { show } from '../printing/show.ts';
import { showJobs } from '../store/show-jobs.ts';
import { openNamedWorkspaceToRead, type Workspace } from '../configuration/workspace.ts';

export const status = command({
  details: [
    'Changes nothing and does not disturb a run. JOB is a job folder; default: that of --job.',
    'With --store it shows the jobs that workers send, or the one of this name.',
  ],
  options: ['job', 'config', 'store', 'watch', 'json', 'quiet', 'help'],
  body: async (values, [name], io) => {
    if (values.store !== undefined) return await showJobs(values, name, io);
    const other = 'Name the store with --store for a job that workers send.';
    const workspace = await openNamedWorkspaceToRead(name, values, io, other);
    await show((frame) => printed(workspace, values, frame), values, io);
    return 'done';
  },
});

function printed(
  { job, next }: Workspace,
  { json }: { readonly json?: boolean },
  frame: Frame | undefined,
): string[] {
  const latest = readProgress(job.progress);
  const found = wholeJobStatus(job.path, latest && endOf(latest));
  const progress = found.holder === undefined ? undefined : latest;
  const shown = { ...found, progress };
  if (frame !== undefined && progress !== undefined)
    return watchDrawing({ ...found, progress }, job.path, next, frame);
  return json === true
    ? [statusJson(shown, statusCommands(shown, next))]
    : statusLines(shown, systemClock.now(), next);
}
