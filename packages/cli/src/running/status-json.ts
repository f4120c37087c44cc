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
    holder: holder && { ...holder, since: isoTime(holder.since) },
    follow: follow && {
      ...follow,
      behindSince: iso(follow.behindSince),
      comparedAt: isoTime(follow.comparedAt),
      cutOver: follow.cutOver && {
        ...follow.cutOver,
        since: iso(follow.cutOver.since),
        frozenAt: iso(follow.cutOver.frozenAt),
        openedAt: iso(follow.cutOver.openedAt),
      },
    },
    startedAt: iso(startedAt),
    lastChangeAt: iso(lastChangeAt),
    endedAt: iso(endedAt),
    next,
  });
}

function iso(ms: number | undefined): string | undefined {
  return ms === undefined ? undefined : isoTime(ms);
}

function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}
