import type { Client } from '@chatferry/client';
import { type Kind, kinds, type Row } from '@chatferry/contract';
import type { RouteName } from '../terms/run-options.ts';
import { HeldSpool } from './held-spool.ts';
import { isOwnership } from './group-owners.ts';
import type { HeldSource, OnHeld } from './held-list.ts';
import type { IdHashes } from './id-hashes.ts';
import { landedIds, plannedOwners } from './planned-ids.ts';
import type { PartToRead } from './part/part-to-read.ts';
import { plannedRecords, type PlannedSelection } from './planned-records.ts';
import { readHeld, readList } from './read-held.ts';
import { isHidden } from './read-relations.ts';
import { plannedSide } from './planned-side.ts';
import { type ComparedRecord, RecordComparison } from './record-comparison.ts';

export interface KindToCompare {
  readonly client: Pick<Client, 'list' | 'call'>;
  /** Where the records are. They are read there, instead of in the lists of the whole app, when that takes less time. */
  readonly part?: PartToRead | undefined;
  readonly plan: PlannedSelection['plan'];
  readonly kind: Kind;
  /** How the kind is sent. Dates are not compared when the chat endpoints set them. */
  readonly route?: RouteName | undefined;
  /** Which records of a batch to compare; all unless given. Must return the same each time. */
  readonly select?: PlannedSelection['select'];
  readonly isLatest?: PlannedSelection['isLatest'];
  readonly range?: PlannedSelection['range'];
  /** Whether only results of held records matter. The plan is then read only if the service holds any record of the kind. */
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
  /** Records of the kind that the service holds; members only in the groups of the compared records. */
  readonly held: number;
  /** How many of the held records landed in jobs before this one, and are not compared. */
  readonly landedBefore: number;
  /** Unplanned records found where planned records are. They are not judged: they may have landed in jobs before this one. */
  readonly others: number;
  /** Whether everything of the kind was read, rather than only the lists of users, groups and messages that the records name. */
  readonly isWhole: boolean;
  /** At most ten ids that were neither compared nor landed before. */
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
  const comparing = new KindComparing(job, opened, job.spool);
  await comparing.begin();
  const { source, onRecord, onClosed } = comparing;
  return await comparing.finish(await readHeld(source, onRecord, onClosed));
}

/**
 * Compares kinds whose records are all in one list of the app (`isSameList`), and reads the list once.
 * @returns one result for each kind, in the order of `jobs` @throws {ApiError}
 */
export async function compareKindsOfList(
  jobs: readonly KindToCompare[],
): Promise<readonly HeldCounts[]> {
  using opened = new DisposableStack();
  const spool = opened.use(new HeldSpool(jobs[0]!.spool));
  const all = jobs.map((job) =>
    isNothingPlanned(job) ? undefined : new KindComparing(job, opened, spool),
  );
  for (const each of all) await each?.begin();
  await readList(
    all.flatMap((each) => each ?? []).map(({ source, onRecord: onHeld }) => ({ source, onHeld })),
  );
  const counts: HeldCounts[] = [];
  for (const each of all) counts.push((await each?.finish(true)) ?? nothingHeld);
  return counts;
}

function isNothingPlanned({ plan, kind }: KindToCompare): boolean {
  return kinds[kind].changes !== undefined && plan.summary.kinds[kind].planned === 0;
}

/** Takes the records that the app holds one by one, counts them, and compares them with the plan. */
class KindComparing {
  /** The lists and records that are to be read. */
  readonly source: HeldSource;
  readonly #job: KindToCompare;
  readonly #signal: AbortSignal;
  readonly #opened: DisposableStack;
  readonly #spool: string | HeldSpool;
  readonly #isOfChanges: boolean;
  /** Undefined when only a part is read: unplanned records are not judged there, and the ids of all landed records are many. */
  readonly #landed: IdHashes | undefined;
  readonly #closed = new Set<string>();
  readonly #extraExamples: string[] = [];
  #owners: IdHashes | undefined;
  #comparison: RecordComparison | undefined;
  #filling: Promise<RecordComparison> | undefined;
  #held = 0;
  #landedBefore = 0;
  #others = 0;

