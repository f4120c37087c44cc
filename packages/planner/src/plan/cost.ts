import type { PlanSummary } from './plan-summary.ts';

/** The cost of sending a plan. */
export interface Cost {
  readonly requests: number;
  readonly bytes: number;
  /** At the given quota, without retries. */
  readonly minutes: number;
}

/** @param requestsPerMinute the quota, shared by all kinds */
export function costOf(summary: PlanSummary, requestsPerMinute: number): Cost {
  const { requests, bytes } = summary;
  return { requests, bytes, minutes: requests / requestsPerMinute };
}
