import { type Kind, kinds, kindsInOrder, limits } from '@chatferry/contract';
import type { PlanSummary } from '@chatferry/planner';
import { isSameList } from '@chatferry/runner';

/** A kind that a verification reads. */
export interface KindToRead {
  readonly kind: Kind;
  readonly planned: number;
  /** Requests to read the kind if the app holds exactly the plan; an app that holds more needs more. */
  readonly requests: number;
}

/**
 * The kinds with planned records, in the order of reading. Kinds that share one list follow each other.
 *
 * @param only the only kind to read; all unless given
 */
export function kindsToRead(
  summary: Pick<PlanSummary, 'kinds' | 'delta'>,
  only?: Kind,
): KindToRead[] {
  const planned = kindsInOrder.filter(
    (kind) => summary.kinds[kind].planned > 0 && (only === undefined || kind === only),
  );
  return kindsByList(planned).flatMap((kindsOfList) =>
    kindsOfList.map((kind, nth) => ({
      kind,
      planned: summary.kinds[kind].planned,
      requests: nth === 0 ? requestsFor(kind, summary) : 0,
    })),
  );
}

/** Groups of kinds that share one list of the app. */
export function kindsByList(ofPlan: readonly Kind[]): Kind[][] {
  const lists: Kind[][] = [];
  for (const kind of ofPlan) {
    const same = lists.find(([first]) => isSameList(first!, kind));
    if (same === undefined) lists.push([kind]);
    else same.push(kind);
  }
  return lists;
}

/** Each list ends with an empty page. */
function requestsFor(
  kind: Kind,
  { kinds: planned, delta }: Pick<PlanSummary, 'kinds' | 'delta'>,
): number {
  const { list } = kinds[kind];
  const records = planned[kind].planned;
  const held = (of: 'users' | 'groups' | 'messages'): number =>
    planned[of].planned + (delta?.landed[of] ?? 0);
  const lists = (most: number): number => 2 * Math.min(records, Math.max(most, 1));
  if (list === 'members') return lists(held('groups')) + pages(records);
  if ('of' in list) return lists(held('users')) + pages(records);
  if ('ofMessages' in list) return pages(held('messages')) + 1 + lists(held('messages'));
  return pages(records) + 1;
}

function pages(records: number): number {
  return Math.ceil(records / limits.pageSize);
}
