import { systemClock } from '@chatferry/client';
import {
  countAnswers,
  jobName,
  Metrics,
  type MetricsAddress,
  RunMetrics,
  type Sending,
  serveMetrics,
} from '@chatferry/job';
import { rateAt, readControl, type RunEvent } from '@chatferry/runner';

/** A run whose progress other programs can ask for. */
export interface MeasuredRun extends AsyncDisposable {
  readonly metrics: Metrics;
  /** Of the server, without a path. */
  readonly url: string;
  readonly take: (event: RunEvent) => void;
  readonly onAnswer: Sending['onAnswer'];
}

/** Serves the metrics of a run until it is disposed of. @param stop aborted when the run is to end @throws {JobError} */
export async function measuredRun(
  address: MetricsAddress,
  { job, plan, target, options }: Pick<Sending, 'job' | 'plan' | 'target' | 'options'>,
  stop: AbortSignal,
): Promise<MeasuredRun> {
  const metrics = new Metrics();
  const run = new RunMetrics(metrics, jobName(plan, target));
  const server = await serveMetrics(address, metrics, () => ({
    ok: !stop.aborted,
    waiting: run.waiting,
  }));
  return {
    metrics,
    url: server.url,
    take: (event) => run.take(event),
    onAnswer: countAnswers(metrics, {
      app: target.appId,
      quota: () =>
        run.rate ??
        readControl(job.path).requestsPerMinute ??
        rateAt(options.requestsPerMinute, systemClock.now()),
      monotonicMs: () => systemClock.monotonicMs(),
    }),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}
