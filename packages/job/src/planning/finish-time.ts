import { kinds, kindsInOrder, limits } from '@chatferry/contract';
import { entryOf, type Plan, type PlanSummary, recordOfEntry } from '@chatferry/planner';
import { type Rate, rateAt, type Timetable } from '@chatferry/runner';

const MINUTE_MS = 60_000;
/** Ends the loop for a timetable that never allows a request. */
const LONGEST_MINUTES = 3 * 366 * 24 * 60;

/**
 * When this number of requests would be done if the first were sent now, in milliseconds since 1970; undefined without a quota, or when
 * the quota never allows them.
 */
export function finishTime(
  requests: number,
  rate: Rate | Timetable,
  nowMs: number,
): number | undefined {
  if (typeof rate === 'number')
    return rate === 0 ? undefined : nowMs + (requests / rate) * MINUTE_MS;
  let left = requests;
  for (let minute = 0; minute < LONGEST_MINUTES; minute++) {
    const at = nowMs + minute * MINUTE_MS;
    const perMinute = rateAt(rate, at);
    if (perMinute === 'unlimited') return left === requests ? undefined : at;
    if (left <= perMinute) return at + (left / perMinute) * MINUTE_MS;
    left -= perMinute;
  }
  return undefined;
}

/** The requests of a plan by the quota that they count against. */
interface RequestsByQuota {
  readonly import: number;
  /** Requests for kinds that have no import endpoint. */
  readonly chat: number;
}

function requestsByQuota({ kinds: planned }: Pick<PlanSummary, 'kinds'>): RequestsByQuota {
  const requests = { import: 0, chat: 0 };
  for (const kind of kindsInOrder)
    requests[kinds[kind].routes.import === undefined ? 'chat' : 'import'] += planned[kind].batches;
  return requests;
}

/**
 * When a plan would be sent if it were begun now, in milliseconds since 1970; `undefined` without a quota, or
 * when the quota never allows it. Follow-ups are counted at the quota of the chat API.
 *
 * @param rate of the import endpoints
 * @param replies the most replies of one sender: a sender may send only some a minute
 */
export function planFinishTime(
  summary: Pick<PlanSummary, 'kinds'>,
  rate: Rate | Timetable,
  nowMs: number,
  replies = 0,
): number | undefined {
  const requests = requestsByQuota(summary);
  const importedAt = requests.import === 0 ? nowMs : finishTime(requests.import, rate, nowMs);
  if (importedAt === undefined) return undefined;
  const at = (count: number, perMinute: number): number =>
    finishTime(count, perMinute, importedAt)!;
  return Math.max(
    at(requests.chat, limits.coreRequestsPerMinute),
    at(Math.max(replies - 1, 0), limits.liveMessagesPerMinute),
  );
}

/** The most replies of one sender. */
export function mostReplies(plan: Plan): number {
  const bySender = new Map<unknown, number>();
  for (let lane = 0; lane < plan.lanes; lane++)
    for (const batch of plan.batches('replies', lane))
      for (const position of batch.origins.keys()) {
        const { sender } = recordOfEntry(entryOf(batch, position).wire);
        bySender.set(sender, (bySender.get(sender) ?? 0) + 1);
      }
  return [...bySender.values()].reduce((most, count) => Math.max(most, count), 0);
}
