import type { DatabaseSync } from 'node:sqlite';
import {
  byKind,
  type Kind,
  kinds,
  kindsInOrder,
  type ProblemCode,
  placeText,
  problems,
} from '@chatferry/contract';
import { absences } from './absences.ts';
import type { CauseGroup, RootCause } from './plan-summary.ts';

/** Reads the groups, most rows first. @param limit maximum number */
export function* readCauses(plan: DatabaseSync, limit = -1): Generator<CauseGroup> {
  yield* readCausesWhere(plan, 'TRUE', [], limit);
}

/** As `readCauses`, for the groups that satisfy a condition in SQL. */
export function* readCausesWhere(
  plan: DatabaseSync,
  condition: string,
  values: readonly (string | null)[],
  limit: number,
): Generator<CauseGroup> {
  const rows = plan
    .prepare(
      `SELECT *, (SELECT json_group_object(kind, r.rows) FROM cause_rows r WHERE r.cause = c.cause) AS by_kind
       FROM causes c WHERE ${condition} ORDER BY rows DESC, cause LIMIT ?`,
    )
    .iterate(...values, limit) as Iterable<CauseRow>;
  for (const row of rows) yield groupOf(row);
}

interface CauseRow {
  cause: number;
  code: ProblemCode;
  severity: CauseGroup['severity'];
  field: string | null;
  root: string | null;
  /** The number of rows of all kinds. */
  rows: number;
  /** JSON: number of rows by kind. */
  by_kind: string;
  example: string;
}

function groupOf(row: CauseRow): CauseGroup {
  const counted = JSON.parse(row.by_kind) as Partial<Record<Kind, number>>;
  const rows = byKind((kind) => counted[kind] ?? 0);
  const root = row.root === null ? undefined : (JSON.parse(row.root) as RootCause);
  const { fix, ...example } = JSON.parse(row.example) as CauseGroup['example'] & { fix: string };
  const about = root === undefined ? problemText(row.code, row.field) : rootText(root);
  return {
    cause: row.cause,
    code: row.code,
    severity: row.severity,
    text: `${about}: ${rowsText(rows)}.`,
    ...(root === undefined ? {} : { root }),
    ...(row.field === null ? {} : { field: row.field }),
    rows,
    count: row.rows,
    example,
    fix,
  };
}

function problemText(code: ProblemCode, field: string | null): string {
  return `${field ?? 'The row'} ${problems[code].means}`;
}

function rootText(root: RootCause): string {
  const { kind, id, reason, code } = root;
  const [noun] = kinds[kind].nouns;
  const name = `${noun[0]!.toUpperCase()}${noun.slice(1)} ${id}`;
  return reason !== 'row-rejected'
    ? `${name} ${absences[reason].one}`
    : `${name} is missing because its row was rejected (${code} at ${placeText(root)})`;
}

/** `1 group, 44 memberships, 3,812 messages` */
export function rowsText(rows: Readonly<Record<Kind, number>>): string {
  return kindsInOrder
    .filter((kind) => rows[kind] > 0)
    .map(
      (kind) =>
        `${rows[kind].toLocaleString('en-US')} ${kinds[kind].nouns[rows[kind] === 1 ? 0 : 1]}`,
    )
    .join(', ');
}

/** The number of groups, and the number of rows in them. */
export function totalCauses(plan: DatabaseSync): { groups: number; rows: number } {
  return plan
    .prepare(`SELECT count(*) AS "groups", coalesce(sum(rows), 0) AS rows FROM causes`)
    .get() as { groups: number; rows: number };
}
