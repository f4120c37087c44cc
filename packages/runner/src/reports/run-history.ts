import type { DatabaseSync } from 'node:sqlite';
import type { StopReason } from '../stop-reason.ts';

/** One time the job was run. Times are milliseconds since 1970. */
export interface PastRun {
  /** From 1. */
  readonly number: number;
  readonly startedAt: number;
  /** Absent while it goes on, and when it was killed. */
  readonly endedAt: number | undefined;
  readonly end: 'finished' | 'stopped' | undefined;
  readonly reason: StopReason | undefined;
  /** Requests with a recorded outcome; those in flight when a process was killed are not counted. */
  readonly requests: number;
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
    const after = rows[index + 1]?.requests_before ?? (total as number);
    return {
      number: row.number,
      startedAt: row.started_at,
      endedAt: row.ended_at ?? undefined,
      end: row.end ?? undefined,
      reason: row.reason === null ? undefined : (JSON.parse(row.reason) as StopReason),
      requests: after - row.requests_before,
    };
  });
}
