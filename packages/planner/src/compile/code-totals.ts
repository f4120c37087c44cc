import type { DatabaseSync } from 'node:sqlite';
import { type Kind, type ProblemCode, problems } from '@chatferry/contract';
import type { CauseGroup, CodeTotal } from '../plan-summary.ts';

type TotalRow = Record<Kind, number> & {
  code: ProblemCode;
  severity: CauseGroup['severity'];
  causes: number;
  example: string;
};

/** Sums the groups up by code, those with most rows first. The example is that of the largest group. */
export function readCodeTotals(plan: DatabaseSync): CodeTotal[] {
  // Beside max(), SQLite takes the columns that are not summed from the row that has the maximum.
  const rows = plan
    .prepare(
      `SELECT code, severity, count(*) AS causes, sum(users) AS users, sum("groups") AS "groups",
         sum(members) AS members, sum(messages) AS messages,
         max(users + "groups" + members + messages), example
       FROM causes GROUP BY code, severity
       ORDER BY sum(users + "groups" + members + messages) DESC, code, severity`,
    )
    .all() as unknown as TotalRow[];
  return rows.map(({ code, severity, causes, example, users, groups, members, messages }) => ({
    code,
    severity,
    causes,
    rows: { users, groups, members, messages },
    count: users + groups + members + messages,
    example: JSON.parse(example) as CauseGroup['example'],
    fix: problems[code].fix,
  }));
}
