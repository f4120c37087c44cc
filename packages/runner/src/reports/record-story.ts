import type { Kind } from '@chatferry/contract';
import type { Plan } from '@chatferry/planner';
import type { Ledger } from '../ledger/ledger.ts';
import type { Outcome } from '../outcome.ts';

/** What the ledger knows of one record. */
export interface RecordStory {
  readonly seq: number;
  readonly outcome: Outcome | 'pending';
  readonly presentByThisJob: boolean;
  readonly code: string | undefined;
  readonly message: string | undefined;
  /** Requests made with the record's batch or a part of it; those that went wrong are listed in `troubles`. */
  readonly attempts: number;
  readonly troubles: readonly {
    readonly at: number;
    readonly records: number;
    readonly code: string;
    readonly message: string;
  }[];
}

/** @param position 0-based place of the record in its batch */
export function recordStory(
  _plan: Plan,
  _ledger: Ledger,
  _record: { kind: Kind; seq: number; position: number },
): RecordStory {
  throw new Error('not yet');
}
