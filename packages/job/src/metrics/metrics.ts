import { Counter, Gauge, Histogram } from './metric.ts';
import { metricsText } from './metrics-text.ts';

/** What a store of ledgers reports while it works. */
export interface StoreWatch {
  /** A commit took this long, lost answers included. */
  readonly committed: (seconds: number) => void;
  /** A write was refused, because another process holds the lane. */
  readonly fenced: () => void;
  /** A job was taken over from a process that was silent. */
  readonly takenOver: () => void;
}

/** Seconds. A slot is valid for 0.4: a store that needs longer to commit slows the run down. */
const COMMIT_BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.4, 1, 5];

/** The metrics of a process. No label holds a key, a token, or a text of a record. docs/monitoring.md is the page for users. */
export class Metrics {
  readonly records: Counter<'job' | 'kind' | 'outcome'> = new Counter(
    'chatferry_records',
    'Records that this process has settled.',
  );
  readonly recordsPending: Gauge<'job' | 'kind'> = new Gauge(
    'chatferry_records_pending',
    'Records that are not settled yet, as far as this process knows.',
  );
  readonly requests: Counter<'app' | 'answer'> = new Counter(
    'chatferry_requests',
    'Requests to the service by the status of the answer, or by why there was none.',
  );
  readonly quotaShare: Gauge<'app'> = new Gauge(
    'chatferry_quota_share',
    'Import requests of this process in the last minute, divided by the quota.',
  );
  readonly waiting: Gauge<'job' | 'why'> = new Gauge(
    'chatferry_waiting',
    '1 while the job waits for this reason.',
  );
  readonly slotsLate: Counter = new Counter(
    'chatferry_slots_late',
    'Requests that did not leave because their slot of the quota was over.',
  );
  readonly takeovers: Counter = new Counter(
    'chatferry_takeovers',
    'Jobs that this process took over from one that was silent.',
  );
  readonly fencedWrites: Counter = new Counter(
    'chatferry_fenced_writes',
    'Writes that the store refused because another process holds the lane.',
  );
  readonly queueErrors: Counter = new Counter(
    'chatferry_queue_errors',
    'Errors in the search for the shifts of workers that are gone.',
  );
  readonly storeCommit: Histogram = new Histogram(
    'chatferry_store_commit_seconds',
    'Time of a commit to the store.',
    'seconds',
    COMMIT_BOUNDS,
  );
  readonly shiftsHeld: Gauge = new Gauge(
    'chatferry_shifts_held',
    'Shifts that this process works on.',
  );

  /** The callbacks for a store of ledgers. */
  readonly ofStore: StoreWatch = {
    committed: (seconds) => this.storeCommit.observe(seconds),
    fenced: () => this.fencedWrites.add({}),
    takenOver: () => this.takeovers.add({}),
  };

  readonly followLag: Gauge<'job'> = new Gauge(
    'chatferry_follow_lag_seconds',
    'Time by which the app is behind the databases that the job follows.',
  );
  readonly unplannedRows: Gauge<'job' | 'why'> = new Gauge(
    'chatferry_unplanned_rows',
    'Changed rows of the databases that are not in the plan of the job yet.',
  );

  readonly differentRecords: Gauge<'job'> = new Gauge(
    'chatferry_different_records',
    'Records that the job has sent, and that the app did not hold as planned when they were last compared.',
  );
  readonly uncompared: Gauge<'job'> = new Gauge(
    'chatferry_uncompared_seconds',
    'Time since the oldest records were sent that were not compared with the app.',
  );

  constructor() {
    for (const counter of [this.slotsLate, this.takeovers, this.fencedWrites, this.queueErrors])
      counter.add({}, 0);
    this.shiftsHeld.set({}, 0);
  }

  /** In the format of OpenMetrics. */
  text(): string {
    const { records, recordsPending, requests, quotaShare, waiting } = this;
    const { slotsLate, takeovers, fencedWrites, queueErrors, storeCommit, shiftsHeld } = this;
    const { followLag, unplannedRows, differentRecords, uncompared } = this;
    return metricsText([
      records,
      recordsPending,
      requests,
      quotaShare,
      waiting,
      slotsLate,
      takeovers,
      fencedWrites,
      queueErrors,
      storeCommit,
      shiftsHeld,
      followLag,
      unplannedRows,
      differentRecords,
      uncompared,
    ]);
  }
}
