import { type ClientOptions, createClient, systemClock } from '@chatferry/client';
import { checkedTarget, JobError, keepToInstance } from '@chatferry/job/planned';
import { type Plan, PlanError } from '@chatferry/planner';
import {
  LedgerError,
  plannedOf,
  type RunEvent,
  runShift,
  type ShiftResult,
  type StopSignals,
} from '@chatferry/runner';
import { setTimeout as sleep } from 'node:timers/promises';
import { isImported } from '../jobs/worked-job.ts';
import type { PlanSource } from '../plans/plan-cache.ts';
import type { GroupCommit } from '../ledger/group-commit.ts';
import { PostgresLedger } from '../ledger/postgres-ledger.ts';
import { storedInstance } from '../ledger/stored-instance.ts';
import { SharedPace } from '../quota/shared-pace.ts';
import type { SharedQuotas } from '../quota/shared-quotas.ts';
import type { Store } from '../store/store.ts';
import type { ShiftEnd } from '../jobs/end-shift.ts';
import type { ShiftLease } from './shift-lease.ts';
import type { HeldShift } from './take-shift.ts';

/** A little longer than the client waits for an answer: after that, no request of the previous worker is in flight. */
const ANSWERED_MS = 61_000;

/** Seconds until a shift that was given back is tried again. */
export const AGAIN_S = 60;

export interface WalkPorts {
  readonly store: Store;
  /** Shared by all shifts of the worker. */
  readonly group: GroupCommit;
  readonly quotas: SharedQuotas;
  readonly lease: ShiftLease;
  readonly apiKey: string;
  readonly openPlan: (source: PlanSource) => Promise<Plan>;
  readonly onEvent: (event: RunEvent) => void;
  readonly onAnswer?: ClientOptions['onAnswer'];
  readonly stop: StopSignals;
}

/** Walks the lanes of a shift to their end, or until the shift is stopped. */
export async function walkShift(taken: HeldShift, ports: WalkPorts): Promise<ShiftEnd> {
  const { lease } = ports;
  try {
    if (await wasWoken(taken, ports)) return { how: 'given-back', afterSeconds: 0, inFlight: true };
    const result = await walk(taken, ports);
    return lease.lost.aborted ? { how: 'lost' } : endOf(result);
  } catch (error) {
    if (lease.lost.aborted) return { how: 'lost' };
    const end = endAfter(error);
    const isEnding = end.how === 'given-back' && ports.stop.finish?.aborted === true;
    return isEnding ? { ...end, afterSeconds: 0 } : end;
  }
}

/**
 * Requests of the previous worker that cannot be repeated may still be in flight. The worker can send no more, since its lanes
 * are taken. This waits for them, so that a look-up in the app finds their records.
 *
 * @returns whether the worker has to end before that
 */
async function wasWoken(
  { tookOver, shift, job }: HeldShift,
  { stop }: WalkPorts,
): Promise<boolean> {
  if (!tookOver || shift.kind === undefined || isImported(shift.kind, job.settings)) return false;
  return sleep(ANSWERED_MS, false, { signal: stop.finish }).catch(() => true);
}

async function walk(taken: HeldShift, ports: WalkPorts): Promise<ShiftResult> {
  const { job, shift, lanes } = taken;
  const { store, group, quotas, lease, stop, onEvent } = ports;
  const held = { ...taken.held, onLost: () => lease.lose() };
  using plan = await ports.openPlan(job.plan);
  const ledger = new PostgresLedger(store, held, plannedOf(plan), group);
  const { appId, region, baseUrl } = job.target;
  const target = checkedTarget({
    appId,
    ...(region === undefined ? {} : { region }),
    ...(baseUrl === undefined ? {} : { baseUrl }),
    apiKey: ports.apiKey,
  });
  if (shift.step === 'check')
    await keepToInstance({ store: ledger, ...storedInstance(store, job.id) }, target, systemClock);
  const { concurrency } = job.settings;
  await using client = createClient({
    ...target,
    connections: concurrency,
    ...(ports.onAnswer === undefined ? {} : { onAnswer: ports.onAnswer }),
    onDeprecated: (event) => onEvent({ type: 'deprecated', ...event }),
  });
  const [kind, lane] = [...held.writes.keys()][0]!.split(' ') as [string, string];
  const holder = {
    job: job.id,
    app: job.place,
    kind,
    lane: Number(lane),
    token: held.token,
    onLost: held.onLost,
  };
  const events = runShift(
    {
      plan,
      ledger,
      client,
      clock: systemClock,
      random: Math.random,
      lanes,
      lease,
      failedBefore: job.failedBefore,
      makePace: (scope, asked) => new SharedPace(quotas, holder, scope, asked),
      hold: (forMs) => quotas.hold(job.place, forMs),
    },
    job.step,
    job.settings,
    stop,
  );
  let next = await events.next();
  for (; next.done !== true; next = await events.next()) onEvent(next.value);
  return next.value;
}

/** The end of a shift, from the end of the runner's work. */
function endOf({ end, reason }: ShiftResult): ShiftEnd {
  if (end === 'done') return { how: 'done' };
  const { code } = reason!;
  if (code === 'interrupted') return { how: 'given-back', afterSeconds: 0 };
  if (code === 'gave-up' || code === 'ledger')
    return { how: 'given-back', afterSeconds: AGAIN_S, note: code };
  return { how: 'stopped', reason: reason! };
}

/** Errors of a job are for its operator. Errors of the store, the worker's disk and its network are temporary. @throws any other error */
function endAfter(error: unknown): ShiftEnd {
  if (error instanceof LedgerError || error instanceof JobError || error instanceof PlanError) {
    const { code, message, fix = 'Correct it, and resume the job.' } = error;
    if (ofTheJob.has(code))
      return { how: 'stopped', reason: { code: 'request-refused', message, fix } };
    return { how: 'given-back', afterSeconds: AGAIN_S, note: code };
  }
  throw error;
}

/** Errors of the job itself, which every worker would get. */
const ofTheJob: ReadonlySet<string> = new Set([
  'other-target',
  'bad-key',
  'key-in-target',
  'bad-app-id',
  'no-region',
  'bad-base-url',
]);
