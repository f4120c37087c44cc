import type { Kind } from '@chatferry/contract';
import type { Store } from '../store/store.ts';

/** A worker counts as lost if it has not reported itself for this long. */
const LOST_AFTER = '20 s';

/** The most takeovers that are listed, the latest ones. */
const LISTED = 20;

/** A part of the lanes of one step of a job. */
export interface HeldPart {
  /** Name of the job. */
  readonly job: string;
  readonly step: 'check' | 'send' | 'compare';
  readonly kind: Kind | undefined;
  readonly part: number;
}

/** Times are milliseconds since 1970. */
export interface WorkerState {
  readonly name: string;
  readonly pool: string;
  readonly startedAt: number;
  readonly seenAt: number;
  /** Whether the worker has reported itself within the last seconds. */
  readonly isAlive: boolean;
  /** The worker's shifts of present steps; the shifts of a lost worker, until another worker takes them. */
  readonly shifts: readonly (HeldPart & { readonly takenAt: number })[];
}

/** A shift that a worker has taken over from a lost worker. */
export interface TakeOver extends HeldPart {
  readonly at: number;
  readonly lost: string;
  readonly worker: string;
}

/** The workers of a store, and their latest takeovers. */
export interface FleetState {
  readonly workers: readonly WorkerState[];
  /** The latest takeovers, oldest first. */
  readonly takeOvers: readonly TakeOver[];
}

interface PartRow {
  readonly job: string;
  readonly step: HeldPart['step'];
  readonly kind: Kind | '';
  readonly part: number;
}

interface WorkerRow {
  readonly name: string;
  readonly pool: string;
  readonly started: number;
  readonly seen: number;
  readonly alive: boolean;
  readonly shifts: readonly (PartRow & { readonly taken: number })[];
}

const millis = (time: string): string => `(extract(epoch FROM ${time}) * 1000)::bigint`;

/** The present and lost workers with their shifts, and the takeovers. @param job name of the only job to list */
export async function fleetState(store: Store, job?: string): Promise<FleetState> {
  const workers = await store.query<WorkerRow>({
    text: `SELECT w.name, w.pool, ${millis('w.started_at')} AS started, ${millis('w.seen_at')} AS seen,
             w.seen_at > clock_timestamp() - interval '${LOST_AFTER}' AS alive, s.shifts
           FROM chatferry.worker w
             CROSS JOIN LATERAL (
               SELECT coalesce(json_agg(json_build_object('job', j.name, 'step', s.step, 'kind', s.kind, 'part', s.part,
                        'taken', ${millis('s.taken_at')}) ORDER BY s.taken_at, s.part), '[]') AS shifts
               FROM chatferry.shift s JOIN chatferry.job j
                 ON j.id = s.job AND j.state = 'running' AND j.step = s.step AND coalesce(j.kind, '') = s.kind
               WHERE s.worker = w.name AND s.released_at IS NULL AND NOT s.done AND ($1::text IS NULL OR j.name = $1)) s
           ORDER BY w.pool, w.name`,
    values: [job ?? null],
  });
  const takeOvers = await store.query<PartRow & { at: number; lost: string; worker: string }>({
    text: `SELECT j.name AS job, t.step, t.kind, t.part, t.lost, t.worker, ${millis('t.at')} AS at
           FROM chatferry.takeover t JOIN chatferry.job j ON j.id = t.job
           WHERE $1::text IS NULL OR j.name = $1 ORDER BY t.number DESC LIMIT ${LISTED}`,
    values: [job ?? null],
  });
  return {
    workers: workers.map(({ name, pool, started, seen, alive, shifts }) => ({
      name,
      pool,
      startedAt: started,
      seenAt: seen,
      isAlive: alive,
      shifts: shifts.map(({ taken, ...part }) => ({ ...partOf(part), takenAt: taken })),
    })),
    takeOvers: takeOvers
      .map(({ at, lost, worker, ...part }) => ({ ...partOf(part), at, lost, worker }))
      .toReversed(),
  };
}

function partOf({ job, step, kind, part }: PartRow): HeldPart {
  return { job, step, kind: kind === '' ? undefined : kind, part };
}
