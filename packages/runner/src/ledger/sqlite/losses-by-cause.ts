import type { DatabaseSync } from 'node:sqlite';
import type { Kind } from '@chatferry/contract';

/** Records that did not land for the same reason. */
export interface LossGroup {
  readonly kind: Kind;
  readonly outcome: 'failed' | 'unresolved';
  /** A code of the service, `HTTP 502`, or a code of the client. */
  readonly code: string;
  readonly records: number;
  /** The fields that the service names in its refusals, at most ten, the most frequent first. */
  readonly fields: readonly string[];
  /** The first record of the group in the order of the plan, with file and line of its row. */
  readonly example: { readonly id: string; readonly file: string; readonly line: number };
}

/** Records that were not sent because a record that they need did not land. */
export interface SkipGroup {
  /** The record whose failure blocked them, as `kind:id`. */
  readonly cause: string;
  readonly records: number;
}

/** The largest groups, and how many there are in all. */
export interface Largest<Group> {
  readonly groups: readonly Group[];
  readonly total: number;
}

/** The most fields listed for a group. */
const FIELDS = 10;

/**
 * Outcomes with the mark of each record. A retry marks records to be sent again: until they are sent, the row
 * keeps the old reason, and only the mark shows that the record is pending.
 */
const OUTCOMES = `
  SELECT outcomes.*, substr(marks, position + 1, 1) AS mark, state
  FROM outcomes JOIN (SELECT seq, marks, state FROM batches) USING (seq)`;

const LOST = `(${OUTCOMES}) WHERE (mark = 'f' OR (mark = 'u' AND state = 'settled'))`;

/** What failed or is unresolved, by code; the largest groups first. */
export function lossGroups(db: DatabaseSync, limit: number): Largest<LossGroup> {
  // In a query with min(), SQLite takes the other columns from the row with the minimum.
  const rows = db
    .prepare(
      `SELECT kind, outcome, code, count(*) AS records, min(seq * 1000 + position), id, file, line,
              count(*) OVER () AS total
       FROM ${LOST}
       GROUP BY kind, outcome, code ORDER BY records DESC, kind, code LIMIT ?`,
    )
    .all(limit) as unknown as (Omit<LossGroup, 'example' | 'fields'> &
    LossGroup['example'] & { total: number })[];
  const fields = db.prepare(
    `SELECT detail.key AS field FROM (SELECT * FROM ${LOST} AND kind = ? AND outcome = ? AND code = ?), json_each(details) AS detail
     GROUP BY field ORDER BY count(*) DESC, field LIMIT ${FIELDS}`,
  );
  return {
    groups: rows.map(({ kind, outcome, code, records, id, file, line }) => ({
      kind,
      outcome,
      code,
      records,
      fields: fields.all(kind, outcome, code).map(({ field }) => field as string),
      example: { id, file, line },
    })),
    total: rows[0]?.total ?? 0,
  };
}

/** What was skipped, by the record that blocked it; the largest groups first. */
export function skipGroups(db: DatabaseSync, limit: number): Largest<SkipGroup> {
  const rows = db
    .prepare(
      `SELECT cause, count(*) AS records, count(*) OVER () AS total
       FROM (${OUTCOMES}) WHERE mark = 's'
       GROUP BY cause ORDER BY records DESC, cause LIMIT ?`,
    )
    .all(limit) as unknown as (SkipGroup & { total: number })[];
  return {
    groups: rows.map(({ cause, records }) => ({ cause, records })),
    total: rows[0]?.total ?? 0,
  };
}
