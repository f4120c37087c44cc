import { openPlan } from '@chatferry/planner';
import { withFilledKinds } from '../accounting/filled-kinds.ts';
import { checkedTarget } from '../sending/target.ts';
import { jobFolder } from '../folder/job-folder.ts';
import { type Excluded, excludedOf } from '../accounting/excluded.ts';
import { areAccepted } from '../accounting/rejected-rows.ts';
import type { ImportOptions, ImportOutcome, RowsByKind } from './options.ts';
import { planRowsOfAllKinds } from './plan-rows.ts';
import { runJob } from './run-job.ts';

/**
 * Imports rows made in code: judges them, and sends them unless too many were rejected. Called again with the same
 * rows and job folder, it continues where it stopped.
 *
 * @throws as `planRows` and `runJob`
 *
 * @example
 * ```ts
 * const users = [{ uid: 'ada', name: 'Ada' }];
 * const target = { appId: 'my-app', region: 'eu', apiKey: process.env['CHATFERRY_API_KEY'] ?? '' } as const;
 * const { run } = await importRows({ users }, { job: 'job', target, maxRejects: { percent: 1 } });
 * console.log(run?.conclusion.headline ?? 'Too many rows were rejected.');
 * ```
 */
export async function importRows(
  rows: RowsByKind,
  { maxRejects = 0, onEvent, target, stepName, ...options }: ImportOptions,
): Promise<ImportOutcome> {
  const { job, signal, ...rest } = options;
  const to = checkedTarget(target);
  const whole = await planRowsOfAllKinds(rows, options);
  const plan = withFilledKinds(whole);
  if (!areAccepted(whole, excludedIn(job), maxRejects)) return { plan };

  const events = runJob({
    job,
    target: to,
    ...rest,
    ...(signal === undefined ? {} : { signal }),
    ...(stepName === undefined ? {} : { stepName }),
  });
  let next = await events.next();
  for (; next.done !== true; next = await events.next()) onEvent?.(next.value);
  return { plan, run: next.value };
}

function excludedIn(folder: string): Excluded {
  using plan = openPlan(jobFolder(folder).plan);
  return excludedOf(plan);
}
