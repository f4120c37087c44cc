import type { DatabaseSync } from 'node:sqlite';
import { byKind, type Kind } from '@chatferry/contract';
import type { CountsByKind, KindCounts, OutcomeCounts } from '../../terms/outcome.ts';
import { none, settledRecords } from '../../terms/outcome-counts.ts';

/** Records planned, by kind. */
export type PlannedCounts = Readonly<Record<Kind, number>>;

/** How far each kind has got, from the totals of its lanes. The cost does not grow with the number of records. */
export function readCounts(db: DatabaseSync, planned: PlannedCounts): CountsByKind {
  const rows = db
    .prepare(
      `SELECT kind, sum(created) AS created, sum(present) AS present, sum(present_by_this_job) AS presentByThisJob,
              sum(present_same) AS presentSame, sum(present_different) AS presentDifferent,
              sum(failed) AS failed, sum(skipped) AS skipped, sum(unresolved) AS unresolved
       FROM lanes GROUP BY kind`,
    )
    .all() as unknown as (OutcomeCounts & { kind: Kind })[];
  return byKind<KindCounts>((kind) => {
    const { kind: _, ...counts } = rows.find((row) => row.kind === kind) ?? { kind, ...none };
    return { ...counts, pending: planned[kind] - settledRecords(counts) };
  });
}
