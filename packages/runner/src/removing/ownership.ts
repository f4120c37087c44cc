import { kinds } from '@chatferry/contract';
import type { Batch } from '@chatferry/planner';
import type { Ledger } from '../ledger/sqlite/ledger.ts';

/**
 * Whether a job created a planned record.
 * - `own`: an answer reports it, or it is proved
 * - `answered`: an answer reports it, but the service answers the same for what it held (`isAnsweredAlike`)
 * - `provable`: it was sent, and its outcome is not known; the record in the app may prove it (`isProved`)
 * - `unproved`: the app held it after it was sent, and nothing proves who stored it
 *
 * Absent: the record did not land, or no request of the job has stored it.
 */
export type Ownership = 'own' | 'answered' | 'provable' | 'unproved' | undefined;

export interface BatchOwnership {
  /** By position in the batch. */
  readonly of: readonly Ownership[];
  /** Milliseconds since 1970; no request for the batch was made before this time. */
  readonly begunAt: number;
}

/** What the ledger of a job knows of the records of a batch. @throws {LedgerError} */
export function ownershipOf(
  ledger: Ledger,
  { seq, kind, lane, records }: Pick<Batch, 'seq' | 'kind' | 'lane' | 'records'>,
): BatchOwnership {
  const stored = ledger.rows.batch(seq);
  if (stored === undefined) {
    const { announced, announcedAt } = ledger.rows.lane(kind, lane);
    const maybe = announced >= seq ? 'provable' : undefined;
    return { of: Array.from({ length: records }, () => maybe), begunAt: announcedAt };
  }
  const { marks, begunAt } = stored;
  const maybeLanded = /[fd]/.test(marks)
    ? new Set(
        ledger.rows
          .outcomesOf(seq)
          .filter(({ mayHaveLanded }) => mayHaveLanded)
          .map(({ position }) => position),
      )
    : undefined;
  const of = Array.from(marks, (mark, position): Ownership => {
    if (mark === 'c') return kinds[kind].isAnsweredAlike === true ? 'answered' : 'own';
    if (mark === 'o') return 'own';
    if (mark === 'm' || mark === 'u' || mark === 'r') return 'provable';
    if (mark === 'q') return 'unproved';
    if (maybeLanded?.has(position) !== true) return undefined;
    return mark === 'f' ? 'provable' : mark === 'd' ? 'unproved' : undefined;
  });
  return { of, begunAt };
}
