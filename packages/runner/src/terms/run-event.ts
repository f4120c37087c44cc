import type { DeprecationEvent } from '@chatferry/client';
import type { Kind } from '@chatferry/contract';
import type { CountsByKind, KindCounts, OutcomeCounts } from './outcome.ts';
import type { Rate } from './rate.ts';
import type { SkippedCount } from './skipped-tally.ts';
import type { StopReason } from './stop-reason.ts';
import type { Trouble } from './trouble.ts';

interface OfBatch {
  readonly kind: Kind;
  readonly lane: number;
  /** The plan's number of the batch. */
  readonly seq: number;
}

/** What the preflight found of one kind. */
export interface PreflightCounts {
  readonly kind: Kind;
  readonly same: number;
  readonly different: number;
}

/**
 * What a run reports while it works. Times are milliseconds since 1970. An event about a batch follows its commit in
 * the ledger.
 */
export type RunEvent =
  | {
      readonly type: 'started';
      /** 1 for the first time this job is run. */
      readonly run: number;
      readonly counts: CountsByKind;
    }
  | { readonly type: 'preflight-started' }
  | {
      readonly type: 'preflight-finished';
      /** Records of the plan that the app held already; messages only as a sample. */
      readonly found: readonly PreflightCounts[];
    }
  /** Deactivated users were reactivated for records that are left to be sent; in the end they are deactivated again. */
  | { readonly type: 'users-reactivated'; readonly users: number }
  | { readonly type: 'kind-started'; readonly kind: Kind; readonly counts: KindCounts }
  | (OfBatch & {
      readonly type: 'batch-settled';
      readonly records: number;
      /** What this run has changed in the counts of the kind. */
      readonly change: OutcomeCounts;
      /** Codes of the service for the records that failed, each once; absent when none failed. */
      readonly failedCodes?: readonly string[];
      /** Requests this run has made for the batch. */
      readonly requests: number;
      /** Milliseconds that the last answer took; 0 without a request. */
      readonly answerMs: number;
      /** Requests of the run that were in flight then. */
      readonly inFlight: number;
    })
  | {
      readonly type: 'waiting';
      /**
       * `trouble`: the service does not answer, or fails for everything it is sent; `store`: the database of the ledger
       * does not answer.
       */
      readonly why: 'paused' | 'no-rate' | 'rate-limited' | 'trouble' | 'store';
      /** When the next request is due; absent when the operator decides. */
      readonly until: number | undefined;
      readonly message: string;
    }
  | { readonly type: 'going-on' }
  /** A request did not leave, because its slot of the quota was over. It takes another slot. */
  | { readonly type: 'slot-late' }
  | (OfBatch & {
      readonly type: 'retrying';
      readonly records: number;
      /** Requests already made for these records. */
      readonly attempts: number;
      readonly afterMs: number;
      readonly trouble: Trouble;
    })
  | (OfBatch & {
      readonly type: 'split';
      readonly records: number;
      readonly into: readonly [number, number];
      /** Requests this run has made for the batch so far. */
      readonly requests: number;
      readonly trouble: Trouble;
    })
  | {
      readonly type: 'rate-limited';
      readonly kind: Kind;
      readonly waitMs: number;
      /** Whether the answer states how long to wait; otherwise the runner decides. */
      readonly isStated: boolean;
    }
  /** An operation that the run uses is deprecated: reported once for each operation. */
  | ({ readonly type: 'deprecated' } & DeprecationEvent)
  | { readonly type: 'concurrency-changed'; readonly concurrency: number }
  | { readonly type: 'rate-changed'; readonly requestsPerMinute: Rate }
  /** A list that the run has read contained entries that are not items. They were left out. */
  | ({ readonly type: 'entries-skipped' } & SkippedCount)
  /** Records that were there before the job were compared with the plan. */
  | { readonly type: 'kind-compared'; readonly kind: Kind; readonly counts: KindCounts }
  | { readonly type: 'kind-finished'; readonly kind: Kind; readonly counts: KindCounts }
  | { readonly type: 'stopped'; readonly reason: StopReason; readonly counts: CountsByKind }
  | { readonly type: 'finished'; readonly counts: CountsByKind };
