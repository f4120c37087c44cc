import type { Batch } from '@chatferry/planner';
import type { Ledger } from '../ledger/sqlite/ledger.ts';

/**
 * Whether a job created a planned record: `own`: it did; `unsure`: it was sent, and its outcome is not known. Absent: the record did not
 * land, or was in the app before.
 */
export type Ownership = 'own' | 'unsure' | undefined;

/** What the ledger of a job knows of the records of a batch, by position. @throws {LedgerError} */
export function ownershipOf(
  ledger: Ledger,
  { seq, kind, lane, records }: Pick<Batch, 'seq' | 'kind' | 'lane' | 'records'>,
): readonly Ownership[] {
  const stored = ledger.rows.batch(seq);
  if (stored === undefined) {
    const maybe = ledger.rows.lane(kind, lane).announced >= seq ? 'unsure' : undefined;
    return Array.from({ length: records }, () => maybe);
  }
  const maybeFailed = stored.marks.includes('f')
    ? new Set(
        ledger.rows
          .outcomesOf(seq)
          .filter(({ mayHaveLanded }) => mayHaveLanded)
          .map(({ position }) => position),
      )
    : undefined;
  return Array.from(stored.marks, (mark, position): Ownership => {
    if (mark === 'c' || mark === 'o') return 'own';
    if (mark === 'm' || mark === 'u' || mark === 'r') return 'unsure';
    return mark === 'f' && maybeFailed?.has(position) === true ? 'unsure' : undefined;
  });
}
