import { kindsInOrder } from '@chatferry/contract';
import type { PlanSummary } from '@chatferry/planner';
import type { LeftOut } from './left-out.ts';

/** Rows of all kinds that are not sent. */
export function rejectedRows({ kinds }: PlanSummary): number {
  return kindsInOrder.reduce((sum, kind) => sum + kinds[kind].rejected, 0);
}

/** Rejected rows that the configuration did not ask to leave out. The limit for rejected rows counts these. */
export function wrongRows(summary: PlanSummary, leftOut: LeftOut): number {
  return rejectedRows(summary) - allLeftOut(leftOut);
}

export function allLeftOut(leftOut: LeftOut): number {
  return kindsInOrder.reduce((sum, kind) => sum + leftOut[kind], 0);
}

export function allRows({ kinds }: PlanSummary): number {
  return kindsInOrder.reduce((sum, kind) => sum + kinds[kind].rows, 0);
}
