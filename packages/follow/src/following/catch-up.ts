import type { RunEvent, StopReason, StopSignals } from '@chatferry/runner';
import type { Reconciled, RestOfRanges } from '../changes/reconcile.ts';
import type { Flushed, Follower } from './follower.ts';
import { lagOf } from './timing.ts';

/** An event while changes are found and sent. */
export type CatchUpEvent =
  | ({ readonly type: 'reconciled'; readonly ms: number } & Reconciled)
  | ({ readonly type: 'flushed'; readonly waiting: number } & Flushed)
  | SendingEvent;

type SendingEvent =
  | { readonly type: 'sending'; readonly event: RunEvent }
  /** Includes the time since the first change of the segment was found; absent for the first segment. */
  | { readonly type: 'settled'; readonly segment: number; readonly lagMs?: number | undefined };

/** The changes that were found and sent. */
export interface CaughtUp {
  /** Why the run stopped; absent when everything is sent. */
  readonly reason?: StopReason | undefined;
  /** Keys whose rows were found to have changed. */
  readonly found: number;
}

/**
 * Compares the sources once, and sends their changes until nothing is left. First sends the segments that an earlier process has planned.
 *
 * @param signal ends it between two steps
 * @throws {SourceError} @throws the signal's reason
 */
export async function* catchUp(
  follower: Follower,
  signal: AbortSignal,
  stop: StopSignals,
): AsyncGenerator<CatchUpEvent, CaughtUp> {
  let found = 0;
  let rest: RestOfRanges | undefined;
  for (let isCompared = false; ;) {
    signal.throwIfAborted();
    const reason = yield* sendPlanned(follower, stop);
    if (reason !== undefined) return { reason, found };
    if (follower.toRead > 0) {
      const flushed = await follower.flush(signal);
      yield { type: 'flushed', ...flushed, waiting: follower.waitingRows };
    } else if (isCompared) {
      return { found };
    } else {
      const begunAt = follower.monotonicMs();
      const { rest: left, ...reconciled } = await follower.reconcile(signal, rest);
      rest = left;
      found += reconciled.keys;
      isCompared = reconciled.isWhole;
      yield { type: 'reconciled', ...reconciled, ms: follower.monotonicMs() - begunAt };
    }
  }
}

/** Sends the planned segments. @returns why the run stopped; undefined when all are sent */
export async function* sendPlanned(
  follower: Follower,
  stop: StopSignals,
): AsyncGenerator<SendingEvent, StopReason | undefined> {
  for (;;) {
    const unsettled = follower.unsettled();
    if (unsettled === undefined) return undefined;
    if (unsettled.last < unsettled.first) {
      await follower.settle();
      continue;
    }
    const sending = follower.send(stop);
    let next = await sending.next();
    for (; next.done !== true; next = await sending.next())
      yield { type: 'sending', event: next.value };
    const { reason } = next.value;
    if (reason !== undefined) return reason;
    const lagMs = lagOf(unsettled, follower.now());
    yield { type: 'settled', segment: unsettled.no, lagMs };
  }
}
