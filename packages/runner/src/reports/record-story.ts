import type { Batch } from '@chatferry/planner';
import type { Ledger } from '../ledger/sqlite/ledger.ts';
import { isPending, type Mark, outcomeOf } from '../ledger/marks.ts';
import type { Outcome } from '../terms/outcome.ts';
import type { Trouble } from '../terms/trouble.ts';

/** What the ledger knows of one record. */
export interface RecordStory {
  /** `pending`: not settled yet. */
  readonly outcome: Outcome | 'pending';
  /** For a record that is present: whether it is proved that a request of this job, whose answer was lost, has stored it. */
  readonly presentByThisJob: boolean;
  /** For any other record that is present: whether a request of this job may have stored it, without proof. */
  readonly isUnproved: boolean;
  /** For any other record that is present: how it compares with the plan. */
  readonly compared: 'same' | 'different' | 'not-compared' | undefined;
  /** Whether the record was sent, or may have been. */
  readonly sent: boolean;
  /** Why the record did not land; for a record that landed in a retry, why it did not land at first. */
  readonly trouble: Trouble | undefined;
  /** For a skipped record: the record that blocked it, as `kind:id`. */
  readonly cause: string | undefined;
  /** Requests made with the record's batch or a part of it. */
  readonly attempts: number;
  /** The requests that got no good answer. Times are milliseconds since 1970. */
  readonly troubles: readonly (Trouble & { readonly at: number; readonly records: number })[];
}

const comparisons: Readonly<Partial<Record<Mark, RecordStory['compared']>>> = {
  m: 'not-compared',
  p: 'not-compared',
  e: 'same',
  q: 'same',
  d: 'different',
};

/** @param position of the record in its batch, 0-based */
export function recordStory(
  ledger: Pick<Ledger, 'rows'>,
  { seq, kind, lane }: Pick<Batch, 'seq' | 'kind' | 'lane'>,
  position: number,
): RecordStory {
  const { rows } = ledger;
  const stored = rows.batch(seq);
  const mark = (stored?.marks[position] ?? '.') as Mark;
  const found = rows.outcomesOf(seq).find((each) => each.position === position);
  const outcome = isPending(mark, stored?.state ?? 'open') ? 'pending' : outcomeOf(mark)!;
  return {
    outcome,
    presentByThisJob: mark === 'o',
    isUnproved: mark === 'q' || (mark === 'd' && found?.mayHaveLanded === true),
    compared: comparisons[mark],
    sent: stored === undefined ? seq <= rows.lane(kind, lane).announced : isSent(mark),
    trouble: found === undefined ? undefined : troubleIn(found),
    cause: outcome === 'skipped' ? found?.cause : undefined,
    attempts: stored?.attempts ?? 0,
    troubles: rows.troublesOf(seq),
  };
}

function troubleIn({ code, message, details }: Trouble): Trouble {
  return details === undefined ? { code, message } : { code, message, details };
}

function isSent(mark: Mark): boolean {
  return mark !== '.' && mark !== 's';
}
