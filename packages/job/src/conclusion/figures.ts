import { kindsInOrder } from '@chatferry/contract';
import { totalOf } from '../accounting/sums.ts';
import type { JobFacts } from './job-facts.ts';
import { notMoved } from './job-state.ts';
import type { JobTally } from './job-tally.ts';
import { currentReadBack } from './read-back.ts';

/**
 * The numbers of a job that every screen and page shows. Each row is in exactly one of these:
 * rows = stored + notMoved + foundLater + merged + leftOut + unchanged + updated + unknown + answeredLater + pending
 */
export interface JobFigures {
  readonly rows: number;
  /** Records in the plan. */
  readonly planned: number;
  /** Records that the service reported as stored, by this job or before it. */
  readonly stored: number;
  /** Rows without any trace in the app: rejected, failed, skipped, or of other content than in an earlier job. */
  readonly notMoved: number;
  /** Records that failed or were skipped, but were present when they were read back. */
  readonly foundLater: number;
  /** Rows with the content of an earlier row. */
  readonly merged: number;
  /** Rows that the configuration leaves out. */
  readonly leftOut: number;
  /** Rows whose record landed unchanged in an earlier job. */
  readonly unchanged: number;
  /** Rows whose update is a record of its own. */
  readonly updated: number;
  /** Records that the app may or may not hold. */
  readonly unknown: number;
  /** Records whose answer was lost, and that have been read back since. */
  readonly answeredLater: number;
  /** Records that are not sent yet. */
  readonly pending: number;
  /** Records that were compared with the app after the latest change. */
  readonly compared: number;
  /** How many of the compared records have the planned content in every compared field. */
  readonly same: number;
  /** Records of the same kinds whose list the service does not show. */
  readonly hidden: number;
}

export function figuresOf(facts: JobFacts, tally: JobTally): JobFigures {
  const { kinds } = facts;
  const found = kindsInOrder.flatMap((kind) => currentReadBack(facts, kind) ?? []);
  const sum = (of: (each: (typeof found)[number]) => number): number =>
    found.reduce((total, each) => total + of(each), 0);
  return {
    rows: tally.rows,
    planned: tally.planned,
    stored: totalOf(kinds, 'created') + totalOf(kinds, 'present'),
    notMoved: notMoved(tally),
    foundLater: tally.foundLater,
    merged: totalOf(kinds, 'merged'),
    leftOut: tally.leftOut,
    unchanged: tally.unchanged,
    updated: totalOf(kinds, 'updated'),
    unknown: tally.unresolved,
    answeredLater: totalOf(kinds, 'unresolved') - tally.unresolved,
    pending: tally.pending,
    compared: sum(({ planned, hidden }) => planned - hidden),
    same: sum(({ same }) => same),
    hidden: sum(({ hidden }) => hidden),
  };
}
