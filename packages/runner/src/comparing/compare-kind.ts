import type { Client } from '@chatferry/client';
import {
  comparableOf,
  derivedKinds,
  type Kind,
  type KindDefinition,
  kinds,
  type Row,
} from '@chatferry/contract';
import type { RouteName } from '../terms/run-options.ts';
import { HeldSpool } from './held-spool.ts';
import { isIn, isOwnership } from './group-owners.ts';
import type { HeldSource, OnHeld } from './held-list.ts';
import type { IdHashes } from './id-hashes.ts';
import { landedIds, plannedIds, plannedOwners } from './planned-ids.ts';
import type { PartToRead } from './part/part-to-read.ts';
import { plannedRecords, type PlannedSelection } from './planned-records.ts';
import { readHeld, readList } from './read-held.ts';
import { isHidden } from './read-relations.ts';
import { type PlannedSide, RecordComparison, type ComparedRecord } from './record-comparison.ts';

export interface KindToCompare {
  readonly client: Pick<Client, 'list' | 'call'>;
  /** Where the records are: then they are read there, and not in the lists of the whole app, where that takes less time. */
  readonly part?: PartToRead | undefined;
  readonly plan: PlannedSelection['plan'];
  readonly kind: Kind;
  /** How the kind is sent; dates are not compared if it is through the chat endpoints. */
  readonly route?: RouteName | undefined;
  /** Which records of a batch to compare; all unless given. Must return the same each time. */
  readonly select?: PlannedSelection['select'];
  readonly isLatest?: PlannedSelection['isLatest'];
  readonly afterSeq?: PlannedSelection['afterSeq'];
  /** Whether only results of records that the service holds matter. The plan is then read when it holds any. */
  readonly isForFoundOnly?: boolean | undefined;
  /** Path of a temporary file for held records that differ. It contains people's texts. */
  readonly spool: string;
  readonly signal?: AbortSignal | undefined;
  /** Called for each record that the service holds. */
  readonly onHeld?: ((count: number) => void) | undefined;
  /** Called for each planned record whose result is known. */
  readonly onCompared?: ((count: number) => void) | undefined;
  /** Called for each planned record in the order of the plan, after everything has been read. A promise is awaited. */
  readonly onResult: (result: ComparedRecord) => unknown;
}

export interface HeldCounts {
  /** Everything of the kind that the service holds; of members, in the groups of the records compared. */
  readonly held: number;
  /** Of these, records that landed in jobs before this one, and are not compared. */
  readonly landedBefore: number;
  /** Records that were met where those of the plan are, and that are not judged: they may have landed in jobs before this one. */
  readonly others: number;
  /** Whether everything of the kind was read, and not only lists of users, groups and messages that the records name. */
  readonly isWhole: boolean;
  /** Ids that are not among the records compared nor landed before, at most ten. */
  readonly extraExamples: readonly string[];
}

const EXAMPLES = 10;
const nothingHeld: HeldCounts = {
  held: 0,
  landedBefore: 0,
  others: 0,
  isWhole: false,
  extraExamples: [],
};

/** Reads one kind back from the service and compares it with the plan, field by field. @throws {ApiError} */
export async function compareKind(job: KindToCompare): Promise<HeldCounts> {
  if (isNothingPlanned(job)) return nothingHeld;
  using opened = new DisposableStack();
  const { source, onRecord, onClosed, finish } = await beginComparison(job, opened);
  return await finish(await readHeld(source, onRecord, onClosed));
}

/**
 * Compares kinds of which one list of the app shows all records (`isSameList`), and reads it once.
 * @returns for each kind in the order of `jobs` @throws {ApiError}
 */
export async function compareKindsOfList(
  jobs: readonly KindToCompare[],
): Promise<readonly HeldCounts[]> {
  using opened = new DisposableStack();
  const spool = opened.use(new HeldSpool(jobs[0]!.spool));
  const begun: (KindComparing | undefined)[] = [];
  for (const job of jobs)
    begun.push(isNothingPlanned(job) ? undefined : await beginComparison(job, opened, spool));
  await readList(
    begun.flatMap((each) => each ?? []).map(({ source, onRecord: onHeld }) => ({ source, onHeld })),
  );
  const counts: HeldCounts[] = [];
  for (const each of begun) counts.push((await each?.finish(true)) ?? nothingHeld);
  return counts;
}

/** A comparison that is ready for what the app holds. */
interface KindComparing {
  readonly source: HeldSource;
  readonly onRecord: OnHeld;
  readonly onClosed: (uid: string) => void;
  /** @param isAll whether everything of the kind was read */
  readonly finish: (isAll: boolean) => Promise<HeldCounts>;
}

function isNothingPlanned({ plan, kind }: KindToCompare): boolean {
  return kinds[kind].changes !== undefined && plan.summary.kinds[kind].planned === 0;
}

