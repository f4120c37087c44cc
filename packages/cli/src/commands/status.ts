import { systemClock } from '@chatferry/client';
import { jobHolder, readControl, runStatus } from '@chatferry/runner';
import { command } from '../command.ts';
import { statusOf } from '../exit-status.ts';
import { statusLines } from '../running/status-lines.ts';
import { openPlannedWorkspace } from '../workspace.ts';

export const status = command({
  summary: 'Say where a run stands; works from another terminal too.',
  details: ['Only looks, and does not disturb a run that is going on.'],
  options: ['job', 'config', 'json', 'quiet', 'help'],
  body: async (values, _, io) => {
    const { job, next } = openPlannedWorkspace(values, io);
    const found = runStatus(job.plan, job.ledger);
    const holder = jobHolder(job.path);
    const control = readControl(job.path);

    if (values.json === true) io.out(JSON.stringify({ type: 'status', holder, control, ...found }));
    else
      for (const line of statusLines(found, holder, control, systemClock.now(), next)) io.out(line);
    return Promise.resolve(statusOf('done'));
  },
});
