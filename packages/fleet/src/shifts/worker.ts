import type { ClientOptions } from '@chatferry/client';
import type { Plan } from '@chatferry/planner';
import type { RunEvent, StopSignals } from '@chatferry/runner';
import { setTimeout as sleep } from 'node:timers/promises';
import { type JobSettings, runningJobs, shiftsOf, type WorkedJob } from '../jobs/worked-job.ts';
import type { PlanSource } from '../plans/plan-cache.ts';
import type { Store } from '../store/store.ts';
import { endShift, type ShiftEnd } from './end-shift.ts';
import { ShiftLease } from './shift-lease.ts';
import { type Shift, shiftKey, type ShiftQueue, type TakenShift } from './shift-queue.ts';
import { type HeldShift, takeShift } from './take-shift.ts';
import { AGAIN_S, walkShift } from './walk-shift.ts';

/** A shift ends after this time, so that the load moves to workers that have joined. */
const SHIFT_MS = 15 * 60_000;
/** How often the queue is told that the shifts are still held. */
const TOUCH_MS = 2000;
/** How often the queue is asked for more. */
const FETCH_MS = 500;
/** How many shifts are taken at once: other workers get some too. */
const FETCHED = 8;
/** How often shifts that are missing in the queue are offered. */
const SWEEP_MS = 60_000;
/** Requests in flight are waited for this long when the worker ends. */
const ENDING_MS = 45_000;

/** What a worker reports. */
export type WorkerEvent = ShiftOf &
  (
    | {
        readonly type: 'shift-taken';
        readonly tookOver: boolean;
        /** What the job was given with; an operator may have set another one since. */
        readonly quota: JobSettings['requestsPerMinute'];
      }
    | {
        readonly type: 'shift-ended';
        readonly how: ShiftEnd['how'];
        readonly note?: string | undefined;
      }
    | { readonly type: 'run'; readonly event: RunEvent }
  );

interface ShiftOf {
  /** Name of the job. */
  readonly job: string;
  readonly app: string;
  readonly step: Shift['step'];
  readonly kind: Shift['kind'];
  readonly part: number;
  readonly worker: string;
}

export interface WorkerOptions {
  readonly store: Store;
  readonly queue: ShiftQueue;
  readonly pool: string;
  /** For people: `host:pid`. */
  readonly worker: string;
  /** The most shifts at the same time. */
  readonly shifts: number;
  /** The key of an app; undefined: this worker has none. */
  readonly keyOf: (appId: string) => string | undefined;
  readonly openPlan: (source: PlanSource) => Promise<Plan>;
  readonly onEvent?: (event: WorkerEvent) => void;
  readonly onAnswer?: (app: string) => ClientOptions['onAnswer'];
  /** Ends the worker: what is in flight is recorded, and the shifts are given back. */
  readonly stop: AbortSignal;
  /** Drops what is in flight too: its records are sent again. */
  readonly stopNow?: AbortSignal | undefined;
  /** Ends it when no job of the pool is left to be worked on. */
  readonly untilDone?: boolean | undefined;
}

interface Working {
  readonly taken: TakenShift;
  readonly lease: ShiftLease;
  readonly ended: Promise<void>;
}

/**
 * Walks the shifts of a pool until it is stopped. A worker may be killed at any moment: 10 seconds later another one has its shifts.
 *
 * @throws what is a defect; an outage of the store is waited for
 */
export async function work(options: WorkerOptions): Promise<void> {
  const { store, queue, shifts, stop, stopNow, untilDone } = options;
  const working = new Map<string, Working>();
  const failure = Promise.withResolvers<never>();
  failure.promise.catch(() => {});
  const hard = new AbortController();
  const now = stopNow === undefined ? hard.signal : AbortSignal.any([hard.signal, stopNow]);
  const onStop = (): void => void setTimeout(() => hard.abort(), ENDING_MS).unref();
  stop.addEventListener('abort', onStop);
  if (stop.aborted) onStop();
  const touching = setInterval(() => void touch(queue, working), TOUCH_MS);
  let sweptAt = Number.NEGATIVE_INFINITY;
  try {
    while (!stop.aborted) {
      const wake = Promise.withResolvers<void>();
      try {
        if (performance.now() - sweptAt >= SWEEP_MS) {
          await sweep(options);
          sweptAt = performance.now();
        }
        const free = Math.min(shifts - working.size, FETCHED);
        const fetched = free > 0 ? await queue.fetch(free) : [];
        for (const taken of fetched) {
          const lease = new ShiftLease(store.name);
          const ended = walked(taken, lease, options, now)
            .catch(failure.reject)
            .finally(() => {
              working.delete(taken.id);
              wake.resolve();
            });
          working.set(taken.id, { taken, lease, ended });
        }
        if (untilDone === true && working.size === 0 && (await isDone(options))) break;
      } catch {
        // The store does not answer. What is being walked waits by itself.
      }
      await Promise.race([wake.promise, failure.promise, pause(FETCH_MS, stop)]);
    }
    await Promise.race([
      failure.promise,
      Promise.all([...working.values()].map(({ ended }) => ended)),
    ]);
  } finally {
    clearInterval(touching);
    stop.removeEventListener('abort', onStop);
  }
}

