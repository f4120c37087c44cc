import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Kind, kindsInOrder } from '@chatferry/contract';
import { JobError } from '@chatferry/job/planned';
import { type Destination, JobLockedError, LedgerError } from '@chatferry/runner';
import type { Store } from '../store/store.ts';
import { type HeldLanes, type LaneKey, laneKey } from './held-lanes.ts';

/** A holder that has been silent for this long is gone. */
export const SILENT_MS = 10_000;

/** Poll interval for a holder that may be gone. */
const POLL_MS = 500;

/**
 * Takes all lanes of a job: from then on, only the new holder can write about them. The new holder's reads see everything that the old
 * holder wrote before, because both lock the same rows. If the holder was seen just now, this waits until the holder is seen again,
 * or is gone.
 *
 * @throws {JobLockedError} while another process runs the job
 * @throws {JobError} `with-workers` or `app-busy`
 * @throws {LedgerError} `ledger-elsewhere` when the ledger of the job has left the store
 */
export async function takeOver(
  store: Store,
  job: number,
  lanes: number,
  { target, options }: Destination,
): Promise<HeldLanes> {
  const token = randomUUID();
  let first: Holder | undefined;
  for (;;) {
    const writes = await taken(store, job, lanes, options, token);
    if (writes.size > 0) return { job, token, writes };
    const holder = await holderOf(store, job, target.appId);
    first ??= holder;
    if (holder.holder !== null && holder.seenAt !== first.seenAt) throw locked(store, holder);
    await sleep(POLL_MS);
  }
}

interface TakenLane {
  readonly kind: Kind;
  readonly lane: number;
  readonly writes: number;
  /** Whether another process held the job, and had not given it back; NULL: no process did. */
  readonly hadOther: boolean | null;
}

/** One statement: the job and all of its lanes, or nothing. */
async function taken(
  store: Store,
  job: number,
  lanes: number,
  options: Destination['options'],
  token: string,
): Promise<Map<LaneKey, number>> {
  const rows = await store.query<TakenLane>({
    text: `WITH held AS (
             UPDATE chatferry.job AS j
             SET holder = $4, host = $5, pid = $6, options = $8, held_since = clock_timestamp(), seen_at = clock_timestamp()
             FROM chatferry.job AS before
             WHERE j.id = $1 AND before.id = $1 AND j.exported_at IS NULL AND j.state IS DISTINCT FROM 'running'
               AND NOT EXISTS (SELECT FROM chatferry.job o WHERE o.place = j.place AND o.state = 'running') AND (j.holder IS NULL OR j.holder = $4
               OR j.seen_at < clock_timestamp() - $7 * interval '1 ms')
             RETURNING j.id, before.holder <> $4 AS "hadOther"),
           taken AS (
             INSERT INTO chatferry.lane AS l (job, kind, lane, token)
             SELECT held.id, kind, lane, $4
             FROM held, unnest($2::text[]) AS kind, generate_series(0, $3 - 1) AS lane
             ON CONFLICT (job, kind, lane) DO UPDATE SET token = excluded.token
             RETURNING kind, lane, writes)
           SELECT kind, lane, writes, "hadOther" FROM taken, held`,
    values: [
      job,
      kindsInOrder,
      lanes,
      token,
      hostname(),
      process.pid,
      SILENT_MS,
      JSON.stringify(options),
    ],
  });
  if (rows[0]?.hadOther === true) store.watch?.takenOver();
  return new Map(rows.map(({ kind, lane, writes }) => [laneKey(kind, lane), writes]));
}

interface Holder {
  readonly holder: string | null;
  readonly host: string;
  readonly pid: number;
  /** Milliseconds since 1970. */
  readonly since: number;
  readonly seenAt: string;
}

interface HeldJob extends Holder {
  readonly name: string;
  readonly exported: boolean;
  /** Whether workers send the job, or the name of another job of its app that they send. */
  readonly working: boolean;
  readonly busy: string | null;
}

async function holderOf(store: Store, job: number, appId: string): Promise<Holder> {
  const [row] = await store.query<HeldJob>({
    text: `SELECT holder, host, pid, (extract(epoch FROM held_since) * 1000)::bigint AS since, seen_at::text AS "seenAt",
                  name, exported_at IS NOT NULL AS exported, state IS NOT DISTINCT FROM 'running' AS working,
                  (SELECT o.name FROM chatferry.job o WHERE o.place = j.place AND o.id <> j.id AND o.state = 'running' LIMIT 1) AS busy
           FROM chatferry.job j WHERE id = $1`,
    values: [job],
  });
  if (row === undefined || row.exported) throw exportedLedger(store.name);
  if (row.working) throw withWorkers(row.name);
  if (row.busy !== null) throw appBusy(appId, row.busy);
  return row;
}

function locked(store: Store, { host, pid, since }: Holder): JobLockedError {
  return new JobLockedError(`The job in ${store.name}`, { host, pid, since });
}

/** The error for a job that workers send. */
export function withWorkers(job: string): JobError {
  return new JobError(
    'with-workers',
    `Workers send the job ${job}.`,
    'Wait until it is finished, or cancel it.',
  );
}

/** The error for an app whose quota workers use. @param job name of the job that they send */
export function appBusy(appId: string, job: string): JobError {
  return new JobError(
    'app-busy',
    `The app ${appId} has another job that workers send: ${job}.`,
    'Wait for it, or cancel it.',
  );
}

function exportedLedger(store: string): LedgerError {
  return new LedgerError('ledger-elsewhere', `The ledger of this job has left ${store}.`, {
    file: store,
    fix: 'Continue with the job folder that it was moved to, or move it back into the store.',
  });
}
