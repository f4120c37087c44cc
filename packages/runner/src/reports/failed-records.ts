import type { ErrorDetails, Kind } from '@chatferry/contract';
import type { Plan } from '@chatferry/planner';
import type { StoredOutcome } from '../ledger/batch-entry.ts';
import { isPending, type Mark } from '../ledger/marks.ts';
import type { Ledger } from '../ledger/sqlite/ledger.ts';

/** A record that did not land, as `errors.jsonl` has it. */
export interface FailedRecord {
  readonly kind: Kind;
  readonly id: string;
  readonly outcome: 'failed' | 'skipped' | 'unresolved';
  readonly code: string;
  readonly message: string;
  /** What the service reports about single fields; the message contains it too. */
  readonly details?: ErrorDetails;
  /** Requests made with this record in them. */
  readonly attempts: number;
  readonly file: string;
  /** 1-based. */
  readonly line: number;
}

/** Every record that did not land and that no retry sends again. Ignores what later segments have sent. */
export function* lostRecords({ rows }: Pick<Ledger, 'rows'>): Generator<StoredOutcome, void> {
  let seq: number | undefined;
  let stored: ReturnType<typeof rows.batch>;
  for (const row of rows.outcomes('failed', 'skipped', 'unresolved')) {
    if (seq !== row.seq) stored = rows.batch((seq = row.seq));
    if (stored === undefined || isPending(stored.marks[row.position] as Mark, stored.state))
      continue;
    yield row;
  }
}

/**
 * Every record that did not land, in the order of the plan, read one at a time. Leaves out records that a retry sends again, until
 * they have failed again, and records that a later segment supersedes.
 */
export function* failedRecords(
  ledger: Pick<Ledger, 'rows'>,
  plan?: Pick<Plan, 'superseded'>,
): Generator<FailedRecord, void> {
  for (const row of lostRecords(ledger)) {
    if (plan?.superseded?.has(row.kind, row.id, row.seq) === true) continue;
    const { kind, id, code, message, details, attempts, file, line } = row;
    const outcome = row.outcome as FailedRecord['outcome'];
    const why = details === undefined ? {} : { details };
    yield { kind, id, outcome, code, message, ...why, attempts, file, line };
  }
}
