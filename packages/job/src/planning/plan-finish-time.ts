import { kinds, kindsInOrder, limits } from '@chatferry/contract';
import type { PlanSummary } from '@chatferry/planner';
import type { Rate, Timetable } from '@chatferry/runner';
import { finishTime } from './finish-time.ts';

/** The requests of a plan by the quota that they count against. */
interface RequestsByQuota {
  readonly import: number;
  /** Of kinds that have no import endpoint. */
  readonly chat: number;
}

function requestsByQuota({ kinds: planned }: Pick<PlanSummary, 'kinds'>): RequestsByQuota {
  const requests = { import: 0, chat: 0 };
  for (const kind of kindsInOrder)
    requests[kinds[kind].routes.import === undefined ? 'chat' : 'import'] += planned[kind].batches;
  return requests;
}

/**
 * The time at which a plan would be sent if it were begun now, in milliseconds since 1970; `undefined` without a quota, or
 * when the quota never allows it. Follow-ups are counted at the quota of the chat API.
 *
 * @param rate of the import endpoints
 */
export function planFinishTime(
  summary: Pick<PlanSummary, 'kinds'>,
  rate: Rate | Timetable,
  nowMs: number,
): number | undefined {
  const requests = requestsByQuota(summary);
  const importedAt = requests.import === 0 ? nowMs : finishTime(requests.import, rate, nowMs);
  return importedAt === undefined
    ? undefined
    : finishTime(requests.chat, limits.coreRequestsPerMinute, importedAt);
}
