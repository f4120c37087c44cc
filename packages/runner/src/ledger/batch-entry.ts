import type { Kind } from '@chatferry/contract';
import type { Batch } from '@chatferry/planner';
import type { Outcome } from '../terms/outcome.ts';
import type { Trouble } from '../terms/trouble.ts';
import type { BatchState } from './marks.ts';

/**
 * A record that did not simply land. An empty `code` means that the record has landed in a retry; the ledger then keeps
 * the first reason.
 */
export interface RecordOutcome extends Trouble {
  /** 0-based, in the batch. */
  readonly position: number;
  readonly id: string;
  readonly outcome: Outcome;
  /** For a skipped record: the record that blocked it, as `kind:id`. */
  readonly cause?: string | undefined;
  /** Whether the service failed while it handled the record, and may have stored it. */
  readonly mayHaveLanded: boolean;
  readonly attempts: number;
}

/** An outcome as the ledger holds it, with the origin of the record. */
export interface StoredOutcome extends RecordOutcome {
  /** Number of its batch in the plan. */
  readonly seq: number;
  readonly kind: Kind;
  readonly file: string;
  /** 1-based. */
  readonly line: number;
}

/** A request that got no good answer. */
export interface LoggedTrouble extends Trouble {
  /** In the request. */
  readonly records: number;
}

/** What the ledger knows of a batch that was begun. */
export interface BatchMarks {
  readonly state: BatchState;
  /** A `Mark` for each record. */
  readonly marks: string;
  readonly attempts: number;
}

/** The marks of a begun batch, with the facts that no longer change. */
export interface StoredBatch extends BatchMarks {
  readonly lane: number;
  /** Milliseconds since 1970; no request for any record of the batch was made before this time. */
  readonly begunAt: number;
}

/** A change of a batch. */
export interface BatchEntry {
  readonly batch: Pick<Batch, 'seq' | 'kind' | 'lane' | 'origins'>;
  /** The marks in the ledger so far; `undefined` when this entry begins the batch. */
  readonly before: BatchMarks | undefined;
  readonly after: BatchMarks;
  /** When the first request was about to leave, milliseconds since 1970; absent when there was none, or the ledger has the time. */
  readonly begunAt?: number | undefined;
  readonly outcomes: readonly RecordOutcome[];
  readonly troubles: readonly LoggedTrouble[];
  /** Milliseconds since 1970. */
  readonly at: number;
}
