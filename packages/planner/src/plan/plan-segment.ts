import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { PlanSummary } from './plan-summary.ts';
import { readCauses, totalCauses } from './read-causes.ts';
import { type SegmentSummary, sumOfSummaries } from './sum-summaries.ts';

/** The numbers of consecutive batches, from `first` to `last`. There are none when `last` is smaller. */
export interface BatchRange {
  readonly first: number;
  readonly last: number;
}

/** A complete part of a plan, which never changes. It has the batches of a range. */
export interface PlanSegment extends BatchRange {
  /** From 1. */
  readonly no: number;
  /** The hash of the segment's batches and, after the first segment, of the previous segment's id. */
  readonly id: string;
  /** The id of the previous segment. */
  readonly before: string | undefined;
  /** How far the sources were read, in the form of the process that appended the segment. */
  readonly positions: unknown;
}

/** A row of the table `segments`. */
interface SegmentRow {
  readonly no: number;
  readonly first: number;
  readonly last: number;
  readonly id: string;
  readonly before: string | null;
  readonly summary: string;
  readonly positions: string | null;
}

/** Maximum number of groups of problems in a summary. */
const SHOWN_CAUSES = 100;

/** The id of a segment after another one. It depends on all segments up to this one. */
export function chainedId(before: string, contentHash: string): string {
  return createHash('sha256').update(`${before}\n${contentHash}`).digest('hex');
}

/** The segments of a plan, and the sum of their summaries. @throws {TypeError} when the segments do not form a chain */
export function readSegments(db: DatabaseSync): {
  readonly segments: readonly PlanSegment[];
  readonly summary: PlanSummary;
} {
  const rows = db
    .prepare('SELECT * FROM segments ORDER BY no')
    .all() as unknown as readonly SegmentRow[];
  if (rows.length === 0) throw new TypeError('the table segments is empty');
  for (const [index, { no, first, before }] of rows.entries()) {
    const previous = rows[index - 1];
    if (
      no !== index + 1 ||
      first !== (previous?.last ?? 0) + 1 ||
      before !== (previous?.id ?? null)
    )
      throw new TypeError(`segment ${index + 1} does not follow the one before it`);
  }
  const segments = rows.map(({ no, first, last, id, before, positions }) => ({
    no,
    first,
    last,
    id,
    before: before ?? undefined,
    positions: positions === null ? undefined : (JSON.parse(positions) as unknown),
  }));
  return { segments, summary: summaryOf(db, rows) };
}

function summaryOf(db: DatabaseSync, [first, ...later]: readonly SegmentRow[]): PlanSummary {
  const whole = JSON.parse(first!.summary) as PlanSummary;
  if (later.length === 0) return whole;
  const sum = sumOfSummaries(
    whole,
    later.map(({ summary }) => JSON.parse(summary) as SegmentSummary),
  );
  const problems = [...readCauses(db, SHOWN_CAUSES)];
  const all = totalCauses(db);
  const shown = problems.reduce((total, { count }) => total + count, 0);
  return {
    ...sum,
    problems,
    otherProblems: { groups: all.groups - problems.length, rows: all.rows - shown },
    contentHash: later.at(-1)!.id,
  };
}
