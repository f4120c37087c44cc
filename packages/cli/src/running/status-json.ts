import type { ShownStatus } from './status-lines.ts';

/** The status of a job as JSON. Its times are in ISO 8601, UTC. */
export function statusJson({
  holder,
  startedAt,
  lastChangeAt,
  endedAt,
  ...others
}: ShownStatus): string {
  return JSON.stringify({
    type: 'status',
    ...others,
    holder: holder && { ...holder, since: iso(holder.since) },
    startedAt: iso(startedAt),
    lastChangeAt: iso(lastChangeAt),
    endedAt: iso(endedAt),
  });
}

function iso(ms: number | undefined): string | undefined {
  return ms === undefined ? undefined : new Date(ms).toISOString();
}
