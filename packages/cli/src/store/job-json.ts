import type { JobState } from '@chatferry/fleet';
import { kindsInOrder } from '@chatferry/contract';

/** The jobs of a store as one object of JSON. */
export function jobJson(jobs: readonly JobState[]): string {
  return JSON.stringify({ type: 'jobs', jobs: jobs.map(shown) });
}

function shown(job: JobState): object {
  const { name, target, state, paused, pool, step, kind, planned, counts, requests } = job;
  const { reason, workers, notes, lacksKey, askedRate, lastChangeAt } = job;
  const kinds = kindsInOrder
    .filter((each) => planned[each] > 0)
    .map((each) => [each, { planned: planned[each], ...counts[each] }]);
  return {
    name,
    state,
    paused,
    pool,
    step,
    kind,
    requests,
    workers,
    notes,
    lacksKey,
    reason,
    app: target.appId,
    rate: askedRate === undefined ? undefined : askedRate < 0 ? 'unlimited' : askedRate,
    lastChangeAt: lastChangeAt === undefined ? undefined : new Date(lastChangeAt).toISOString(),
    kinds: Object.fromEntries(kinds),
  };
}
