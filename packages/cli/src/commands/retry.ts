import { systemClock } from '@chatferry/client';
import { kindsInOrder } from '@chatferry/contract';
import { openPlan } from '@chatferry/planner';
import { lockJob, openLedger, retry as markForRetry } from '@chatferry/runner';
import { command } from '../command.ts';
import { targetFrom } from '../configuration/target.ts';
import { statusOf } from '../exit-status.ts';
import { counted } from '../printing/table.ts';
import { runAndReport } from '../running/run-and-report.ts';
import { runOptions } from '../running/run-settings.ts';
import { openPlannedWorkspace } from '../workspace.ts';
import type { JobFolder } from '../job/job-folder.ts';

export const retry = command({
  summary: 'Send again what failed, was skipped or is unresolved, and nothing else.',
  details: [
    'For when the cause is gone: a role was created, the plan of the app was changed. Rows that have to be repaired are in failed/ of the job folder, to be planned as a job of their own.',
  ],
  options: ['job', 'config', ...runOptions, 'json', 'quiet', 'help'],
  body: async (values, _, io) => {
    const workspace = openPlannedWorkspace(values, io);
    targetFrom(workspace.setting, workspace.configuration, io.env);

    const marked = mark(workspace.job);
    if (values.json !== true && values.quiet !== true)
      io.err(`${counted(marked, 'record')} to be sent again.`);
    return statusOf(await runAndReport(workspace, values, io));
  },
});

function mark(job: JobFolder): number {
  using _ = lockJob(job.path, systemClock.now());
  using plan = openPlan(job.plan);
  using ledger = openLedger(job.ledger, plan);
  const counts = markForRetry(ledger, systemClock.now());
  return kindsInOrder.reduce((sum, kind) => {
    const { failed, skipped, unresolved } = counts[kind];
    return sum + failed + skipped + unresolved;
  }, 0);
}
