import { resultJson } from '../printing/result-json.ts';
import type { ShownStatus } from './status-lines.ts';

/** The status of a job as JSON. Its times are in ISO 8601, UTC. */
export function statusJson(
  { holder, startedAt, lastChangeAt, endedAt, follow, ...others }: ShownStatus,
  next: readonly string[],
): string {
  return resultJson({
    type: 'status',
    ...others,
    holder: holder && { ...holder, since: new Date(holder.since).toISOString() },
    follow: follow && {
      ...follow,
      behindSince: iso(follow.behindSince),
      comparedAt: new Date(follow.comparedAt).toISOString(),
    },
    startedAt: iso(startedAt),
    lastChangeAt: iso(lastChangeAt),
    endedAt: iso(endedAt),
    next,
  });
}

function iso(ms: number | undefined): string | undefined {
  return ms === undefined ? undefined : new Date(ms).toISOString();
}
