import type { PlanSegment } from '@chatferry/planner';
import { quotaGapMs, type RunOptions } from '@chatferry/runner';
import type { SegmentPositions } from '@chatferry/job/following';

/** Milliseconds between two requests. */
export function gapMs({ requestsPerMinute }: RunOptions): number {
  return typeof requestsPerMinute === 'number' ? quotaGapMs(requestsPerMinute) : 0;
}

/** The time from the oldest change of a segment until the segment was settled, in milliseconds; undefined for the first segment. */
export function lagOf(segment: PlanSegment, settledAt: number): number | undefined {
  const positions = segment.positions as SegmentPositions | undefined;
  return positions === undefined ? undefined : Math.max(settledAt - positions.rungAt, 0);
}
