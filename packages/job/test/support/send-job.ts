import { openPlan } from '@chatferry/planner';
import { lockJob, type RunOptions, type RunResult } from '@chatferry/runner';
import { jobFolder } from '../../src/index.ts';
import { defaultRunOptions } from '../../src/sending/default-run-options.ts';
import { sendPlan } from '../../src/sending/send-plan.ts';
import { checkedTarget, type Target } from '../../src/sending/target.ts';
import { HastyClock } from './hasty-clock.ts';

interface Ending {
  /** Number of events after which the run is left. */
  readonly stopAfter?: number;
  /** Drops the requests in flight. */
  readonly kill?: AbortSignal;
}

/** Sends the plan of a job, without limits and waits. @returns undefined for a run that was left */
export async function sendJob(
  rig: { readonly job: string; readonly target: Target },
  options: Partial<RunOptions> = {},
  { stopAfter = Infinity, kill = new AbortController().signal }: Ending = {},
): Promise<RunResult | undefined> {
  const job = jobFolder(rig.job);
  const target = checkedTarget(rig.target);
  using lock = lockJob(job.path, Date.now());
  using plan = openPlan(job.plan);
  const all = {
    ...defaultRunOptions,
    requestsPerMinute: 'unlimited',
    maxFailures: 'none',
    maxDifferent: { percent: 100 },
    allowsLive: true,
    ...options,
  } as const;
  const clock = new HastyClock();
  const events = sendPlan({ job, lock, plan, target, options: all, clock, stop: { now: kill } });
  for (let nth = 1; ; nth++) {
    const next = await events.next();
    if (next.done === true) return next.value;
    if (nth < stopAfter) continue;
    await events.return(undefined as never);
    return undefined;
  }
}
