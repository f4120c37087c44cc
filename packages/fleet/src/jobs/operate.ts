import { JobError } from '@chatferry/job/planned';
import { JobLockedError, type JobTarget, type Rate, type StopReason } from '@chatferry/runner';
import { appBusy, SILENT_MS } from '../ledger/take-over.ts';
import { BossQueue } from '../queue/boss-queue.ts';
import { stopJob } from './end-shift.ts';
import type { Store } from '../store/store.ts';
import { beginWork } from './begin-work.ts';

/** Requests of the operator to jobs that workers send. Without a name, a request is for all jobs. */

/** Makes the workers wait before their next request, or ends the pause. @returns names of the jobs */
export async function pauseJobs(
  store: Store,
  name: string | undefined,
  paused: boolean,
): Promise<readonly string[]> {
  return changed(store, name, 'paused = $2', paused);
}

/** @param rate of all workers together; undefined: the rate of the submission @returns names of the jobs */
export async function setJobRate(
  store: Store,
  name: string | undefined,
  rate: Rate | undefined,
): Promise<readonly string[]> {
  return changed(store, name, 'per_minute = $2', rate === 'unlimited' ? -1 : (rate ?? null));
}

async function changed(
  store: Store,
  name: string | undefined,
  change: string,
  value: unknown,
): Promise<readonly string[]> {
  const rows = await store.query<{ name: string }>({
    text: `UPDATE chatferry.job SET ${change} WHERE state IS NOT NULL AND exported_at IS NULL AND ($1::text IS NULL OR name = $1) RETURNING name`,
    values: [name ?? null, value],
  });
  if (name !== undefined && rows.length === 0) throw noJob(store, name);
  return rows.map((row) => row.name);
}

/**
 * Lets workers continue a job that was stopped or cancelled, from the check of the app on. Landed records are not sent again.
 *
 * @returns whether the job was stopped @throws {JobError} @throws {JobLockedError}
 */
export async function resumeJob(store: Store, name: string): Promise<boolean> {
  await pauseJobs(store, name, false);
  const [job] = await store.query<{ pool: string }>({
    text: 'SELECT pool FROM chatferry.job WHERE name = $1',
    values: [name],
  });
  await using queue = await BossQueue.open(store, job!.pool, false);
  return store.transaction(async (query) => {
    const [row] = await query<{
      id: number;
      state: string;
      exported: boolean;
      held: boolean;
      busy: string | null;
      target: string;
      host: string;
      pid: number;
      since: number;
    }>({
      text: `SELECT id, state, target, exported_at IS NOT NULL AS exported, host, pid,
                    (extract(epoch FROM held_since) * 1000)::bigint AS since,
                    holder IS NOT NULL AND seen_at > clock_timestamp() - $2 * interval '1 ms' AS held,
                    (SELECT o.name FROM chatferry.job o WHERE o.place = j.place AND o.id <> j.id AND o.state = 'running' LIMIT 1) AS busy
             FROM chatferry.job j WHERE name = $1 FOR UPDATE`,
      values: [name, SILENT_MS],
    });
    if (row === undefined || row.exported) throw noJob(store, name);
    if (row.held) throw new JobLockedError(`The job ${name} in ${store.name}`, row);
    if (row.state === 'running') return false;
    if (row.busy !== null) throw appBusy((JSON.parse(row.target) as JobTarget).appId, row.busy);
    await beginWork(query, queue, row.id);
    return true;
  });
}

const CANCELLED: StopReason = {
  code: 'interrupted',
  message: 'The job was cancelled.',
  fix: 'Resume it, or export its ledger: what has landed can be undone then.',
};

/** Ends the work on a job. Its ledger stays in the store, and can be exported. @throws {JobError} */
export async function cancelJob(store: Store, name: string): Promise<void> {
  await store.transaction(async (query) => {
    const [row] = await query<{ id: number; run: number; state: string }>({
      text: 'SELECT id, run, state FROM chatferry.job WHERE name = $1 AND state IS NOT NULL AND exported_at IS NULL FOR UPDATE',
      values: [name],
    });
    if (row === undefined) throw noJob(store, name);
    if (row.state === 'running' || row.state === 'stopped')
      await stopJob(query, row, 'cancelled', CANCELLED);
  });
}

export function noJob(store: Store, name: string): JobError {
  return new JobError(
    'no-job',
    `${store.name} has no job ${name} for workers.`,
    'The names of the jobs are in its status.',
  );
}
