import { byKind, type Kind, kindsInOrder } from '@chatferry/contract';
import type { DeltaSummary, KindSummary, PlanSummary } from './plan-summary.ts';

/** The summary that a segment stores, without empty kinds. */
export type SegmentSummary = Omit<PlanSummary, 'kinds'> & {
  readonly kinds: Readonly<Partial<Record<Kind, KindSummary>>>;
};

/** The summary to store for a segment. It is kept short, because thousands of segments may follow. */
export function segmentSummary(summary: PlanSummary): SegmentSummary {
  const filled = kindsInOrder.filter((kind) => {
    const { rows, planned } = summary.kinds[kind];
    return rows + planned > 0;
  });
  return {
    ...summary,
    kinds: Object.fromEntries(filled.map((kind) => [kind, summary.kinds[kind]])),
  };
}

/**
 * The summary of a plan of several segments. A row counts once in each segment that has it.
 *
 * @param first the summary of the first segment, with all kinds
 * @param later the summaries of the other segments
 */
export function sumOfSummaries(first: PlanSummary, later: readonly SegmentSummary[]): PlanSummary {
  const all: readonly SegmentSummary[] = [first, ...later];
  const sum = (of: (each: SegmentSummary) => number): number =>
    all.reduce((total, each) => total + of(each), 0);
  return {
    ...first,
    kinds: byKind((kind) => sumOfKind(all.flatMap((each) => each.kinds[kind] ?? []))),
    directConversations: sum((each) => each.directConversations),
    attachmentHosts: joined(all, 'attachmentHosts', 'host', (one, other) => ({
      host: one.host,
      attachments: one.attachments + other.attachments,
      unreachable: (one.unreachable ?? 0) + (other.unreachable ?? 0) || undefined,
    })),
    roles: joined(all, 'roles', 'role', (one, other) => ({
      ...one,
      users: one.users + other.users,
    })),
    droppedFields: sum((each) => each.droppedFields),
    filtered: all
      .flatMap(({ filtered }) => filtered)
      .reduce<PlanSummary['filtered'][number][]>((found, each) => {
        const at = found.findIndex(
          ({ kind, reason }) => kind === each.kind && reason === each.reason,
        );
        if (at < 0) found.push(each);
        else found[at] = { ...each, rows: each.rows + found[at]!.rows };
        return found;
      }, []),
    ...(first.delta === undefined ? {} : { delta: sumOfDeltas(first.delta, later) }),
    requests: sum((each) => each.requests),
    bytes: sum((each) => each.bytes),
  };
}

function sumOfKind(kinds: readonly KindSummary[]): KindSummary {
  const sum = (name: Exclude<keyof KindSummary, 'madeBy'>): number =>
    kinds.reduce((total, each) => total + each[name], 0);
  const madeBy: Record<string, number> = {};
  for (const each of kinds)
    for (const [rule, made] of Object.entries(each.madeBy))
      madeBy[rule] = (madeBy[rule] ?? 0) + made;
  return {
    rows: sum('rows'),
    made: sum('made'),
    madeBy,
    planned: sum('planned'),
    merged: sum('merged'),
    rejected: sum('rejected'),
    filtered: sum('filtered'),
    unchanged: sum('unchanged'),
    changed: sum('changed'),
    updated: sum('updated'),
    warnings: sum('warnings'),
    batches: sum('batches'),
    bytes: sum('bytes'),
  };
}

/** `landed` is taken from the first segment, because later segments also count records that the plan itself has sent. */
function sumOfDeltas(first: DeltaSummary, later: readonly SegmentSummary[]): DeltaSummary {
  const gone = later.flatMap(({ delta }) => delta ?? []);
  return {
    ...first,
    gone: byKind((kind) => gone.reduce((total, each) => total + each.gone[kind], first.gone[kind])),
    removable: gone.reduce((total, each) => total + each.removable, first.removable),
    removesGone: first.removesGone || gone.some((each) => each.removesGone),
  };
}

type ListName = 'attachmentHosts' | 'roles';

function joined<List extends ListName, Item extends PlanSummary[List][number]>(
  all: readonly SegmentSummary[],
  list: List,
  key: keyof Item,
  join: (one: Item, other: Item) => Item,
): readonly Item[] {
  const found = new Map<unknown, Item>();
  for (const each of all)
    for (const item of each[list] as unknown as readonly Item[]) {
      const known = found.get(item[key]);
      found.set(item[key], known === undefined ? item : join(known, item));
    }
  return [...found.values()];
}
