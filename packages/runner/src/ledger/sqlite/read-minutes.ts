import type { DatabaseSync } from 'node:sqlite';
import type { MinuteRow } from '../minute-row.ts';

/** What every process did, minute by minute and kind by kind, oldest first. A minute of several processes has several rows. */
export function readMinutes(db: DatabaseSync): MinuteRow[] {
  const rows = db
    .prepare(
      `SELECT minute, kind, records, requests, again, quota, waited_ms AS waitedMs, why, latency
       FROM minutes ORDER BY minute`,
    )
    .all() as unknown as (Omit<MinuteRow, 'latency'> & { readonly latency: string })[];
  return rows.map((row) => ({ ...row, latency: JSON.parse(row.latency) as number[] }));
}