  /** @param opened closes what the comparison opens */
  constructor(job: KindToCompare, opened: DisposableStack, spool: string | HeldSpool) {
    const { client, plan, kind, part, signal = new AbortController().signal } = job;
    const { kinds: planned, delta } = plan.summary;
    const groups = planned.groups.planned + (delta?.landed.groups ?? 0);
    this.#job = job;
    this.#signal = signal;
    this.#opened = opened;
    this.#spool = spool;
    this.#isOfChanges = kinds[kind].changes !== undefined;
    this.#landed = part === undefined ? landedIds({ plan, kind }) : undefined;
    this.source = { client, kind, records: () => this.#records(), groups, part, signal };
  }

  /** Reads the plan, unless it can wait for the first record that the app holds. */
  async begin(): Promise<void> {
    if (this.#job.isForFoundOnly !== true) await this.#fill();
  }

  readonly onRecord: OnHeld = (id, record) => {
    // The list shows all records of the kind, not only the changed ones.
    if (this.#isOfChanges && (id === undefined || this.#comparison?.knows(id) === false))
      return false;
    this.#held++;
    this.#job.onHeld?.(this.#held);
    if (id === undefined) {
      if (this.#job.part !== undefined) this.#others++;
      return false;
    }
    if (this.#comparison !== undefined) return this.#take(this.#comparison, id, record);
    this.#filling ??= this.#fill();
    return this.#filling.then((filled) => this.#take(filled, id, record));
  };

  readonly onClosed = (uid: string): void => void this.#closed.add(uid);

  /** Reports a result for each planned record. @param isAll whether everything of the kind was read */
  async finish(isAll: boolean): Promise<HeldCounts> {
    const { kind, part, onResult, onCompared } = this.#job;
    const isRemoval = kinds[kind].isRemoval === true;
    let compared = 0;
    let removed = 0;
    for await (const results of this.#comparison?.results() ?? [])
      for (const found of results) {
        const result = isRemoval ? removalResult(found) : hiddenOr(found, kind, this.#closed);
        if (isRemoval) removed += result.copies;
        const done = onResult(result);
        if (done instanceof Promise) await done;
        onCompared?.(++compared);
      }
    if (isRemoval) return { ...nothingHeld, held: removed };
    return {
      held: this.#held - this.#others,
      landedBefore: this.#landedBefore,
      others: this.#others,
      isWhole: isAll && !this.#isOfChanges && part === undefined,
      extraExamples: this.#extraExamples,
    };
  }

  #records(): ReturnType<typeof plannedRecords> {
    return plannedRecords({ ...this.#job, signal: this.#signal });
  }

  async #fill(): Promise<RecordComparison> {
    const { plan, kind } = this.#job;
    const signal = this.#signal;
    if (kinds[kinds[kind].changes ?? kind].isMembership === true)
      this.#owners = await plannedOwners({ plan, signal });
    const records = (): ReturnType<typeof plannedRecords> => this.#records();
    const side = await plannedSide({ ...this.#job, records, owners: this.#owners, signal });
    const comparison = this.#opened.use(new RecordComparison(side, this.#spool));
    await comparison.fill();
    return (this.#comparison = comparison);
  }

  /** @returns whether it is the first record under a planned id */
  #take(comparison: RecordComparison, id: string, record: Row): boolean {
    const isNew = comparison.take(id, record);
    if (isNew || comparison.knows(id)) return isNew;
    if (this.#job.part !== undefined) this.#others++;
    else if (this.#landed?.has(id) === true) this.#landedBefore++;
    else if (this.#owners !== undefined && isOwnership(this.#owners, id, record)) this.#held--;
    else if (this.#extraExamples.length < EXAMPLES) this.#extraExamples.push(id);
    return false;
  }
}

/** A removal has landed when the service does not hold the record. A record with another date was created again by other people. */
function removalResult(of: ComparedRecord): ComparedRecord {
  if (of.is === 'different') return of;
  return of.is === 'missing'
    ? { ...of, is: 'same', copies: 1, same: 1 }
    : { ...of, is: 'missing', copies: 0, same: 0, differences: [], reHosted: 0 };
}

/** A record is hidden, not missing, when its list could not be read. */
function hiddenOr(result: ComparedRecord, kind: Kind, closed: ReadonlySet<string>): ComparedRecord {
  const { list } = kinds[kind];
  if (closed.size === 0 || result.is !== 'missing' || list === 'members' || !('of' in list))
    return result;
  return isHidden(list, result.planned.record(), closed) ? { ...result, is: 'hidden' } : result;
}