/** @param opened closes what the comparison opens */
async function beginComparison(
  job: KindToCompare,
  opened: DisposableStack,
  spool: string | HeldSpool = job.spool,
): Promise<KindComparing> {
  const { client, plan, kind, part, select, isLatest, afterSeq, onHeld, onCompared, onResult } =
    job;
  const { signal = new AbortController().signal } = job;
  const isOfChanges = kinds[kind].changes !== undefined;
  const isRemoval = kinds[kind].isRemoval === true;
  const records = (): ReturnType<typeof plannedRecords> =>
    plannedRecords({ plan, kind, select, isLatest, afterSeq, signal });
  let owners: IdHashes | undefined;
  const fill = async (): Promise<RecordComparison> => {
    if (kinds[kinds[kind].changes ?? kind].isMembership === true)
      owners = await plannedOwners({ plan, signal });
    const side = await plannedSide(job, records, owners, signal);
    const made = opened.use(new RecordComparison(side, spool));
    await made.fill();
    return made;
  };
  let filling = job.isForFoundOnly === true ? undefined : fill();
  let comparison = await filling;

  const extraExamples: string[] = [];
  // What landed before is not judged in a part, and all its ids are many.
  const before = part === undefined ? landedIds({ plan, kind }) : undefined;
  let landedBefore = 0;
  let others = 0;
  let held = 0;
  const take = (id: string, record: Row): boolean => {
    const isNew = comparison!.take(id, record);
    if (isNew || comparison!.knows(id)) return isNew;
    if (part !== undefined) others++;
    else if (before?.has(id) === true) landedBefore++;
    else if (owners !== undefined && isOwnership(owners, id, record)) held--;
    else if (extraExamples.length < EXAMPLES) extraExamples.push(id);
    return false;
  };
  const closed = new Set<string>();
  const onRecord: OnHeld = (id, record) => {
    // The list shows all records of the kind that is changed.
    if (isOfChanges && (id === undefined || comparison?.knows(id) === false)) return false;
    held++;
    onHeld?.(held);
    if (id === undefined) {
      if (part !== undefined) others++;
      return false;
    }
    if (comparison !== undefined) return take(id, record);
    filling ??= fill();
    return filling.then((filled) => {
      comparison = filled;
      return take(id, record);
    });
  };
  const { kinds: planned, delta } = plan.summary;
  const groups = planned.groups.planned + (delta?.landed.groups ?? 0);
  const finish = async (isAll: boolean): Promise<HeldCounts> => {
    let compared = 0;
    let removed = 0;
    for await (const results of comparison?.results() ?? [])
      for (const found of results) {
        const result = isRemoval ? removalResult(found) : hiddenOr(found, kind, closed);
        if (isRemoval) removed += result.copies;
        const done = onResult(result);
        if (done instanceof Promise) await done;
        onCompared?.(++compared);
      }
    if (isRemoval) return { ...nothingHeld, held: removed };
    const isWhole = isAll && !isOfChanges && part === undefined;
    return { held: held - others, landedBefore, others, isWhole, extraExamples };
  };
  const source = { client, kind, records, groups, part, signal };
  return { source, onRecord, onClosed: (uid) => void closed.add(uid), finish };
}

/** A removal is there when the service does not hold its record. Other people may have created one with another date. */
function removalResult(of: ComparedRecord): ComparedRecord {
  if (of.is === 'different') return of;
  return of.is === 'missing'
    ? { ...of, is: 'same', copies: 1, same: 1 }
    : { ...of, is: 'missing', copies: 0, same: 0, differences: [], reHosted: 0 };
}

/** A record that is not in a list that could not be read is not missing. */
function hiddenOr(result: ComparedRecord, kind: Kind, closed: ReadonlySet<string>): ComparedRecord {
  const { list } = kinds[kind];
  if (closed.size === 0 || result.is !== 'missing' || list === 'members' || !('of' in list))
    return result;
  return isHidden(list, result.planned.record(), closed) ? { ...result, is: 'hidden' } : result;
}

function threadField(kind: Kind): string | undefined {
  const { list }: KindDefinition = kinds[kind];
  return typeof list === 'object' && 'parent' in list ? list.parent?.field : undefined;
}

/** The planned half of a comparison. */
async function plannedSide(
  { plan, kind, route }: Pick<KindToCompare, 'plan' | 'kind' | 'route'>,
  records: PlannedSide['records'],
  owners: IdHashes | undefined,
  signal: AbortSignal,
): Promise<PlannedSide> {
  const isSentByChat = route === 'chat';
  const of = kinds[kind].changes ?? kind;
  const later = await Promise.all(
    derivedKinds[of].map(async (derived) => ({
      field: derived.field,
      ids: await plannedIds({ plan, kind: derived.kind, signal }),
    })),
  );
  return {
    kind,
    atMost: plan.summary.kinds[kind].planned,
    records,
    thread: threadField(kind),
    comparableOf: (record) => {
      const isOwner = owners !== undefined && isIn(owners, record);
      const id = record[kinds[kind].key] as string;
      const isDecidedLater = (field: string): boolean =>
        later.some((derived) => derived.field === field && derived.ids.has(id));
      return comparableOf(kind, record, { isSentByChat, isOwner, isDecidedLater });
    },
  };
}
