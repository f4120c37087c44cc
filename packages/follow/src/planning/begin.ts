import { existsSync, rmSync } from 'node:fs';
import { type Kind, kinds } from '@chatferry/contract';
import { linesInFile } from '@chatferry/disk';
import { type JobFolder, JobError, type PlanningProgress } from '@chatferry/job';
import {
  type DatabaseReading,
  databaseReadings,
  defaultPlanSettings,
  ledgerState,
  makeJobFolder,
  namedFolder,
  planInputs,
  type PlanSettings,
} from '@chatferry/job/following';
import { openPlan } from '@chatferry/planner';
import { type Database, openFollowed, queryName } from '@chatferry/sources';
import { indexLanded } from '../changes/known-index.ts';
import { type ReadQuery, ReadRows } from '../changes/read-rows.ts';
import { letWait, ring } from '../changes/rung-keys.ts';
import { createState, type FollowState, openState } from '../state/follow-state.ts';
import { keepRow, plannedRow } from '../state/planned-rows.ts';
import { noteGone } from '../changes/gone-records.ts';
import { type RejectedKey, rejectedKeys } from './rejected-keys.ts';
import type { FollowedSources } from './follow-options.ts';

/** The first plan of a follower. */
export interface Beginning {
  readonly job: JobFolder;
  /** The folder of the job before the follower. */
  readonly after: string;
  readonly sources: FollowedSources;
  readonly editMessages: boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly sendsWith: string;
  readonly signal: AbortSignal;
  readonly onProgress?: ((progress: PlanningProgress) => void) | undefined;
  readonly onWarning?: ((warning: string) => void) | undefined;
}

interface BegunQuery extends ReadQuery {
  readonly kind: Kind;
}

/** Opens the state of a follower that has begun; undefined before its first plan is complete. */
export function openBegun(job: JobFolder): FollowState | undefined {
  const state = openState(job.followState);
  const begun = state?.fact('begun');
  if (begun !== undefined) {
    using plan = openPlan(job.plan);
    // The id of a segment depends on all segments before it.
    const latest = state!.fact('latest') ?? begun;
    if (plan.segments.some(({ id }) => id === latest)) return state;
    state?.[Symbol.dispose]();
    throw new JobError(
      'follow-differs',
      `${job.plan} is not the plan that ${job.followState} belongs to.`,
      'Put back both files from the same copy. Or follow into a new job folder, after this one.',
    );
  }
  state?.[Symbol.dispose]();
  return undefined;
}

/**
 * Makes the first plan: an ordinary plan after the earlier job. While rows are read, notes the key and the digest of each. After a kill, the
 * next process begins again: nothing is sent before all of this is done.
 *
 * @throws {JobError} @throws {SourceError} @throws {PlanError} @throws the signal's reason
 */
export async function begin(beginning: Beginning): Promise<FollowState> {
  const { job, after, sources, now, signal } = beginning;
  if (ledgerState(job) === 'begun')
    throw new JobError(
      'already-begun',
      `The job folder ${job.path} has a job that does not follow.`,
      'Follow into a new job folder, after this one.',
    );
  makeJobFolder(job);
  rmSync(job.plan, { force: true });
  const { databases, settings } = sources;
  const readings = databaseReadings(databases);
  using rows = new ReadRows();
  const queries: BegunQuery[] = [];
  await planInputs(
    {
      job,
      settings: {
        ...defaultPlanSettings,
        ...settings,
        ...(beginning.editMessages ? { editMessages: true } : {}),
      } as PlanSettings,
      after: { folder: after, given: settings },
      databases,
      mappingOf: sources.mappingOf,
      declared: sources.declared,
      sendsWith: beginning.sendsWith,
      memory: 'small',
      openDatabase: async (source) => {
        const followed = await openFollowed(source, signal);
        return watched(followed, readings, rows, queries);
      },
    },
    { files: [], exports: [], ignored: [], keepStdin: () => {}, [Symbol.dispose]: () => {} },
    { signal, onProgress: beginning.onProgress, onWarning: beginning.onWarning },
  );
  using plan = openPlan(job.plan);
  using opened = new DisposableStack();
  const state = opened.use(createState(job.followState));
  // Rejected rows and gone records are read from their files in the transaction: there can be many.
  state.db.exec('BEGIN');
  for (const row of rows.rows()) keepRow(state, row, undefined);
  state.setFact(
    'isNumbered',
    Object.fromEntries(queries.map(({ name, isNumbered }) => [name, isNumbered])),
  );
  indexLanded(state, plan);
  for await (const rejected of rejectedKeys(job, plan, queries, rows))
    letRejectedWait(state, rejected, now);
  for await (const { query, id } of goneBefore(job, queries)) noteGone(state, query, [id]);
  state.setFact('reconciledAt', now);
  state.setFact('after', namedFolder(job.path, after));
  state.setFact('begun', plan.segments[0]!.id);
  state.db.exec('COMMIT');
  opened.move();
  return state;
}

/** A database whose rows and records are noted while they are read. */
function watched(
  followed: Awaited<ReturnType<typeof openFollowed>>,
  readings: readonly DatabaseReading[],
  rows: ReadRows,
  queries: BegunQuery[],
): Database {
  const { database } = followed;
  const own = readings.filter(({ file }) => file === database.name);
  return {
    ...database,
    queries: database.queries.map((query, index) => {
      const { key, isNumbered, name: short } = followed.queries[index]!;
      const { kind } = query;
      const read = { kind, name: `${database.name} ${short}`, key, isNumbered };
      queries.push(read);
      followed.select(queryName(own[index]!), {
        onRow: (row, position) => rows.addRow(read, row, position),
      });
      return {
        ...query,
        async *blocks(...given: Parameters<typeof query.blocks>) {
          for await (const block of query.blocks(...given)) {
            rows.addBlock(read, block);
            yield block;
          }
        },
      };
    }),
  };
}

/** Records that landed in the earlier job, and whose rows were gone when the first plan was made. */
async function* goneBefore(
  { gone: file }: JobFolder,
  queries: readonly BegunQuery[],
): AsyncGenerator<{ readonly query: string; readonly id: string }> {
  if (!existsSync(file)) return;
  const deactivated = new Set<string>();
  for await (const { kind, id } of recordsIn(file))
    if (kind === 'deactivations') deactivated.add(id);
  for await (const { kind, id } of recordsIn(file)) {
    // A description is removed with its group.
    if (kinds[kind].derivedFrom !== undefined && kinds[kind].derivedFrom.isWhole !== true) continue;
    if (kind === 'users' && deactivated.has(id)) continue;
    const of = kinds[kind].derivedFrom?.kind ?? kind;
    const query = queries.find((each) => each.kind === of);
    if (query !== undefined) yield { query: query.name, id };
  }
}

/** The records in a list of gone ones. */
async function* recordsIn(
  file: string,
): AsyncGenerator<{ readonly kind: Kind; readonly id: string }> {
  for await (const line of linesInFile(file)) yield JSON.parse(line);
}

/** A row that the first plan rejects because a record is missing, or has its id, waits for that record. */
function letRejectedWait(
  state: FollowState,
  { query, key, range, reason, waitFor }: RejectedKey<ReadQuery>,
  now: number,
): void {
  const before = plannedRow(state, { query: query.name, range, key });
  if (before === undefined) return; // A value of the key is NULL.
  keepRow(state, { query: query.name, range, key, digest: before.digest, ids: [] }, before);
  ring(state, query.name, [key], now);
  const position = state.fact('position')!;
  letWait(state, { query: query.name, key, position }, reason, waitFor);
}
