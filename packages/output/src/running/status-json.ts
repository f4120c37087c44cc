import { isoTime } from '../printing/iso-time.ts';
import { resultJson } from '../printing/print.ts';
import type { ShownStatus } from './status-lines.ts';

/** The status of a job as JSON, with times in ISO 8601, UTC. */
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
      behindSince: isoTime(follow.behindSince),
      comparedAt: isoTime(follow.comparedAt),
      app: {
        ...follow.app,
        at: isoTime(follow.app.at),
        dueSince: isoTime(follow.app.dueSince),
      },
      longTransaction: follow.longTransaction && {
        ...follow.longTransaction,
        since: isoTime(follow.longTransaction.since),
      },
      cutOver: follow.cutOver && {
        ...follow.cutOver,
        since: isoTime(follow.cutOver.since),
        frozenAt: isoTime(follow.cutOver.frozenAt),
        openedAt: isoTime(follow.cutOver.openedAt),
      },
    },
    startedAt: isoTime(startedAt),
    lastChangeAt: isoTime(lastChangeAt),
    endedAt: isoTime(endedAt),
    next,
  });
}
