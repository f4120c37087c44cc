import type { StopSignals } from '@chatferry/runner';
import { setTimeout as sleep } from 'node:timers/promises';
import type { WorkedJob } from '../jobs/worked-job.ts';
import type { GroupCommit } from '../ledger/group-commit.ts';
import type { SharedQuotas } from '../quota/shared-quotas.ts';
import { passOverOutage } from '../store/store-error.ts';
import type { Store } from '../store/store.ts';
import { endShift, type ShiftEnd } from '../jobs/end-shift.ts';
import type { LeasedShift } from './heartbeat.ts';
import { takeShift } from './take-shift.ts';
import { AGAIN_S, walkShift } from './walk-shift.ts';
import type { WorkerOptions } from './worker-options.ts';

/** A shift ends after this time, so that the load moves to workers that have joined. */
const SHIFT_MS = 15 * 60_000;

/** How often a shift is ended while the store does not answer. */
const ATTEMPTS = 5;

/** The state that all shifts of a worker share. */
export interface WorkerPorts extends WorkerOptions {
  readonly group: GroupCommit;
  readonly quotas: SharedQuotas;
  /** Drops requests in flight. */
  readonly now: AbortSignal;
}

/**
 * Takes the lanes of a shift, walks them and ends the shift. While the store does not answer, the shift is left to the queue, which
 * hands it out again.
 */
export async function workShift({ taken, lease }: LeasedShift, ports: WorkerPorts): Promise<void> {
  const { store, group, quotas, worker, keyOf, openPlan, onEvent, onAnswer, stop, now } = ports;
  const { job: _, ...ofShift } = taken.shift;
  const held = await takeShift(store, taken.shift, worker).catch(passOverOutage);
  if (held === undefined) return;
  if (held === 'over') return ended({ how: 'lost' }, taken, ports);
  const { job, tookOver } = held;
  const { appId } = job.target;
  const about = { ...ofShift, job: job.name, app: appId, worker };
  onEvent?.({ ...about, type: 'shift-taken', tookOver, quota: job.settings.requestsPerMinute });
  const apiKey = keyOf(appId);
  const finish = AbortSignal.any([stop, AbortSignal.timeout(SHIFT_MS)]);
  const end =
    apiKey === undefined
      ? await withoutKey(store, job, tookOver)
      : await walkShift(held, {
          store,
          group,
          quotas,
          lease,
          apiKey,
          openPlan,
          onEvent: (event) => onEvent?.({ ...about, type: 'run', event }),
          onAnswer: onAnswer?.(appId),
          stop: { finish, now } satisfies StopSignals,
        });
  await ended(end, taken, ports);
  const note =
    end.how === 'given-back' ? end.note : end.how === 'stopped' ? end.reason.code : undefined;
  onEvent?.({ ...about, type: 'shift-ended', how: end.how, note });
}

/** Ends a shift. If the shift cannot be ended, it is handed out again, and the next worker finds out its progress. */
async function ended(
  end: ShiftEnd,
  taken: LeasedShift['taken'],
  { store, queue }: WorkerPorts,
): Promise<void> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    try {
      return await endShift(store, queue, taken, end);
    } catch (error) {
      passOverOutage(error);
      await sleep(500 * attempt);
    }
  }
}

async function withoutKey(store: Store, job: WorkedJob, tookOver: boolean): Promise<ShiftEnd> {
  await store
    .ask({
      text: 'UPDATE chatferry.job SET no_key_at = clock_timestamp() WHERE id = $1',
      values: [job.id],
    })
    .catch(passOverOutage);
  return {
    how: 'given-back',
    afterSeconds: AGAIN_S,
    note: 'no-key',
    ...(tookOver ? { inFlight: true } : {}),
  };
}
