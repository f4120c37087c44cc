import { systemClock } from '@chatferry/client';
import { setTimeout as sleep } from 'node:timers/promises';
import { GroupCommit } from '../ledger/group-commit.ts';
import { SharedQuotas } from '../quota/shared-quotas.ts';
import { passOverOutage } from '../store/store-error.ts';
import type { Store } from '../store/store.ts';
import { type LeasedShift, startHeartbeat } from './heartbeat.ts';
import { offerMissing } from './offer-missing.ts';
import { startPresence } from './presence.ts';
import { ShiftLease } from './shift-lease.ts';
import type { WorkerOptions } from './worker-options.ts';
import { type WorkerPorts, workShift } from './work-shift.ts';

/** How often the queue is asked for more shifts. */
const FETCH_MS = 500;
/** For this long after the end of a shift, the next step is expected. Another worker may begin it. */
const SOON_MS = 1000;
const FETCH_SOON_MS = 50;
/** How many shifts one statement takes, so that other workers get some too. */
const FETCHED = 8;
/** How often shifts that are missing in the queue are offered. */
const SWEEP_MS = 60_000;
/** Requests in flight are waited for this long when the worker ends. */
const ENDING_MS = 45_000;

interface Working extends LeasedShift {
  readonly ended: Promise<void>;
}

/**
 * Walks the shifts of a pool until it is stopped. A worker may be killed at any moment: 10 seconds later, another worker has its shifts.
 *
 * @throws only defects; an outage of the store is waited out
 */
export async function work(options: WorkerOptions): Promise<void> {
  const { store, queue, pool, stop, stopNow } = options;
  const working = new Map<string, Working>();
  const failure = Promise.withResolvers<never>();
  failure.promise.catch(() => {});
  const hard = new AbortController();
  const now = stopNow === undefined ? hard.signal : AbortSignal.any([hard.signal, stopNow]);
  const shared = { group: new GroupCommit(store), quotas: new SharedQuotas(store, systemClock) };
  const ports = { ...options, ...shared, now };
  const onStop = (): void => void setTimeout(() => hard.abort(), ENDING_MS).unref();
  stop.addEventListener('abort', onStop);
  if (stop.aborted) onStop();
  await using timers = new AsyncDisposableStack();
  timers.use(startHeartbeat(queue, working, failure.reject));
  timers.use(startPresence(options, failure.reject));
  let sweptAt = Number.NEGATIVE_INFINITY;
  let endedAt = Number.NEGATIVE_INFINITY;
  let wake = Promise.withResolvers<void>();
  const onEnd = (): void => {
    endedAt = performance.now();
    // The present wait, not the wait in which the shift was taken.
    wake.resolve();
  };
  try {
    while (!stop.aborted) {
      wake = Promise.withResolvers();
      try {
        if (performance.now() - sweptAt >= SWEEP_MS) {
          await offerMissing(store, queue, pool);
          sweptAt = performance.now();
        }
        await begin(working, ports, failure.reject, onEnd);
        if (options.untilDone === true && working.size === 0 && (await isDone(store, pool))) break;
      } catch (error) {
        // Shifts that are being walked wait for the store by themselves.
        passOverOutage(error);
      }
      const fetchMs = performance.now() - endedAt < SOON_MS ? FETCH_SOON_MS : FETCH_MS;
      await Promise.race([wake.promise, failure.promise, pause(fetchMs, stop)]);
    }
    const ends = [...working.values()].map(({ ended }) => ended);
    await Promise.race([failure.promise, Promise.all(ends)]);
  } finally {
    stop.removeEventListener('abort', onStop);
  }
}

/** Begins to walk waiting shifts, as many as the worker may have. */
async function begin(
  working: Map<string, Working>,
  ports: WorkerPorts,
  onDefect: (error: unknown) => void,
  onEnd: () => void,
): Promise<void> {
  const free = Math.min(ports.shifts - working.size, FETCHED);
  const fetched = free > 0 ? await ports.queue.fetch(free) : [];
  for (const taken of fetched) {
    const shift = { taken, lease: new ShiftLease(ports.store.name) };
    const ended = workShift(shift, ports)
      .catch(onDefect)
      .finally(() => {
        working.delete(taken.id);
        onEnd();
      });
    working.set(taken.id, { ...shift, ended });
  }
}

async function isDone(store: Store, pool: string): Promise<boolean> {
  const [row] = await store.ask<{ running: number }>({
    text: "SELECT count(*) AS running FROM chatferry.job WHERE state = 'running' AND pool = $1",
    values: [pool],
  });
  return row!.running === 0;
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return sleep(ms, undefined, { signal }).catch(() => {});
}
