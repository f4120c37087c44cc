import { type Kind, kindsInOrder, limits } from '@chatferry/contract';
import {
  endsAt,
  type Rate,
  rateAt,
  type RunEvent,
  sendsAgainAt,
  type Timetable,
} from '@chatferry/runner';
import type { RateFacts } from './rate-facts.ts';
import { isImported, type Progress, type QuotaOf } from './progress.ts';

type Waiting = Extract<RunEvent, { type: 'waiting' }>;

/** The progress of a run, for this process and other processes. Times are in ISO 8601. */
export interface RunProgress extends RateFacts {
  readonly at: string;
  readonly startedAt: string;
  /** The kinds with records in the plan. */
  readonly kinds: Readonly<Partial<Record<Kind, KindFacts>>>;
  /** The quota that the run was started with, set when `rate` has changed it, and when that was. */
  readonly given?: Rate | undefined;
  readonly quotaSince?: string | undefined;
  /** Absent until the rate is reliable. */
  readonly remainingMs?: number | undefined;
  /** When the run is expected to end: by its rate, or, until the rate is reliable, by the requests left and the quota. */
  readonly endsAt?: string | undefined;
  readonly waiting?: WaitFacts | undefined;
  /** Code of the latest trouble, until a batch is settled. */
  readonly trouble?: string | undefined;
  /** The latest trouble, which stays. */
  readonly lastTrouble?: TroubleFacts | undefined;
}

/** How far a kind is, in records. */
export interface KindFacts {
  readonly planned: number;
  readonly settled: number;
  readonly failed: number;
  /** Codes of the service for failures since the run was started, each once; absent when nothing failed. */
  readonly failedCodes?: readonly string[] | undefined;
  readonly skipped: number;
  readonly unresolved: number;
  readonly state: 'waiting' | 'sending' | 'done';
  readonly recordsPerMinute?: number | undefined;
  readonly remainingMs?: number | undefined;
}

/** Why the run is waiting. */
export interface WaitFacts {
  readonly why: Waiting['why'];
  readonly message: string;
  readonly since: string;
  readonly until?: string | undefined;
  /** When the run gives up, unless an answer comes. */
  readonly givesUpAt?: string | undefined;
}

/** Consecutive troubles with the same code. */
interface TroubleFacts {
  readonly code: string;
  readonly since: string;
  readonly at: string;
  /** Requests that were sent again because of them. */
  readonly again: number;
}

/** What a run may do. */
export interface RunLimits {
  readonly rate: Rate | Timetable;
  /** The rate that the operator has set for the job. Default: none. */
  readonly asked?: () => Rate | undefined;
  readonly giveUpAfterMs?: number | undefined;
}

export function runProgress(progress: Progress, allowed: RunLimits, now: number): RunProgress {
  const { startedAt, again, inFlight, lastTrouble, rateSince, trouble, waiting } = progress;
  const asked = allowed.asked?.();
  const given = rateAt(allowed.rate, now);
  const quota = asked ?? progress.rate ?? given;
  const quotas = quotasOf(progress, asked, given);
  const requestsPerMinute = progress.requestsPerMinute(now, quota);
  const perSecond = progress.recordsPerSecond(now);
  const remainingMs = progress.remainingMs(now, quotas);
  const latency = progress.latency(now);
  return {
    at: iso(now),
    startedAt: iso(startedAt),
    kinds: kindFacts(progress, quotas, now),
    quota,
    ...(asked === undefined
      ? {}
      : { given, quotaSince: rateSince === undefined ? undefined : iso(rateSince) }),
    requestsPerMinute: requestsPerMinute && Math.round(requestsPerMinute),
    recordsPerSecond: perSecond && Math.round(perSecond * 10) / 10,
    remainingMs: progress.pace.isMeasured(now) ? remainingMs : undefined,
    endsAt:
      remainingMs === undefined ? undefined : iso(endsAt(asked ?? allowed.rate, now, remainingMs)),
    inFlight,
    p50Ms: latency && Math.round(latency.medianMs),
    p99Ms: latency && Math.round(latency.of99Ms),
    again,
    waiting: waiting && waitFacts(waiting, progress.waitingSince ?? now, allowed, now),
    trouble,
    lastTrouble: lastTrouble && {
      code: lastTrouble.code,
      since: iso(lastTrouble.since),
      at: iso(lastTrouble.at),
      again: lastTrouble.again,
    },
  };
}

/** The rate that the operator has set applies to every request. The chat API has its own quota in addition. */
function quotasOf(progress: Progress, asked: Rate | undefined, given: Rate): QuotaOf {
  const chat = asked ?? (progress.isAtChat ? progress.rate : undefined) ?? 'unlimited';
  const most = limits.coreRequestsPerMinute;
  const ofChat = chat === 'unlimited' ? most : Math.min(chat, most);
  return (kind) => (isImported(kind) ? (asked ?? given) : ofChat);
}

function kindFacts(progress: Progress, quotas: QuotaOf, now: number): RunProgress['kinds'] {
  const shown = kindsInOrder.filter((kind) => progress.kinds[kind].planned > 0);
  const facts = shown.map((kind): [Kind, KindFacts] => {
    const { planned, state, counts, failedCodes } = progress.kinds[kind];
    const { pending, failed, skipped, unresolved } = counts;
    const perMinute = progress.recordsPerMinute(kind, now, quotas);
    const remainingMs = progress.remainingOf(kind, now, quotas);
    return [
      kind,
      {
        planned,
        settled: planned - pending,
        failed,
        ...(failedCodes.length === 0 ? {} : { failedCodes }),
        skipped,
        unresolved,
        state,
        recordsPerMinute: perMinute && Math.round(perMinute),
        remainingMs: remainingMs && Math.round(remainingMs),
      },
    ];
  });
  return Object.fromEntries(shown.length === 0 ? [] : facts);
}

function waitFacts(
  { why, message, until }: Waiting,
  since: number,
  { rate, giveUpAfterMs }: RunLimits,
  now: number,
): WaitFacts {
  const at = why === 'no-rate' && typeof rate === 'object' ? sendsAgainAt(rate, now) : until;
  const isTrouble = why === 'trouble' || why === 'rate-limited';
  const givesUp = isTrouble && giveUpAfterMs !== undefined;
  return {
    why,
    message,
    since: iso(since),
    until: at === undefined ? undefined : iso(at),
    givesUpAt: givesUp ? iso(since + giveUpAfterMs) : undefined,
  };
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