/** Takes a shift, walks it and ends it. */
async function walked(
  taken: TakenShift,
  lease: ShiftLease,
  options: WorkerOptions,
  now: AbortSignal,
): Promise<void> {
  const { store, queue, worker, keyOf, openPlan, onEvent, onAnswer, stop } = options;
  let held: HeldShift | undefined;
  try {
    held = await takeShift(store, taken.shift, worker);
  } catch {
    return; // Nothing was sent. The queue hands the shift out again.
  }
  if (held === undefined) return ended({ how: 'lost' });
  const { job, tookOver } = held;
  const { step, kind, part } = taken.shift;
  const about = { job: job.name, app: job.target.appId, step, kind, part, worker };
  const quota = job.settings.requestsPerMinute;
  onEvent?.({ ...about, type: 'shift-taken', tookOver, quota });
  const apiKey = keyOf(job.target.appId);
  const end =
    apiKey === undefined
      ? await withoutKey(store, job, tookOver)
      : await walkShift(held, {
          store,
          lease,
          apiKey,
          openPlan,
          onEvent: (event) => onEvent?.({ ...about, type: 'run', event }),
          onAnswer: onAnswer?.(job.target.appId),
          stop: {
            finish: AbortSignal.any([stop, AbortSignal.timeout(SHIFT_MS)]),
            now,
          } satisfies StopSignals,
        });
  await ended(end);
  onEvent?.({
    ...about,
    type: 'shift-ended',
    how: end.how,
    note: end.how === 'given-back' ? end.note : end.how === 'stopped' ? end.reason.code : undefined,
  });

  async function ended(how: ShiftEnd): Promise<void> {
    for (let attempt = 1; attempt <= 5; attempt++) {
      try {
        return await endShift(store, queue, taken, how);
      } catch {
        await sleep(500 * attempt);
      }
    }
    // The queue hands the shift out again, and the next worker finds out how far it is.
  }
}

async function withoutKey(store: Store, job: WorkedJob, tookOver: boolean): Promise<ShiftEnd> {
  await store
    .ask({
      text: 'UPDATE chatferry.job SET no_key_at = clock_timestamp() WHERE id = $1',
      values: [job.id],
    })
    .catch(() => {});
  return {
    how: 'given-back',
    afterSeconds: AGAIN_S,
    note: 'no-key',
    ...(tookOver ? { inFlight: true } : {}),
  };
}

/** Says that the shifts are still held, and lets go of those that are not. */
async function touch(queue: ShiftQueue, working: ReadonlyMap<string, Working>): Promise<void> {
  const all = [...working.values()];
  if (all.length === 0) return;
  try {
    const still = await queue.touch(all.map(({ taken }) => taken));
    for (const { taken, lease } of all)
      if (!still.has(taken.id) && working.has(taken.id)) lease.lose();
  } catch {
    // Without an answer the lanes say who has them.
  }
}

/** Offers what is missing in the queue: after a queue that was emptied, or a database that has lost its last commits. */
async function sweep({ store, queue, pool }: WorkerOptions): Promise<void> {
  await store.transaction(async (query) => {
    const jobs = await runningJobs(query, pool);
    const done = await query<Shift>({
      text: 'SELECT job, step, kind, part FROM chatferry.shift WHERE done AND job = ANY($1)',
      values: [jobs.map(({ id }) => id)],
    });
    const isDoneKey = new Set(done.map((shift) => shiftKey(shift)));
    await queue.offer(
      jobs.flatMap((job) => shiftsOf(job)).filter((shift) => !isDoneKey.has(shiftKey(shift))),
      query,
    );
  });
}

async function isDone({ store, pool }: WorkerOptions): Promise<boolean> {
  const [row] = await store.ask<{ running: number }>({
    text: "SELECT count(*) AS running FROM chatferry.job WHERE state = 'running' AND pool = $1",
    values: [pool],
  });
  return row!.running === 0;
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return sleep(ms, undefined, { signal }).catch(() => {});
}
