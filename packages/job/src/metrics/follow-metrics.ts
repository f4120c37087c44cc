import { type FollowStatus, waitReasons } from '../folder/follow-status.ts';
import type { Metrics } from './metrics.ts';

/** Measures the lag of a job after the databases that it follows, each time the metrics are read. */
export function measureFollower(
  { followLag, unplannedRows }: Metrics,
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
  for (const why of waitReasons) unplannedRows.set({ job, why }, () => status()?.waiting[why]);
}
