import { counted } from '@chatferry/contract';
import { type JobFolder, jobName } from '@chatferry/job/planned';
import type { Plan } from '@chatferry/planner';
import {
  type JobTarget,
  JobLockedError,
  LedgerError,
  type LedgerHead,
  type LedgerRow,
  type LedgerTable,
  ledgerTables,
  markMoved,
  movedLedger,
  placeOf,
  readLedgerCopy,
  rememberedDestination,
  writeLedgerCopy,
} from '@chatferry/runner';
import { existsSync } from 'node:fs';
import { checkVersion } from '../store/check-version.ts';
import type { Store, Transaction } from '../store/store.ts';
import { insertRows, storedRows } from './stored-rows.ts';
import { SILENT_MS, withWorkers } from './take-over.ts';

/**
 * Moves the ledger of a job out of a store, into its job folder. From the first step on, no process can run the job in the store; the
 * rows stay there until the ledger comes back. After an interruption, another call does the same.
 *
 * @param name of the job, if the plan was sent to several apps
 * @throws {JobLockedError} while a process runs the job @throws {LedgerError}
 */
export async function exportLedger(
  store: Store,
  job: JobFolder,
  plan: Plan,
  name?: string,
): Promise<void> {
  const id = await checkVersion(store);
  const moved = movedLedger(job.ledger);
  if (moved?.state === 'moving' || (moved === undefined && existsSync(job.ledger)))
    throw elsewhere(job, 'has its ledger', 'It needs no export.');
  if (moved !== undefined && moved.id !== id)
    throw elsewhere(job, `has its ledger in ${moved.name}`, 'Name that store.');
  const to = rememberedDestination(job.ledger);
  const place = to === undefined ? await onlyPlaceOf(store, plan, name) : placeOf(to.target);
  const frozen = await freeze(store, plan, place);
  const head: LedgerHead = {
    target: JSON.parse(frozen.target) as JobTarget,
    options: JSON.parse(frozen.options) as LedgerHead['options'],
    addressProof: to?.addressProof,
    instance: frozen.instance ?? undefined,
    live: frozen.live,
  };
  await store.longTransaction((query) =>
    writeLedgerCopy(job.ledger, plan, head, (table) => storedRows(query, frozen.id, table)),
  );
}

/** The place that a plan was sent to, for a copy of its job folder without `ledger.sqlite`. @throws {LedgerError} unless there is one app */
async function onlyPlaceOf(
  store: Store,
  { id, path }: Plan,
  name: string | undefined,
): Promise<string> {
  const jobs = await store.query<{ place: string }>({
    text: 'SELECT place FROM chatferry.job WHERE plan = $1 AND ($2::text IS NULL OR name = $2)',
    values: [id, name ?? null],
  });
  if (jobs.length === 1) return jobs[0]!.place;
  throw noJob(store, path, jobs.length);
}

interface FrozenJob {
  readonly id: number;
  readonly target: string;
  readonly options: string;
  readonly instance: string | null;
  readonly live: boolean;
}

/** After this, no process can run the job in the store. */
async function freeze(store: Store, plan: Plan, place: string): Promise<FrozenJob> {
  const where = 'plan = $1 AND place = $2';
  const values = [plan.id, place];
  const [frozen] = await store.query<FrozenJob>({
    text: `WITH frozen AS (
             UPDATE chatferry.job SET exported_at = coalesce(exported_at, now()), holder = NULL
             WHERE ${where} AND state IS DISTINCT FROM 'running' AND (holder IS NULL OR seen_at < clock_timestamp() - $3 * interval '1 ms') RETURNING *),
           unheld AS (UPDATE chatferry.lane SET token = NULL FROM frozen WHERE job = frozen.id)
           SELECT id, target, options, instance, live FROM frozen`,
    values: [...values, SILENT_MS],
  });
  if (frozen !== undefined) return frozen;
  const [held] = await store.query<{
    name: string;
    working: boolean;
    host: string;
    pid: number;
    since: number;
  }>({
    text: `SELECT name, state IS NOT DISTINCT FROM 'running' AS working, host, pid, (extract(epoch FROM held_since) * 1000)::bigint AS since FROM chatferry.job WHERE ${where}`,
    values,
  });
  if (held === undefined) throw noJob(store, plan.path, 0);
  if (held.working) throw withWorkers(held.name);
  throw new JobLockedError(`The job in ${store.name}`, held);
}

