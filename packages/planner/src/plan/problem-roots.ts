import type { DatabaseSync } from 'node:sqlite';
import { byKind, type Kind, kinds, type ProblemCode, problems } from '@chatferry/contract';
import { absences } from './absences.ts';
import type { CauseGroup, ProblemRoot } from './plan-summary.ts';
import { readCausesWhere, rowsText } from './read-causes.ts';

/** Maximum number of causes of one code and kind that are listed one by one; more are summed up in one root. */
const LISTED = 3;

/**
 * The problems by their root, with the rows that each root costs: rows that were rejected for their own problems, and records that are
 * missing from the export. Rejects come before warnings, and roots with more rows come first.
 */
export function readProblemRoots(plan: DatabaseSync): ProblemRoot[] {
  const groups = plan
    .prepare(
      `SELECT code, severity, json_extract(root, '$.reason') AS reason, count(*) AS variants,
         ifnull(json_extract(root, '$.kind'), json_extract(example, '$.kind')) AS kind
       FROM causes WHERE ${IS_ROOT} GROUP BY code, severity, reason, kind`,
    )
    .all() as unknown as RootGroup[];
  const fallen = fallenRows(plan);
  return groups
    .flatMap((group) =>
      group.variants <= LISTED ? listed(plan, group, fallen) : [summed(plan, group, fallen)],
    )
    .toSorted(
      (a, b) =>
        Number(a.severity === 'warning') - Number(b.severity === 'warning') ||
        totalOf(b) - totalOf(a) ||
        (a.text < b.text ? -1 : 1),
    );
}

/** All causes except causes that follow from a rejected row. */
const IS_ROOT = `ifnull(json_extract(root, '$.reason'), '') <> 'row-rejected'`;

const SAME_GROUP = `${IS_ROOT} AND code = ? AND severity = ? AND json_extract(root, '$.reason') IS ?
  AND ifnull(json_extract(root, '$.kind'), json_extract(example, '$.kind')) = ?`;

interface RootGroup {
  readonly code: ProblemCode;
  readonly severity: CauseGroup['severity'];
  readonly reason: keyof typeof absences | null;
  readonly kind: Kind;
  readonly variants: number;
}

/** The number of rows that are rejected because of rejected rows, by the problem of the rejected rows. */
type FallenRows = readonly {
  /** The kind of the rejected rows. */
  readonly of: Kind;
  readonly code: ProblemCode;
  readonly field: string | null;
  readonly kind: Kind;
  readonly rows: number;
}[];

function fallenRows(plan: DatabaseSync): FallenRows {
  return plan
    .prepare(
      `SELECT json_extract(root, '$.kind') AS "of", json_extract(root, '$.code') AS code,
         json_extract(root, '$.field') AS field, kind, sum(r.firsts) AS rows
       FROM causes JOIN cause_rows r USING (cause)
       WHERE json_extract(root, '$.reason') = 'row-rejected' GROUP BY 1, 2, 3, 4`,
    )
    .all() as unknown as FallenRows;
}

function listed(plan: DatabaseSync, group: RootGroup, all: FallenRows): ProblemRoot[] {
  return [...causesOf(plan, group)].map((cause) => {
    const { code, severity, text, rows, count, example, fix } = cause;
    const isField = (field: string | null): boolean => field === (cause.field ?? null);
    const fallen = fallenWith(group, all, isField);
    const following = followingOf(plan, group, cause.field ?? null);
    const causes = [cause.cause];
    return {
      code,
      severity,
      text,
      variants: 1,
      causes,
      following,
      rows,
      count,
      fallen,
      example,
      fix,
    };
  });
}

/** One root for many causes that differ in the missing id, or in the field. */
function summed(plan: DatabaseSync, group: RootGroup, all: FallenRows): ProblemRoot {
  const { code, severity, reason, kind, variants } = group;
  const counted = plan
    .prepare(
      `SELECT r.kind AS kind, sum(r.firsts) AS rows FROM causes JOIN cause_rows r USING (cause)
       WHERE ${SAME_GROUP} GROUP BY r.kind`,
    )
    .all(code, severity, reason, kind) as { kind: Kind; rows: number }[];
  const rows = byKind((each) => counted.find((one) => one.kind === each)?.rows ?? 0);
  const many = variants.toLocaleString('en-US');
  const about =
    reason === null
      ? `${many} fields of ${kind}: each ${problems[code].means}`
      : `${many} ${kinds[kind].nouns[1]} ${absences[reason].many}`;
  const [first] = causesOf(plan, group);
  const { example, fix } = first!;
  const fallen = fallenWith(group, all, () => true);
  const count = counted.reduce((sum, each) => sum + each.rows, 0);
  const text = `${about}: ${rowsText(rows)}.`;
  const causes = numbersOf(plan, SAME_GROUP, [code, severity, reason, kind]);
  const following = followingOf(plan, group, undefined);
  return { code, severity, text, variants, causes, following, rows, count, fallen, example, fix };
}

/** Causes of rows that are rejected because they refer to rows with this problem. @param field the field of the problem; absent for any */
function followingOf(
  plan: DatabaseSync,
  { code, kind, reason }: RootGroup,
  field: string | null | undefined,
): number[] {
  if (reason !== null) return [];
  const condition = `json_extract(root, '$.reason') = 'row-rejected' AND json_extract(root, '$.kind') = ?
    AND json_extract(root, '$.code') = ?`;
  return field === undefined
    ? numbersOf(plan, condition, [kind, code])
    : numbersOf(plan, `${condition} AND json_extract(root, '$.field') IS ?`, [kind, code, field]);
}

/** Maximum number of listed causes. */
const NUMBERED = 100;

function numbersOf(
  plan: DatabaseSync,
  condition: string,
  values: readonly (string | null)[],
): number[] {
  const sql = `SELECT cause FROM causes WHERE ${condition} ORDER BY rows DESC, cause LIMIT ${NUMBERED}`;
  return plan
    .prepare(sql)
    .all(...values)
    .map((row) => row['cause'] as number);
}

/** The causes of a group, most rows first. */
function causesOf(plan: DatabaseSync, group: RootGroup): Iterable<CauseGroup> {
  const { code, severity, reason, kind } = group;
  return readCausesWhere(plan, SAME_GROUP, [code, severity, reason, kind], LISTED);
}

/** The rows that are rejected because they refer to the rejected rows of a root. */
function fallenWith(
  { code, kind, reason }: RootGroup,
  all: FallenRows,
  isField: (field: string | null) => boolean,
): Readonly<Record<Kind, number>> {
  const own = all.filter(
    (each) => reason === null && each.of === kind && each.code === code && isField(each.field),
  );
  return byKind((each) => own.reduce((sum, one) => (one.kind === each ? sum + one.rows : sum), 0));
}

function totalOf({ count, fallen }: ProblemRoot): number {
  return Object.values(fallen).reduce((sum, rows) => sum + rows, count);
}
