import { type ClientOptions, systemClock } from '@chatferry/client';
import type { WorkerEvent } from '@chatferry/fleet';
import { countAnswers, type Metrics, RunMetrics } from '@chatferry/job/metrics';
import { type Rate, rateAt, type RunOptions } from '@chatferry/runner';

/** Metrics of a worker over all its jobs. */
export class WorkerMetrics {
  readonly #metrics: Metrics;
  readonly #jobs = new Map<string, RunMetrics>();
  readonly #apps = new Map<string, ClientOptions['onAnswer']>();
  /** By app: the job in progress, and the quota given for it. */
  readonly #quotas = new Map<string, { job: string; given: RunOptions['requestsPerMinute'] }>();
  /** Shifts by job. */
  readonly #held = new Map<string, number>();

  constructor(metrics: Metrics) {
    this.#metrics = metrics;
  }

  take(event: WorkerEvent): void {
    const { job, app } = event;
    if (event.type === 'run') return this.#of(job).take(event.event);
    const held = (this.#held.get(job) ?? 0) + (event.type === 'shift-taken' ? 1 : -1);
    this.#held.set(job, held);
    this.#metrics.shiftsHeld.set(
      {},
      [...this.#held.values()].reduce((sum, each) => sum + each, 0),
    );
    if (held === 0) this.#of(job).end();
    if (event.type === 'shift-ended') return;
    this.#quotas.set(app, { job, given: event.quota });
    if (event.tookOver) this.#metrics.takeovers.add({});
  }

  /** The listener for the clients that send to an app. */
  onAnswer(app: string): ClientOptions['onAnswer'] {
    const known = this.#apps.get(app);
    if (known !== undefined) return known;
    const counting = countAnswers(this.#metrics, {
      app,
      quota: () => this.#quotaOf(app),
      monotonicMs: () => systemClock.monotonicMs(),
    });
    this.#apps.set(app, counting);
    return counting;
  }

  #quotaOf(app: string): Rate {
    const quota = this.#quotas.get(app);
    if (quota === undefined) return 'unlimited';
    return this.#of(quota.job).rate ?? rateAt(quota.given, systemClock.now());
  }

  #of(job: string): RunMetrics {
    const run = this.#jobs.get(job) ?? new RunMetrics(this.#metrics, job);
    this.#jobs.set(job, run);
    return run;
  }
}
