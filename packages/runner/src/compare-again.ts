import type { Ledger } from './ledger/sqlite/ledger.ts';
import type { BatchMarks, RecordOutcome, StoredOutcome } from './ledger/batch-entry.ts';
import { PRESENT_DIFFERS } from './terms/outcome.ts';

/** In the ledger, the code of a record that differed from the plan and is compared again. */
const COMPARED_AGAIN = 'COMPARED_AGAIN';

/**
 * Marks present records that differ from the plan, so that the next run compares them again. A repair has given these records the
 * planned content, so equal content proves nothing: no such record becomes the job's.
 *
 *
 * @param at milliseconds since 1970
 * @returns the number of records
 * @throws {LedgerError} when the ledger cannot be written; then nothing has changed
 */
export function compareAgain(ledger: Ledger, at: number): number {
  let count = 0;
  ledger.change((put) => {
    const differing = [...ledger.rows.outcomes('present')].filter(
      ({ code }) => code === PRESENT_DIFFERS,
    );
    for (const [seq, rows] of Map.groupBy(differing, (row) => row.seq)) {
      const { lane, begunAt: _, ...before } = ledger.rows.batch(seq)!;
      const marks = before.marks.split('');
      const again = rows.filter(({ position }) => marks[position] === 'd');
      for (const { position } of again) marks[position] = 'p';
      count += again.length;
      const after: BatchMarks = { ...before, marks: marks.join('') };
      const origins = originsOf(again);
      const batch = { seq, kind: rows[0]!.kind, lane, origins };
      put({ batch, before, after, outcomes: again.map(outcomeOf), troubles: [], at });
    }
  });
  return count;
}

function outcomeOf({ position, id, message, attempts }: StoredOutcome): RecordOutcome {
  const why = { code: COMPARED_AGAIN, message: `before a repair, it ${message}` };
  return { position, id, outcome: 'present', ...why, attempts, mayHaveLanded: false };
}

/** The places of the rows, by position. */
function originsOf(rows: readonly StoredOutcome[]): { file: string; line: number }[] {
  const origins: { file: string; line: number }[] = [];
  for (const { position, file, line } of rows) origins[position] = { file, line };
  return origins;
}
