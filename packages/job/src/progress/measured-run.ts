import { type ClientOptions, systemClock } from '@chatferry/client';
import { openPlan } from '@chatferry/planner';
import { type Rate, rateAt, readControl } from '@chatferry/runner';
import { type FollowStatus, followStatus } from '../folder/follow-status.ts';
import type { JobFolder } from '../folder/job-folder.ts';
import { isOfJob, type JobEvent } from '../library/job-event.ts';
import { countAnswers } from '../metrics/app-metrics.ts';
import { measureFollower } from '../metrics/follow-metrics.ts';
import { Metrics } from '../metrics/metrics.ts';
import { RunMetrics } from '../metrics/run-metrics.ts';
import { type MetricsAddress, serveMetrics } from '../metrics/serve-metrics.ts';
import { jobName } from '../sending/job-name.ts';
import type { Target } from '../sending/target.ts';

/** A run whose progress other programs can ask for. */
export interface MeasuredRun extends AsyncDisposable {
  readonly metrics: Metrics;
  /** The address of the server, without a path. */
  readonly url: string;
  readonly take: (event: JobEvent) => void;
  /** Measures the lag of a job after the databases that it follows. Call it once the job has a plan. */
  readonly follow: (job: JobFolder, requestsPerMinute: Locked['requestsPerMinute']) => void;
  readonly onAnswer: ClientOptions['onAnswer'];
}

type Locked = Pick<Extract<JobEvent, { type: 'locked' }>, 'job' | 'requestsPerMinute'>;

/** Serves the metrics of a run until it is disposed of. @param stop aborted when the run is to end @throws {JobError} */
export async function measuredRun(
  address: MetricsAddress,
  target: Target,
  stop: AbortSignal,
): Promise<MeasuredRun> {
  const metrics = new Metrics();
  let job: Locked | undefined;
  let run: RunMetrics | undefined;
  const server = await serveMetrics(address, metrics, () => ({
    ok: !stop.aborted,
    waiting: run?.waiting,
  }));
  return {
    metrics,
    url: server.url,
    take: (event) => {
      if (event.type === 'locked') {
        job = event;
        run = new RunMetrics(metrics, jobName({ id: event.plan.contentHash }, target));
      } else if (!isOfJob(event)) run?.take(event);
    },
    follow: (folder, requestsPerMinute) => {
      job = { job: folder.path, requestsPerMinute };
      const name = jobName({ id: firstSegment(folder) }, target);
      run = new RunMetrics(metrics, name);
      measureFollower(
        metrics,
        name,
        () => statusOf(folder),
        () => systemClock.now(),
      );
    },
    onAnswer: countAnswers(metrics, {
      app: target.appId,
      quota: () => run?.rate ?? quotaOf(job),
      monotonicMs: () => systemClock.monotonicMs(),
    }),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

/** The quota of a job before its run has its own. */
function quotaOf(job: Locked | undefined): Rate {
  if (job === undefined) return 'unlimited';
  return readControl(job.job).requestsPerMinute ?? rateAt(job.requestsPerMinute, systemClock.now());
}

/** The name of a job that follows stays the same while its plan grows. */
function firstSegment({ plan: file }: JobFolder): string {
  using plan = openPlan(file);
  return plan.segments[0]!.id;
}

function statusOf(folder: JobFolder): FollowStatus | undefined {
  using plan = openPlan(folder.plan);
  return followStatus(folder, plan.segments);
}
