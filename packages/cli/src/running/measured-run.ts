import { type ClientOptions, systemClock } from '@chatferry/client';
import {
  countAnswers,
  Metrics,
  type MetricsAddress,
  RunMetrics,
  serveMetrics,
} from '@chatferry/job/metrics';
import { isOfJob, type JobEvent, jobName, type Target } from '@chatferry/job/planned';
import { type Rate, rateAt, readControl } from '@chatferry/runner';

/** A run whose progress other programs can ask for. */
export interface MeasuredRun extends AsyncDisposable {
  readonly metrics: Metrics;
  /** Of the server, without a path. */
  readonly url: string;
  readonly take: (event: JobEvent) => void;
  readonly onAnswer: ClientOptions['onAnswer'];
}

type Locked = Extract<JobEvent, { type: 'locked' }>;

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
    onAnswer: countAnswers(metrics, {
      app: target.appId,
      quota: () => run?.rate ?? quotaOf(job),
      monotonicMs: () => systemClock.monotonicMs(),
    }),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

/** The quota of a job before its run has one of its own. */
function quotaOf(job: Locked | undefined): Rate {
  if (job === undefined) return 'unlimited';
  return readControl(job.job).requestsPerMinute ?? rateAt(job.requestsPerMinute, systemClock.now());
}
