import { isoTime } from '../printing/iso-time.ts';
import type { FleetState, JobState } from '@chatferry/fleet';
import { kindsInOrder } from '@chatferry/contract';
import type { NextCommand } from '../printing/next-command.ts';
import { quoted } from '../printing/quoted.ts';
import { resultJson } from '../printing/print.ts';
import type { Result } from '../results/results.ts';

type JobsResult = Extract<Result, { type: 'jobs' }>;

/** The jobs and the workers of a store as one JSON object. */
export function jobJson(
  jobs: readonly JobState[],
  { workers, takeOvers }: FleetState,
  next: NextCommand,
): string {
  return resultJson({
    type: 'jobs',
    jobs: jobs.map(shown),
    workers: workers.map(({ startedAt, seenAt, shifts, ...worker }) => ({
      ...worker,
      startedAt: isoTime(startedAt),
      seenAt: isoTime(seenAt),
      shifts: shifts.map(({ takenAt, ...shift }) => ({ ...shift, takenAt: isoTime(takenAt) })),
    })),
    takeOvers: takeOvers.map(({ at, ...takeOver }) => ({ ...takeOver, at: isoTime(at) })),
    next: commandsFor(jobs, next),
  });
}

/** The commands for stopped or paused jobs. */
function commandsFor(jobs: readonly JobState[], next: NextCommand): string[] {
  return jobs
    .filter(({ state, paused }) => state === 'stopped' || (state === 'running' && paused))
    .map(({ name }) => next('resume', quoted(name)));
}

function shown(job: JobState): JobsResult['jobs'][number] {
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
    lastChangeAt: isoTime(lastChangeAt),
    kinds: Object.fromEntries(kinds),
  };
}
