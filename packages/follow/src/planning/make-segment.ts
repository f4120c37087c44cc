import { readFileSync, rmSync } from 'node:fs';
import { type JobFolder, jobFolder } from '@chatferry/job';
import { compilePlan, makeJobFolder, version } from '@chatferry/job/following';
import { type EarlierJob, earlierPart, openPlan, type Plan, subjectOf } from '@chatferry/planner';
import { isGoneKey } from '../changes/gone-keys.ts';
import type { KnownIndex } from '../changes/known-index.ts';
import { addRelated, RecordSet } from '../changes/related-records.ts';
import type { RungKey } from '../changes/rung-keys.ts';
import type { FollowState } from '../state/follow-state.ts';
import { keysOfId, plannedRow } from '../state/planned-rows.ts';
import { type ChangedRows, type OpenSources, readChangedRows, sourcesOf } from './changed-rows.ts';
import {
  decide,
  type DecidedKey,
  holdRemovals,
  holdTaken,
  type KeyOutcome,
  queryOf,
  rangeOf,
} from './decide-keys.ts';
import { rejectedKeys } from './rejected-keys.ts';
import { stayingRecords } from './staying-records.ts';
import { contestedIds, type FollowedInputs } from './followed-inputs.ts';

/** A segment that is ready to be appended. */
export interface MadeSegment {
  /** The segment's plan has a job folder of its own. */
  readonly folder: JobFolder;
  /** Whether the segment's plan has no records and no rejected rows. */
  readonly isEmpty: boolean;
  readonly keys: readonly DecidedKey[];
}

export interface SegmentTask {
  readonly job: JobFolder;
  readonly state: FollowState;
  readonly earlier: EarlierJob;
  readonly known: KnownIndex;
  readonly inputs: FollowedInputs;
  readonly sources: OpenSources;
  readonly keys: readonly RungKey[];
  /** The most rows of a query whose records are removed at the same time: see `mostRemovals`. */
  readonly maxRemovals: number | undefined;
  /** Whether rows wait when they lack a record that may land later. If not, they are rejected. */
  readonly letsMissingWait: boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly signal: AbortSignal;
}

/**
 * Reads the rows of keys in one snapshot, and compiles the changes into a segment. A key waits if its record lacks another record that may
 * land later.
 *
 * @throws {SourceError} @throws {PlanError} @throws the signal's reason
 */
export async function makeSegment(task: SegmentTask): Promise<MadeSegment> {
  const { job, keys } = task;
  const folder = jobFolder(`${job.path}/segment`);
  rmSync(folder.path, { recursive: true, force: true });
  makeJobFolder(folder);
  const waiting = new Map<RungKey, KeyOutcome>();
  for (;;) {
    const open = keys.filter((key) => !waiting.has(key));
    const found = await compileKeys(task, folder, open, waiting);
    if (found !== undefined) return found;
  }
}

