import { jobFolder, requirePlan } from '../folder/job-folder.ts';
import { secureJobFolder } from '../folder/secure-job-folder.ts';
import { refuseRunAfterLaterJob } from '../planning/later-records.ts';
import { checkedTarget } from '../sending/target.ts';
import { markForRetry } from '../verifying/mark-for-retry.ts';
import type { JobEvent } from './job-event.ts';
import type { RunJobOptions, RunOutcome } from './options.ts';
import { sendJob } from './run-job.ts';

/**
 * Sends records again that failed, were skipped, are unresolved or were found missing by the latest verification, and records
 * that were not sent yet. After a later job has begun, sends only missing records that the later job does not decide about.
 *
 * @throws as `runJob`
 *
 * @example
 * ```ts
 * const target = { appId: 'my-app', region: 'eu', apiKey: process.env['CHATFERRY_API_KEY'] ?? '' } as const;
 * const events = retryJob({ job: 'job', target });
 * let each = await events.next();
 * for (; each.done !== true; each = await events.next());
 * console.log(each.value.conclusion.headline);
 * ```
 */
export async function* retryJob(options: RunJobOptions): AsyncGenerator<JobEvent, RunOutcome> {
  const job = jobFolder(options.job);
  requirePlan(job, 'planFiles or planRows');
  secureJobFolder(job);
  refuseRunAfterLaterJob(job);
  const to = { target: checkedTarget(options.target), options: options.remember ?? {} };
  yield { type: 'marked', ...(await markForRetry(job, to)) };
  return yield* sendJob(options);
}
