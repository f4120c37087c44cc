import type { Kind } from '@chatferry/contract';
import type { Batch } from '@chatferry/planner';
import type { Outcome } from '../terms/outcome.ts';
import type { Trouble } from '../terms/trouble.ts';
import type { BatchState } from './marks.ts';

/**
 * A record that did not simply land. With an empty `code` it has landed now, and the ledger keeps why it had not at
 * first.
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

/** The same, with what no longer changes once the batch is begun. */
export interface StoredBatch extends BatchMarks {
  readonly lane: number;
  /** No request for any of its records left before, milliseconds since 1970. */
  readonly begunAt: number;
}

/** What has changed about a batch. */
export interface BatchEntry {
  readonly batch: Pick<Batch, 'seq' | 'kind' | 'lane' | 'origins'>;
  /** The marks as the ledger has them up to now; `undefined` for a batch that is begun by this entry. */
  readonly before: BatchMarks | undefined;
  readonly after: BatchMarks;
  /** When the first request for it was about to leave, milliseconds since 1970; absent: none was, or the ledger has it. */
  readonly begunAt?: number | undefined;
  readonly outcomes: readonly RecordOutcome[];
  readonly troubles: readonly LoggedTrouble[];
  /** Milliseconds since 1970. */
  readonly at: number;
}
