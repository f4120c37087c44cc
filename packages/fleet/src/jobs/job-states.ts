import type { Kind } from '@chatferry/contract';
import type { CountsByKind, JobTarget, StopReason } from '@chatferry/runner';
import { LedgerRows } from '../ledger/ledger-rows.ts';
import type { Store } from '../store/store.ts';
import type { Planned } from './next-step.ts';
import { noJob } from './operate.ts';
import type { JobSettings, WorkedJob } from './worked-job.ts';

/** The state of a job that workers send. Times are milliseconds since 1970. */
export interface JobState {
  readonly name: string;
  readonly target: JobTarget;
  readonly state: WorkedJob['state'];
  readonly paused: boolean;
  readonly pool: string;
  /** The rate that the operator has asked for; below 0: unlimited; undefined: the rate of the settings. */
  readonly askedRate: number | undefined;
  readonly settings: JobSettings;
  readonly step: WorkedJob['step']['step'];
  readonly kind: Kind | undefined;
  readonly planned: Planned;
  readonly counts: CountsByKind;
  /** Requests made in all runs. */
  readonly requests: number;
  readonly lastChangeAt: number | undefined;
  readonly reason: StopReason | undefined;
  /** Workers that have shifts of the job. */
  readonly workers: readonly string[];
  /** Why shifts were given back: codes. */
  readonly notes: readonly string[];
  /** Whether a worker has lacked the key within the last minutes, and no worker has a shift. */
  readonly lacksKey: boolean;
}

interface Row {
  readonly id: number;
  readonly name: string;
  readonly target: string;
  readonly state: WorkedJob['state'];
  readonly paused: boolean;
  readonly pool: string;
  readonly per_minute: number | null;
  readonly settings: string;
  readonly step: WorkedJob['step']['step'];
  readonly kind: Kind | null;
  readonly planned: string;
  readonly reason: string | null;
  readonly workers: readonly string[] | null;
  readonly notes: readonly string[] | null;
  readonly requests: number | null;
  readonly at: number | null;
  readonly no_key: boolean | null;
}

/**
 * The jobs that were given to workers, in the order of their submission.
 *
 * @throws {JobError} `no-job` for a name without a job
 */
export async function jobStates(store: Store, name?: string): Promise<readonly JobState[]> {
  const rows = await store.query<Row>({
    text: `SELECT j.*, s.workers, s.notes, l.requests, l.at, no_key_at > clock_timestamp() - interval '3 min' AS no_key
           FROM chatferry.job j
             LEFT JOIN LATERAL (
               SELECT array_agg(DISTINCT worker) FILTER (WHERE released_at IS NULL AND NOT done) AS workers,
                      array_agg(DISTINCT note) FILTER (WHERE note IS NOT NULL AND released_at IS NOT NULL AND NOT done) AS notes
               FROM chatferry.shift WHERE job = j.id AND step = j.step AND kind = coalesce(j.kind, '')) s ON true
             LEFT JOIN LATERAL (
               SELECT sum(requests)::bigint AS requests, max(changed_at) AS at FROM chatferry.lane WHERE job = j.id) l ON true
           WHERE state IS NOT NULL AND exported_at IS NULL AND ($1::text IS NULL OR name = $1) ORDER BY j.id`,
    values: [name ?? null],
  });
  if (name !== undefined && rows.length === 0) throw noJob(store, name);
  return Promise.all(rows.map((row) => stateOf(store, row)));
}

async function stateOf(store: Store, row: Row): Promise<JobState> {
  const planned = JSON.parse(row.planned) as Planned;
  const workers = row.state === 'running' ? (row.workers ?? []) : [];
  return {
    name: row.name,
    target: JSON.parse(row.target) as JobTarget,
    state: row.state,
    paused: row.paused,
    pool: row.pool,
    askedRate: row.per_minute ?? undefined,
    settings: JSON.parse(row.settings) as JobSettings,
    step: row.step,
    kind: row.kind ?? undefined,
    planned,
    counts: await new LedgerRows(store, row.id).counts(planned),
    requests: row.requests ?? 0,
    lastChangeAt: row.at ?? undefined,
    reason: row.reason === null ? undefined : (JSON.parse(row.reason) as StopReason),
    workers,
    notes: row.notes ?? [],
    lacksKey: row.state === 'running' && workers.length === 0 && row.no_key === true,
  };
}
