import type { Client } from '@chatferry/client';
import { comparableOf, derivedKinds, type Kind, kinds } from '@chatferry/contract';
import type { Plan } from '@chatferry/planner';
import type { RouteName } from '../run-options.ts';
import { Owners } from './owners.ts';
import { PlannedIds } from './planned-ids.ts';
import { type PlannedRecord, plannedRecords } from './planned-records.ts';
import { readHeld } from './read-held.ts';
import { EventLoopBreaks } from './event-loop-breaks.ts';
import { type PlannedSide, RecordComparison, type ComparedRecord } from './record-comparison.ts';

export interface KindToCompare {
  readonly client: Pick<Client, 'list'>;
  readonly plan: Plan;
  readonly kind: Kind;
  /** How the kind is sent; no dates are compared of what goes through the chat endpoints. */
  readonly route?: RouteName | undefined;
  /** Which records to compare; all unless given. Must answer the same each time. */
  readonly includes?: ((record: PlannedRecord) => boolean) | undefined;
  /** Whether only results of records that the service holds matter. The plan is then read when it holds any. */
  readonly isForFoundOnly?: boolean | undefined;
  /** Path of a file for held records that differ, with people's words in it; removed in the end. */
  readonly spool: string;
  readonly signal?: AbortSignal | undefined;
  /** Called for each record that the service holds. */
  readonly onHeld?: ((count: number) => void) | undefined;
  /** Called for each planned record whose result is known. */
  readonly onCompared?: ((count: number) => void) | undefined;
  /** Called for each planned record in the order of the plan, after everything has been read; a promise is waited for. */
  readonly onResult: (result: ComparedRecord) => unknown;
}

export interface HeldCounts {
  /** Everything of the kind that the service holds; of members, in the groups of the records compared. */
  readonly held: number;
  /** Ids that are not among the records compared, at most ten. */
  readonly extraExamples: readonly string[];
}

const EXAMPLES = 10;

/** Reads one kind back from the service and compares it with the plan, field by field. @throws {ApiError} */
export async function compareKind(job: KindToCompare): Promise<HeldCounts> {
  const { client, kind, signal = new AbortController().signal, onHeld, onCompared, onResult } = job;
  const side = plannedSide(job);
  const breaks = new EventLoopBreaks(signal);
  const extraExamples: string[] = [];
  let held = 0;
  using opened = new DisposableStack();
  let made: RecordComparison | undefined;
  const comparison = (): RecordComparison => {
    if (made !== undefined) return made;
    made = opened.use(new RecordComparison(side, job.spool));
    for (const _ of made.fill());
    return made;
  };
  if (job.isForFoundOnly !== true) {
    made = opened.use(new RecordComparison(side, job.spool));
    for (const _ of made.fill()) if (breaks.isDue()) await breaks.take();
  }
  await readHeld({ client, kind, records: side.records, signal }, (id, record) => {
    held++;
    onHeld?.(held);
    const isNew = id !== undefined && comparison().take(id, record);
    if (!isNew && id !== undefined && extraExamples.length < EXAMPLES && !comparison().knows(id))
      extraExamples.push(id);
    return isNew;
  });
  let compared = 0;
  for (const result of made?.results() ?? []) {
    const done = onResult(result);
    if (done instanceof Promise) await done;
    onCompared?.(++compared);
    if (breaks.isDue()) await breaks.take();
  }
  return { held, extraExamples };
}

/** The planned half of a comparison. */
function plannedSide({
  plan,
  kind,
  route,
  includes,
}: Pick<KindToCompare, 'plan' | 'kind' | 'route' | 'includes'>): PlannedSide {
  const isSentByChat = route === 'chat';
  const later = derivedKinds[kind].map((derived) => ({
    field: derived.field,
    ids: new PlannedIds(plan, derived.kind),
  }));
  const owners = kinds[kind].isMembership === true ? new Owners(plan) : undefined;
  return {
    kind,
    atMost: plan.summary.kinds[kind].planned,
    records: () => included(plannedRecords(plan, kind), includes),
    comparableOf: (record) => {
      const isOwner = owners?.has(record['guid'] as string, record['uid'] as string);
      const id = record[kinds[kind].key] as string;
      const isDecidedLater = (field: string): boolean =>
        later.some((derived) => derived.field === field && derived.ids.has(id));
      return comparableOf(kind, record, { isSentByChat, isOwner, isDecidedLater });
    },
  };
}

function* included(
  records: Iterable<PlannedRecord>,
  includes: KindToCompare['includes'],
): Generator<PlannedRecord> {
  for (const record of records) if (includes === undefined || includes(record)) yield record;
}
