import type { Kind } from '@chatferry/contract';
import type { Ledger } from './ledger/sqlite/ledger.ts';
import { isLanded, mayBeOwn, type Mark } from './ledger/marks.ts';

/** A record that a verification did not find in the service. */
export interface MissingRecord {
  readonly kind: Kind;
  /** Number of its batch in the plan. */
  readonly seq: number;
  /** 0-based, in the batch. */
  readonly position: number;
  /** When the verification began to read the kind, milliseconds since 1970. */
  readonly readAt: number;
}

/**
 * Marks records to be sent again that landed according to the ledger, but that a verification did not find. Skips
 * batches that have changed since the verification, because its findings do not apply to them.
 *
 * @param missing sorted, so that the records of a batch follow each other
 * @param at milliseconds since 1970
 * @returns the number of records
 * @throws {LedgerError} when the ledger cannot be written; then nothing has changed
 */
export function retryMissing(
  ledger: Ledger,
  missing: readonly MissingRecord[],
  at: number,
): number {
  let count = 0;
  ledger.change((put) => {
    for (const [seq, records] of Map.groupBy(missing, (record) => record.seq)) {
      const { kind, readAt } = records[0]!;
      const changedAt = ledger.rows.changedAt(seq);
      if (changedAt === undefined || changedAt > readAt) continue;
      const { lane, begunAt: _, ...before } = ledger.rows.batch(seq)!;
      const marks = before.marks.split('') as Mark[];
      for (const { position } of records)
        if (isLanded(marks[position]!)) {
          // The record may be present after all. "Already exists" then has to be explained, unless no request has ever stored the record.
          marks[position] = mayBeOwn(marks[position]!) ? 'r' : '.';
          count++;
        }
      const after = { ...before, state: 'open' as const, marks: marks.join('') };
      if (after.marks === before.marks) continue;
      const batch = { seq, kind, lane, origins: [] };
      put({ batch, before, after, outcomes: [], troubles: [], at });
    }
  });
  return count;
}