/** @returns undefined when keys have to wait, which are then in `waiting` */
async function compileKeys(
  task: SegmentTask,
  folder: JobFolder,
  open: readonly RungKey[],
  waiting: Map<RungKey, KeyOutcome>,
): Promise<MadeSegment | undefined> {
  const { state, earlier, known, inputs, sources, now, signal } = task;
  const rules = inputs.rulesAt(Math.floor(now / 1000));
  const byQuery = Map.groupBy(open, ({ query }) => query);
  using read = await readChangedRows(
    sources,
    new Map(
      [...byQuery].map(([query, own]) => [
        query,
        own.map(({ key }) => key).filter((key) => !isGoneKey(key)),
      ]),
    ),
    rules.read,
    contestedIds(earlier.plan),
    signal,
  );
  const rows = new Map([...read.rows.rows()].map((row) => [`${row.query}\n${row.key}`, row]));
  const decided = open.map((rung) => decide(task, rung, rows.get(`${rung.query}\n${rung.key}`)));
  const before = waiting.size;
  holdTaken(task, decided, waiting);
  holdRemovals(task, decided);
  for (const { rung, outcome } of decided) if (outcome.is === 'waiting') waiting.set(rung, outcome);
  if (waiting.size > before) return undefined;
  const { related, judged } = relatedTo(task, decided, read);
  const records = [...related].flatMap(({ kind, id }) => known.find(kind, id) ?? []);
  await compilePlan({
    job: folder,
    sources: sourcesOf(sources, read),
    rules,
    config: null,
    version,
    earlier,
    part: earlierPart(
      records,
      (kind, id) => known.find(kind, id)?.isMade === false,
      (kind, id) => judged.has(kind, id),
    ),
    signal,
  });
  using plan = openPlan(folder.plan);
  if (task.letsMissingWait) await letMissingWait(task, plan, folder, decided, read, waiting);
  if (waiting.size > before) return undefined;
  const { requests, kinds } = plan.summary;
  const rejected = Object.values(kinds).some((kind) => kind.rejected > 0);
  const staying = stayingRecords(folder, plan, known);
  for (const each of decided) each.staying = stayingOf(task, each, staying);
  const held = [...waiting].map(([rung, outcome]): DecidedKey => {
    const range = rangeOf(queryOf(task.sources, rung), rung.key);
    return {
      rung,
      range,
      before: plannedRow(state, { ...rung, range }),
      unsent: [],
      staying: [],
      outcome,
    };
  });
  return {
    folder,
    isEmpty: requests === 0 && !rejected && !hasLines(folder.changed) && !hasLines(folder.gone),
    keys: [...decided, ...held],
  };
}

/** Former ids of a row whose records stay. */
function stayingOf(
  { sources }: SegmentTask,
  { rung, before, outcome }: DecidedKey,
  staying: RecordSet,
): string[] {
  const subject = subjectOf(queryOf(sources, rung).reading.kind);
  const now = outcome.is === 'planned' ? outcome.row.ids : [];
  return (before?.ids ?? []).filter((id) => !now.includes(id) && staying.has(subject, id));
}

function hasLines(file: string): boolean {
  try {
    return readFileSync(file).length > 0;
  } catch {
    return false;
  }
}

/** The records that are compared with the records of the segment, and the records that the segment decides about. */
function relatedTo(
  { state, sources }: SegmentTask,
  decided: readonly DecidedKey[],
  { blocks }: ChangedRows,
): { readonly related: RecordSet; readonly judged: RecordSet } {
  const related = new RecordSet();
  const judged = new RecordSet();
  for (const { rung, before, outcome } of decided) {
    const { reading } = queryOf(sources, rung);
    const now = outcome.is === 'planned' ? outcome.row.ids : [];
    for (const id of new Set([...(before?.ids ?? []), ...now])) {
      related.addOfRow(reading.kind, id);
      const isOfOther = keysOfId(state, rung.query, id).some((key) => key !== rung.key);
      // If another row shares the id, this row does not remove the record.
      if (now.includes(id) || !isOfOther) judged.addOfRow(reading.kind, id);
    }
  }
  for (const own of blocks.values()) for (const block of own) addRelated(related, block);
  return { related, judged };
}

/** Lets rows wait that are rejected because they lack a record that may land later. */
async function letMissingWait(
  { sources }: SegmentTask,
  plan: Plan,
  folder: JobFolder,
  decided: readonly DecidedKey[],
  read: ChangedRows,
  waiting: Map<RungKey, KeyOutcome>,
): Promise<void> {
  for await (const { query, key, reason, waitFor } of rejectedKeys(
    folder,
    plan,
    sources.queries,
    read.rows,
  )) {
    const found = decided.find(({ rung }) => rung.query === query.name && rung.key === key);
    if (found?.outcome.is !== 'planned') continue;
    const { row } = found.outcome;
    waiting.set(found.rung, { is: 'waiting', reason, waitFor, row });
  }
}
