import type { Standing } from './status-lines.ts';

/** Where a job stands, for programs. Its times are in ISO 8601, UTC. */
export function statusJson({
  holder,
  startedAt,
  lastChangeAt,
  endedAt,
  ...standing
}: Standing): string {
  return JSON.stringify({
    type: 'status',
    ...standing,
    holder: holder && { ...holder, since: iso(holder.since) },
    startedAt: iso(startedAt),
    lastChangeAt: iso(lastChangeAt),
    endedAt: iso(endedAt),
  });
}

function iso(ms: number | undefined): string | undefined {
  return ms === undefined ? undefined : new Date(ms).toISOString();
}
