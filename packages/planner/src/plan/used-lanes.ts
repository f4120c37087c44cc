import type { DatabaseSync } from 'node:sqlite';
import type { Kind } from '@chatferry/contract';

/**
 * The lanes of each kind that have batches, in the form of `laneOfKind`. Preparing a query for each empty lane would cost more than the
 * rest of a small plan. Takes one index look-up for each used lane, whatever the size of the plan.
 */
export function usedLanes(db: DatabaseSync): ReadonlySet<string> {
  const next = db.prepare(
    'SELECT kind, lane FROM batches WHERE (kind, lane) > (?, ?) ORDER BY kind, lane LIMIT 1',
  );
  const used = new Set<string>();
  let found = next.get('', 0) as { kind: Kind; lane: number } | undefined;
  while (found !== undefined) {
    used.add(laneOfKind(found.kind, found.lane));
    found = next.get(found.kind, found.lane) as typeof found;
  }
  return used;
}

export function laneOfKind(kind: Kind, lane: number): string {
  return `${kind} ${lane}`;
}
