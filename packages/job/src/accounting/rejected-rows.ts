import { kindsInOrder } from '@chatferry/contract';
import type { PlanSummary } from '@chatferry/planner';
import { type CountOrShare, isWithin } from './count-or-share.ts';
import type { Excluded } from './excluded.ts';

/** Rows of all kinds that are not sent. */
export function rejectedRows({ kinds }: PlanSummary): number {
  return kindsInOrder.reduce((sum, kind) => sum + kinds[kind].rejected, 0);
}

/** Rejected rows that the configuration did not ask to leave out. The limit for rejected rows counts these. */
export function wrongRows(summary: PlanSummary, excluded: Excluded): number {
  return rejectedRows(summary) - allExcluded(excluded);
}

export function allExcluded(excluded: Excluded): number {
  return kindsInOrder.reduce((sum, kind) => sum + excluded[kind], 0);
}

export function allRows({ kinds }: PlanSummary): number {
  return kindsInOrder.reduce((sum, kind) => sum + kinds[kind].rows, 0);
}

/** Whether no more rows were rejected than a caller allows. */
export function areAccepted(
  summary: PlanSummary,
  excluded: Excluded,
  maxRejects: CountOrShare,
): boolean {
  return isWithin(wrongRows(summary, excluded), allRows(summary), maxRejects);
}
