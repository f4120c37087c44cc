import { byKind, type Kind } from '@chatferry/contract';
import type { Plan } from '@chatferry/planner';
import type { StoredOutcome } from './ledger/batch-entry.ts';
import type { Ledger } from './ledger/sqlite/ledger.ts';
import type { Mark } from './ledger/marks.ts';

/** Records that the next run will send again. */
export interface RetryCount {
  readonly failed: number;
  readonly skipped: number;
  readonly unresolved: number;
}

export type RetryCounts = Readonly<Record<Kind, RetryCount>>;

/**
 * Marks every record that failed, was skipped or is unresolved to be sent again by the next run of the same job. Sends
 * nothing itself; the new outcomes are in the next run's `changes`. A record that a later segment of the plan supersedes keeps its
 * outcome: sent now, it would overwrite the later segment's record.
 *
 * @param at milliseconds since 1970
 * @param superseded the superseded records of the plan
 * @throws {LedgerError} when the ledger cannot be written; then nothing has changed
 */
export function retry(
  ledger: Ledger,
  at: number,
  superseded?: Pick<NonNullable<Plan['superseded']>, 'has'>,
): RetryCounts {
  const counts = byKind<{ -readonly [Name in keyof RetryCount]: number }>(() => ({
    failed: 0,
    skipped: 0,
    unresolved: 0,
  }));
  ledger.change((put) => {
    for (const stored of byBatch(ledger.rows.outcomes('failed', 'skipped', 'unresolved'))) {
      const { seq, kind } = stored[0]!;
      const rows = stored.filter(({ id }) => superseded?.has(kind, id, seq) !== true);
      if (rows.length === 0) continue;
      const { lane, begunAt: _, ...before } = ledger.rows.batch(seq)!;
      const marks = before.marks.split('');
      for (const row of rows) {
        counts[kind][row.outcome as keyof RetryCount]++;
        marks[row.position] = markToSendAgain(row, marks[row.position]);
      }
      const after = { ...before, state: 'open' as const, marks: marks.join('') };
      put({
        batch: { seq, kind, lane, origins: [] },
        before,
        after,
        outcomes: [],
        troubles: [],
        at,
      });
    }
  });
  return counts;
}

/**
 * Marks a record to be sent again. The mark keeps the fact that the record may have landed, so that "already exists" is not blamed
 * on other people. An earlier retry may have sent the record after its outcome was stored.
 */
function markToSendAgain(
  { outcome, mayHaveLanded }: StoredOutcome,
  mark: string | undefined,
): Mark {
  return outcome === 'unresolved' || mayHaveLanded || mark === 'u' || mark === 'r' ? 'r' : '.';
}

function* byBatch(rows: Iterable<StoredOutcome>): Generator<StoredOutcome[]> {
  let group: StoredOutcome[] = [];
  for (const row of rows) {
    if (group.length > 0 && group[0]!.seq !== row.seq) {
      yield group;
      group = [];
    }
    group.push(row);
  }
  if (group.length > 0) yield group;
}
