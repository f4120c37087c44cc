import { existsSync } from 'node:fs';
import { type Kind, kinds, kindsInOrder, type Row, serviceId } from '@chatferry/contract';
import {
  entryOf,
  openPlan,
  type Plan,
  recordOfEntry,
  type Reject,
  subjectOf,
} from '@chatferry/planner';
import {
  type Ledger,
  LedgerError,
  openLedger,
  recordStory,
  type RecordStory,
} from '@chatferry/runner';
import type { JobFolder } from '../folder/job-folder.ts';
import type { PlanSettings } from '../planning/plan-settings.ts';
import { type RecordRemoval, removalOf } from '../undoing/removal-of.ts';
import { type JobIndex } from '../indexing/job-index.ts';
import { openIndex } from '../indexing/open-index.ts';
import { findRecord } from './find-record.ts';
import { findRejects } from './find-rejects.ts';
import { partsOf } from './parts-of.ts';

/** Everything that the files of a job contain about one id. */
export interface Explanation {
  /** `replies` for a message that is planned as a reply. */
  readonly kind: Kind;
  /** The id as the caller gave it. */
  readonly id: string;
  /** The record, when there is one in the plan. */
  readonly planned?: {
    readonly id: string;
    readonly file: string;
    readonly line: number;
    readonly record: Row;
    /** The setting by which planning made the record; `file` and `line` are then the first row that needs the record. */
    readonly madeBy?: string;
    readonly batch: number;
    readonly lane: number;
    /** Ids of all messages that the text was split into, including this message. */
    readonly parts?: readonly string[];
    /** Absent before the first run. */
    readonly story?: RecordStory;
    /** What an undo did with the record. */
    readonly removal?: RecordRemoval;
  };
  readonly rejects: readonly Reject[];
  /** Whether the record landed in an earlier job. */
  readonly landedBefore?: true;
  /** For a job that follows: the versions of the record in its segments, in order. */
  readonly versions?: readonly RecordVersion[];
}

/** A version of a record in a segment of a plan. */
interface RecordVersion {
  /** The kind of this version, such as `messages`, `messageEdits` or `messageRemovals`. */
  readonly kind: Kind;
  readonly segment: number;
  /** When the row was read, milliseconds since 1970; undefined for the first segment. */
  readonly readAt: number | undefined;
  readonly batch: number;
  /** `pending` before the version is sent. */
  readonly outcome: RecordStory['outcome'];
}

/**
 * Finds a record by its id in the service or its legacy id. A message is found too if it is planned as a reply.
 *
 * @example
 * ```ts
 * const { planned, rejects } = await explainRecord(jobFolder('job'), 'messages', 'm17');
 * console.log(planned?.story?.outcome, rejects[0]?.message);
 * ```
 */
export async function explainRecord(job: JobFolder, kind: Kind, id: string): Promise<Explanation> {
  using plan = openPlan(job.plan);
  using index = openIndex(job, plan);
  const sources = { plan, index, job };
  const own = await explanationOf(sources, kind, id);
  if (kind !== 'messages' || own.planned !== undefined) return own;
  const reply = await explanationOf(sources, 'replies', id);
  return isKnown(reply) ? { ...reply, rejects: [...own.rejects, ...reply.rejects] } : own;
}

/** Whether the job contains anything about the id. */
export function isKnown({ planned, rejects, landedBefore, versions }: Explanation): boolean {
  return (
    planned !== undefined ||
    rejects.length > 0 ||
    landedBefore !== undefined ||
    versions !== undefined
  );
}

interface Sources {
  readonly plan: Plan;
  /** Without an index, the plan and the list of rejected rows are read to the end. */
  readonly index: JobIndex | undefined;
  readonly job: JobFolder;
}

async function explanationOf(
  { plan, index: jobIndex, job }: Sources,
  kind: Kind,
  id: string,
): Promise<Explanation> {
  const {
    ids: rule = 'map',
    idPrefix = '',
    muidPrefix = '',
  } = plan.config as Partial<PlanSettings>;
  const idRule = rule === 'keep' ? 'map' : rule;
  const prefixed = (kinds[kind].hasFreeIds === true ? muidPrefix : idPrefix) + id;
  const ids = [...new Set([prefixed, serviceId(prefixed, idRule), id, serviceId(id, idRule)])];
  const rejects = await findRejects(job, kind, ids, jobIndex);
  const found = ids
    .map((each) => findRecord(plan, jobIndex, kind, each))
    .find((each) => each !== undefined);
  const landedBefore = ids.some((each) => plan.landed.has(kind, each));
  const versions = versionsOf(plan, job, kind, ids);
  const others = {
    kind,
    id,
    rejects,
    ...(landedBefore ? { landedBefore } : {}),
    ...(versions.length === 0 ? {} : { versions }),
  };
  if (found === undefined) return others;

  const { batch, index } = found;
  const entry = entryOf(batch, index);
  const made = batch.origins[index]!.line === 0 ? plan.madeRecord(kind, entry.id) : undefined;
  const { file, line } = made ?? batch.origins[index]!;
  const record = recordOfEntry(entry.wire);
  const parts =
    kinds[kind].isSplittable === true ? partsOf(plan, jobIndex, entry.id, { file, line }) : [];
  const removal = removalOf(job, kind, entry.id);
  const place = {
    id: entry.id,
    file,
    line,
    record,
    ...(made === undefined ? {} : { madeBy: made.rule }),
    batch: batch.seq,
    lane: batch.lane,
    ...(parts.length === 0 ? {} : { parts }),
    ...(removal === undefined ? {} : { removal }),
  };
  using ledger = ledgerOf(job, plan);
  if (ledger === undefined) return { ...others, planned: place };
  return { ...others, planned: { ...place, story: recordStory(ledger, batch, index) } };
}

/** The versions of a record in the segments of a plan; empty for a plan of one segment. */
function versionsOf(
  plan: Plan,
  job: JobFolder,
  kind: Kind,
  ids: readonly string[],
): RecordVersion[] {
  if (plan.segments.length === 1 || subjectOf(kind) !== kind) return [];
  using ledger = ledgerOf(job, plan);
  return kindsInOrder
    .filter((each) => subjectOf(each) === subjectOf(kind))
    .flatMap((each) => ids.flatMap((id) => [...plan.findAll(each, id)]))
    .map(({ batch, index }) => {
      const { no, positions } = plan.segments.findLast(({ first }) => first <= batch.seq)!;
      return {
        kind: batch.kind,
        segment: no,
        readAt: (positions as { readAt?: number } | undefined)?.readAt,
        batch: batch.seq,
        outcome: ledger === undefined ? 'pending' : recordStory(ledger, batch, index).outcome,
      } as const;
    })
    .toSorted((one, other) => one.batch - other.batch);
}

/** Opens the ledger; undefined before the first run. */
function ledgerOf(job: JobFolder, plan: Plan): Ledger | undefined {
  if (!existsSync(job.ledger)) return undefined;
  try {
    return openLedger(job.ledger, plan);
  } catch (error) {
    if (error instanceof LedgerError && error.code === 'no-ledger') return undefined;
    throw error;
  }
}
