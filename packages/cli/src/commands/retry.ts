import { systemClock } from '@chatferry/client';
import { counted, kindsInOrder } from '@chatferry/contract';
import { openPlan } from '@chatferry/planner';
import { type Destination, lockJob, openLedger, retry as markForRetry } from '@chatferry/runner';
import { command } from '../command.ts';
import { statusOf } from '../exit-status.ts';
import type { Io } from '../io.ts';
import { runAndReport } from '../running/run-and-report.ts';
import { runOptions } from '../running/run-settings.ts';
import { typedOptions } from '../running/typed-options.ts';
import { type JobFolder, retryWhatIsMissing } from '@chatferry/job';
import { openPlannedWorkspace } from '../workspace.ts';

export const retry = command({
  summary: 'Send only the records that failed, were skipped, are unresolved or were found missing.',
  details: [
    'Found missing are the records that the latest verify did not find in the service.',
    'Use it when the cause is fixed: for example, a role was created, or the plan of the app was changed. Rows that have to be repaired are in failed/ of the job folder. Plan them as a job of their own, together with the users and groups of the export.',
  ],
  options: ['job', 'config', ...runOptions, 'json', 'quiet', 'help'],
  body: async (values, _, io) => {
    const workspace = openPlannedWorkspace(values, io);
    const target = workspace.target(io.env);

    const marked = await mark(workspace.job, { target, options: typedOptions(values) }, io);
    if (values.json !== true && values.quiet !== true)
      io.err(`${counted(marked, 'record')} to be sent again.`);
    return statusOf(await runAndReport(workspace, values, io));
  },
});

async function mark(job: JobFolder, to: Destination, io: Io): Promise<number> {
  using _ = lockJob(job.path, systemClock.now());
  using plan = openPlan(job.plan);
  using ledger = openLedger(job.ledger, plan, to);
  // First, as it skips batches that have changed since the verification.
  const missing = await retryWhatIsMissing(job, plan.id, to.target, ledger);
  if (missing === 'unusable')
    io.err(
      `${job.differences} is not the one that verify wrote, so that what it found missing is not known. Verify again.`,
    );
  const counts = markForRetry(ledger, systemClock.now());
  return kindsInOrder.reduce(
    (sum, kind) => {
      const { failed, skipped, unresolved } = counts[kind];
      return sum + failed + skipped + unresolved;
    },
    missing === 'unusable' ? 0 : missing,
  );
}
