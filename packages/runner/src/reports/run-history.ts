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
  /**
   * Requests of which something was written down; those on their way when a process was killed are not among them.
   * Absent when the run was made by a version that did not count them.
   */
  readonly requests: number | undefined;
}

interface RunRow {
  number: number;
  started_at: number;
  ended_at: number | null;
  end: 'finished' | 'stopped' | null;
  reason: string | null;
  requests_before?: number | null;
}

/** Every run of a job, oldest first. */
export function runHistory(db: DatabaseSync): PastRun[] {
  const rows = db.prepare('SELECT * FROM runs ORDER BY number').all() as unknown as RunRow[];
  const total = db.prepare('SELECT coalesce(sum(requests), 0) AS n FROM lanes').get()!['n'];
  return rows.map((row, index) => {
    const before = row.requests_before ?? undefined;
    const next = rows[index + 1];
    const after = next === undefined ? (total as number) : (next.requests_before ?? undefined);
    return {
      number: row.number,
      startedAt: row.started_at,
      endedAt: row.ended_at ?? undefined,
      end: row.end ?? undefined,
      reason: row.reason === null ? undefined : (JSON.parse(row.reason) as StopReason),
      requests: before === undefined || after === undefined ? undefined : after - before,
    };
  });
}