/**
 * Moves the ledger of a job folder into a store. From the first step on, no command uses the file. After an interruption,
 * another call does the same.
 *
 * @throws {LedgerError}
 */
export async function importLedger(store: Store, job: JobFolder, plan: Plan): Promise<void> {
  const id = await checkVersion(store);
  const before = movedLedger(job.ledger);
  if (before !== undefined && (before.state === 'moved' || before.id !== id))
    throw elsewhere(job, `has its ledger in ${before.name}`, 'Export it from there first.');
  const to = { id, name: store.name };
  await readLedgerCopy(job.ledger, plan, async (head, rowsOf) => {
    markMoved(job.ledger, plan, { ...to, state: 'moving' });
    await store.longTransaction(async (query) => {
      const number = await newJob(query, store, plan, head, before !== undefined);
      if (number !== undefined) await insertAll(query, number, rowsOf);
    });
  });
  markMoved(job.ledger, plan, { ...to, state: 'moved' });
}

/** @returns the job's number; undefined when an interrupted import has already moved everything */
async function newJob(
  query: Transaction,
  store: Store,
  plan: Plan,
  { target, options, instance, live }: LedgerHead,
  isRepeated: boolean,
): Promise<number | undefined> {
  const where = 'plan = $1 AND place = $2';
  const key = [plan.id, placeOf(target)];
  const [there] = await query<{ id: number; exported: boolean }>({
    text: `SELECT id, exported_at IS NOT NULL AS exported FROM chatferry.job WHERE ${where} FOR UPDATE`,
    values: key,
  });
  if (there?.exported === false) {
    if (isRepeated) return undefined;
    throw new LedgerError('ledger-elsewhere', `${store.name} has another ledger of this job.`, {
      file: store.name,
      fix: 'The job was run there too. Continue there, with a copy of the job folder that has no ledger.sqlite.',
    });
  }
  if (there !== undefined) await removeJob(query, there.id);
  const { appId, region, baseUrl } = target;
  const [job] = await query<{ id: number }>({
    text: `INSERT INTO chatferry.job (name, plan, place, inputs, target, options, instance, live)
           VALUES ($3, $1, $2, $4, $5, $6, $7, $8) RETURNING id`,
    values: [
      ...key,
      jobName(plan, target),
      JSON.stringify(plan.inputs),
      JSON.stringify({ appId, region, baseUrl }),
      JSON.stringify(options),
      instance ?? null,
      live,
    ],
  });
  return job!.id;
}

async function removeJob(query: Transaction, job: number): Promise<void> {
  for (const table of [
    'run',
    'lane',
    'batch',
    'outcome',
    'trouble',
    'minute',
    'message_id',
    'shift',
  ])
    await query({ text: `DELETE FROM chatferry.${table} WHERE job = $1`, values: [job] });
  await query({ text: 'DELETE FROM chatferry.job WHERE id = $1', values: [job] });
}

async function insertAll(
  query: Transaction,
  job: number,
  rowsOf: (table: LedgerTable) => Iterable<LedgerRow>,
): Promise<void> {
  for (const table of Object.keys(ledgerTables) as LedgerTable[])
    await insertRows(query, job, table, rowsOf(table));
}

function elsewhere(job: JobFolder, what: string, fix: string): LedgerError {
  return new LedgerError('ledger-elsewhere', `The job folder ${job.path} ${what}.`, {
    file: job.ledger,
    fix,
  });
}

function noJob(store: Store, plan: string, jobs: number): LedgerError {
  return new LedgerError(
    'no-ledger',
    `${store.name} has ${jobs === 0 ? 'no job' : counted(jobs, 'job')} of the plan ${plan}.`,
    {
      file: store.name,
      fix:
        jobs === 0
          ? 'Check the store and the job folder.'
          : 'Export from the job folder that it was run from, or name the job.',
    },
  );
}
