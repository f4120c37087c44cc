import type { DatabaseSync } from 'node:sqlite';
import { byKind, type Kind, type ProblemCode, problems } from '@chatferry/contract';
import type { CauseGroup, CodeTotal } from './plan-summary.ts';

interface TotalRow {
  code: ProblemCode;
  severity: CauseGroup['severity'];
  causes: number;
  /** The number of rows of all kinds. */
  total: number;
  /** JSON: number of rows by kind. */
  by_kind: string;
  example: string;
}

/** Sums the groups by code, codes with the most rows first. The example comes from the largest group. */
export function readCodeTotals(plan: DatabaseSync): CodeTotal[] {
  // With max(), SQLite takes columns that are not aggregated from the row with the maximum.
  const rows = plan
    .prepare(
      `WITH totals AS (
         SELECT code, severity, count(*) AS causes, sum(rows) AS total, max(rows), example
         FROM causes GROUP BY code, severity
       ), kind_totals AS (
         SELECT code, severity, kind, sum(r.rows) AS rows
         FROM causes JOIN cause_rows r USING (cause) GROUP BY code, severity, kind
       )
       SELECT t.*, json_group_object(k.kind, k.rows) AS by_kind
       FROM totals t JOIN kind_totals k USING (code, severity)
       GROUP BY code, severity ORDER BY total DESC, code, severity`,
    )
    .all() as unknown as TotalRow[];
  return rows.map((row) => {
    const { fix: _, ...example } = JSON.parse(row.example) as CauseGroup['example'] & {
      fix: string;
    };
    const counted = JSON.parse(row.by_kind) as Partial<Record<Kind, number>>;
    return {
      code: row.code,
      severity: row.severity,
      causes: row.causes,
      rows: byKind((kind) => counted[kind] ?? 0),
      count: row.total,
      example,
      fix: problems[row.code].fix,
    };
  });
}
