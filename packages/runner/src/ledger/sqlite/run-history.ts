import type { DatabaseSync } from 'node:sqlite';
import type { Kind } from '@chatferry/contract';
import type { Routes } from '../ledger-store.ts';
import type { StopReason } from '../../terms/stop-reason.ts';

/** One run of a job. Times are milliseconds since 1970. */
export interface PastRun {
  /** From 1. */
  readonly number: number;
  readonly startedAt: number;
  /** Absent while the run is in progress, and when it was killed. */
  readonly endedAt: number | undefined;
  /** When the run last wrote an outcome, or began if it wrote none. A killed run lasted at least until then. */
  readonly lastSeenAt: number;
  readonly end: 'finished' | 'stopped' | undefined;
  readonly reason: StopReason | undefined;
  /** Requests with a recorded outcome; those in flight when a process was killed are not counted. */
  readonly requests: number;
}

/** The totals of all runs of a job, and its latest run. */
export interface LatestRun {
  /** Times the job was run so far; 0 before the first. */
  readonly runs: number;
  /** Requests made in all runs. */
  readonly requests: number;
  /** Start of the latest run, milliseconds since 1970. */
  readonly startedAt: number | undefined;
  /** When a run last wrote into the ledger, milliseconds since 1970. */
  readonly lastChangeAt: number | undefined;
  /** How the latest run ended; absent while it is in progress, and when it was killed. */
  readonly end: 'finished' | 'stopped' | undefined;
  readonly reason: StopReason | undefined;
  /** When the latest run ended, milliseconds since 1970. */
  readonly endedAt: number | undefined;
}

interface RunRow {
  number: number;
  started_at: number;
  ended_at: number | null;
  end: 'finished' | 'stopped' | null;
  reason: string | null;
  requests_before: number;
}

/** Every run of a job, oldest first. */
export function runHistory(db: DatabaseSync): PastRun[] {
  const rows = db.prepare('SELECT * FROM runs ORDER BY number').all() as unknown as RunRow[];
  const total = db.prepare('SELECT coalesce(sum(requests), 0) AS n FROM lanes').get()!['n'];
  return rows.map((row, index) => {
    const next = rows[index + 1];
    const after = next?.requests_before ?? (total as number);
    return {
      number: row.number,
      startedAt: row.started_at,
      endedAt: row.ended_at ?? undefined,
      lastSeenAt: row.ended_at ?? lastChange(db, row, rows[index - 1], next),
      end: row.end ?? undefined,
      reason: row.reason === null ? undefined : (JSON.parse(row.reason) as StopReason),
      requests: after - row.requests_before,
    };
  });
}

/** The latest run. */
export function latestRun(db: DatabaseSync): LatestRun {
  const run = db.prepare('SELECT * FROM runs ORDER BY number DESC LIMIT 1').get() as
    | RunRow
    | undefined;
  const lanes = db
    .prepare('SELECT coalesce(sum(requests), 0) AS requests, max(changed_at) AS at FROM lanes')
    .get()!;
  const reason = run?.reason ?? null;
  return {
    runs: run?.number ?? 0,
    requests: lanes['requests'] as number,
    startedAt: run?.started_at,
    lastChangeAt: (lanes['at'] as number | null) ?? undefined,
    end: run?.end ?? undefined,
    reason: reason === null ? undefined : (JSON.parse(reason) as StopReason),
    endedAt: run?.ended_at ?? undefined,
  };
}

/** The last change between the start of a run and the start of the next run. Changes of earlier runs do not count. */
function lastChange(
  db: DatabaseSync,
  { started_at: startedAt }: RunRow,
  previous: RunRow | undefined,
  next: RunRow | undefined,
): number {
  const after = Math.max(startedAt, previous?.ended_at ?? 0);
  const row = db
    .prepare(
      `SELECT max(at) AS at FROM (
         SELECT changed_at AS at FROM lanes UNION ALL SELECT changed_at FROM batches UNION ALL SELECT at FROM troubles
       ) WHERE at > :after AND at <= :before`,
    )
    .get({ after, before: next?.started_at ?? Number.MAX_SAFE_INTEGER });
  return (row?.['at'] as number | null | undefined) ?? startedAt;
}

/** The kinds that any run has sent through the chat endpoints, to which the service gives times of its own. */
export function sentByChat(db: DatabaseSync): ReadonlySet<Kind> {
  const runs = db.prepare('SELECT DISTINCT routes FROM runs').all() as { routes: string }[];
  const all = runs.flatMap(({ routes }) => Object.entries(JSON.parse(routes) as Routes));
  return new Set(all.filter(([, route]) => route === 'chat').map(([kind]) => kind as Kind));
}
