import { type FollowStatus, waitReasons } from '../folder/follow-status.ts';
import type { Metrics } from './metrics.ts';

/** Measures the lag of a job after the databases that it follows, and what it has found in the app, each time the metrics are read. */
export function measureFollower(
  { followLag, unplannedRows, differentRecords, uncompared }: Metrics,
  job: string,
  status: () => FollowStatus | undefined,
  now: () => number,
): void {
  followLag.set({ job }, () => {
    const found = status();
    if (found === undefined) return undefined;
    const { behindSince = Infinity, comparedAt } = found;
    return (now() - Math.min(behindSince, comparedAt)) / 1000;
  });
  unplannedRows.set({ job, why: 'next' }, () => status()?.toPlan);
  differentRecords.set({ job }, () => status()?.app.different);
  uncompared.set({ job }, () => {
    const found = status();
    if (found === undefined) return undefined;
    const { dueSince = now() } = found.app;
    return (now() - dueSince) / 1000;
  });
  for (const why of waitReasons) unplannedRows.set({ job, why }, () => status()?.waiting[why]);
}
