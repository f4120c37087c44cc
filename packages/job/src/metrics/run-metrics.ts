import { kindsInOrder } from '@chatferry/contract';
import type { Outcome, Rate, RunEvent } from '@chatferry/runner';
import type { Metrics } from './metrics.ts';

const outcomes: readonly Outcome[] = ['created', 'present', 'failed', 'skipped', 'unresolved'];

/** Counts what one job does, from its events. */
export class RunMetrics {
  readonly #metrics: Metrics;
  readonly #job: string;
  readonly #pending = new Map<string, number>();
  #rate: Rate | undefined;
  #waiting: string | undefined;

  constructor(metrics: Metrics, job: string) {
    this.#metrics = metrics;
    this.#job = job;
  }

  /** The rate that was set during the run; undefined before the first. */
  get rate(): Rate | undefined {
    return this.#rate;
  }

  /** Why the job waits; undefined while it does not. */
  get waiting(): string | undefined {
    return this.#waiting;
  }

  take(event: RunEvent): void {
    const { type } = event;
    if (type === 'batch-settled') this.#settled(event);
    if (type === 'waiting') this.#wait(event.why);
    if (type === 'going-on') this.#wait(undefined);
    if (type === 'rate-changed') this.#rate = event.requestsPerMinute;
    if (type === 'slot-late') this.#metrics.slotsLate.add({});
    if (type === 'kind-started') this.#setPending(event.kind, event.counts.pending);
    if (type !== 'started' && type !== 'stopped' && type !== 'finished') return;
    this.#wait(undefined);
    for (const kind of kindsInOrder) this.#setPending(kind, event.counts[kind].pending);
  }

  /** This process no longer works on the job, and does not know the progress of other processes. */
  end(): void {
    this.#wait(undefined);
    const job = this.#job;
    for (const kind of this.#pending.keys())
      this.#metrics.recordsPending.set({ job, kind }, undefined);
    this.#pending.clear();
  }

  #settled({ kind, change }: Extract<RunEvent, { type: 'batch-settled' }>): void {
    const job = this.#job;
    let settled = 0;
    for (const outcome of outcomes) {
      settled += change[outcome];
      // An outcome stays counted after a later outcome has replaced it.
      if (change[outcome] > 0) this.#metrics.records.add({ job, kind, outcome }, change[outcome]);
    }
    const pending = this.#pending.get(kind);
    if (pending !== undefined) this.#setPending(kind, pending - settled);
  }

  /** A kind without records has no samples. */
  #setPending(kind: string, pending: number): void {
    if (pending === 0 && !this.#pending.has(kind)) return;
    const job = this.#job;
    if (!this.#pending.has(kind))
      for (const outcome of outcomes) this.#metrics.records.add({ job, kind, outcome }, 0);
    this.#pending.set(kind, pending);
    this.#metrics.recordsPending.set({ job, kind }, pending);
  }

  #wait(why: string | undefined): void {
    const job = this.#job;
    if (this.#waiting !== undefined) this.#metrics.waiting.set({ job, why: this.#waiting }, 0);
    if (why !== undefined) this.#metrics.waiting.set({ job, why }, 1);
    this.#waiting = why;
  }
}
