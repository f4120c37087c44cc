import type { Kind } from '@chatferry/contract';
import type { Plan } from '@chatferry/planner';
import type { Ledger } from '../ledger/ledger.ts';

/** A record that did not land, as `errors.jsonl` has it. */
export interface FailedRecord {
  readonly kind: Kind;
  readonly id: string;
  readonly outcome: 'failed' | 'skipped' | 'unresolved';
  readonly code: string;
  readonly message: string;
  /** Requests made with this record in them. */
  readonly attempts: number;
  readonly file: string;
  /** 1-based. */
  readonly line: number;
}

/** Every record that did not land, in the order of the plan. */
export function* failedRecords(_plan: Plan, _ledger: Ledger): IterableIterator<FailedRecord> {
  throw new Error('not yet');
}
