import type { RunEvent } from '@chatferry/runner';
import { jobFolder, requirePlan } from '../folder/job-folder.ts';
import { secureJobFolder } from '../folder/secure-job-folder.ts';
import { checkedTarget } from '../sending/target.ts';
import { markForRetry } from '../verifying/mark-for-retry.ts';
import type { RunJobOptions, RunOutcome } from './options.ts';
import { runJob } from './run-job.ts';

/**
 * Sends the records again that failed, were skipped, are unresolved or were found missing by the latest verification,
 * and what was not sent yet.
 *
 * @throws as `runJob`
 */
export async function* retryJob(options: RunJobOptions): AsyncGenerator<RunEvent, RunOutcome> {
  const job = jobFolder(options.job);
  requirePlan(job, 'planFiles or planRows');
  secureJobFolder(job);
  await markForRetry(job, { target: checkedTarget(options.target), options: {} });
  return yield* runJob(options);
}
