import { byKind, type Kind } from '@chatferry/contract';
import type { Plan } from '@chatferry/planner';
import type { LedgerReader } from '../ledger/sqlite/ledger-reader.ts';
import type { OutcomeCounts } from '../terms/outcome.ts';
import { lostRecords } from './failed-records.ts';

/** Records that did not land, by kind. */
export type Losses = Pick<OutcomeCounts, 'failed' | 'skipped' | 'unresolved'>;

/** Records that did not land, but that a later segment of the plan supersedes: they are no loss. */
export function replacedLosses(
  plan: Plan,
  ledger: LedgerReader | undefined,
): Readonly<Record<Kind, Losses>> {
  const losses = byKind<{ -readonly [Name in keyof Losses]: number }>(() => ({
    failed: 0,
    skipped: 0,
    unresolved: 0,
  }));
  if (ledger === undefined || plan.segments.length < 2) return losses;
  for (const { kind, id, seq, outcome } of lostRecords(ledger))
    if (plan.superseded?.has(kind, id, seq) === true) losses[kind][outcome as keyof Losses]++;
  return losses;
}
