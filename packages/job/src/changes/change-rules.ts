import { limits } from '@chatferry/contract';
import type { PlanRules } from '@chatferry/planner';
import { LANES } from '../planning/lanes.ts';

/** The rules of a plan of changes. Its records were judged in their first plan. @param nowMs milliseconds since 1970 */
export function changeRules(nowMs: number): PlanRules {
  return {
    now: Math.floor(nowMs / 1000),
    recordsPerRequest: limits.recordsPerImport,
    maxRequestBytes: 1_000_000,
    lanes: LANES,
    onMissingUser: 'reject',
    senderNotMember: 'warn',
    duplicates: 'first',
  };
}
