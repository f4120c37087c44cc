import { systemClock } from '@chatferry/client';
import { explainError, JobError, type JobFolder, type PlanningProgress } from '@chatferry/job';
import { type FollowPace, reportWritten } from '@chatferry/job/following';
import type { StopReason } from '@chatferry/runner';
import { SourceError } from '@chatferry/sources';
import { AppComparison, type AppComparisonEvent } from './comparing/app-comparison.ts';
import { countDiffering } from './comparing/differing-records.ts';
import { catchUp, type CatchUpEvent } from './following/catch-up.ts';
import { KeptCutOver } from './cut-over/kept-cut-over.ts';
import { refuseDuringCutOver } from './cut-over/refuse-during-cut-over.ts';
import { fallingBehind } from './following/pace.ts';
import { failing, type FailingEvent, isPassing } from './following/failing.ts';
import { followedJob, type FollowerOptions, openFollower } from './following/open-follower.ts';
import { begin, openBegun } from './planning/begin.ts';
import type { FollowedChanges, FollowState } from './state/follow-state.ts';

export interface FollowOptions extends FollowerOptions, FollowedChanges {
  readonly onProgress?: ((progress: PlanningProgress) => void) | undefined;
  /** Whether to end when all changes are sent. */
  readonly isOnce?: boolean | undefined;
}

/** An event of a follower. */
export type FollowEvent =
  | { readonly type: 'warning'; readonly text: string }
  /** The first plan is complete. From now on, changes are found. */
  | { readonly type: 'begun'; readonly requests: number; readonly waiting: number }
  /** The plan has this many segments. An earlier process may have made them. */
  | {
      readonly type: 'following';
      readonly sources: readonly string[];
      readonly segments: number;
      readonly waiting: number;
      /** Records that were not as planned when the app was last compared. */
      readonly different: number;
    }
  /** Rows change faster than they are sent. */
  | ({ readonly type: 'falling-behind' } & FollowPace)
  | CatchUpEvent
  | AppComparisonEvent
  | FailingEvent;

export interface FollowOutcome {
  /** Why the follower ended; absent when the caller stopped it, or everything was sent. */
  readonly reason?: StopReason | undefined;
  readonly segments: number;
  readonly waiting: number;
  /** Failed records that no later segment contains: a retry sends them. */
  readonly failed: number;
  /** Records that were not as planned when the app was last compared. */
  readonly different: number;
}

/**
 * Follows databases: finds changed rows, and sends their records. A follower can be killed at any moment, and started again with the same
 * options. It ends when it is stopped, or for a reason that the operator has to deal with.
 *
 * @throws {JobError} for sources that cannot be followed, and during a cut-over
 * @throws {JobLockedError} when another process works on the job
 * @throws {SourceError} for a source that cannot be read at the start
 */
export async function* follow(options: FollowOptions): AsyncGenerator<FollowEvent, FollowOutcome> {
  const { signal, stopNow, editMessages, removesGone, clock = systemClock } = options;
  const job = followedJob(options);
  const { state: own, isNew, warnings } = await openOrBegin(job, options);
  using state = own;
  for (const text of warnings) yield { type: 'warning', text };
  const changes = { editMessages, removesGone };
  using opened = await openFollower(job, state, options, changes, false);
  refuseDuringCutOver(job, state);
  new KeptCutOver(state).disarm(clock.now());
  const { follower, requests, names } = opened;
  let { segments } = opened;
  if (isNew) yield { type: 'begun', requests, waiting: follower.waitingRows };
  const comparison = new AppComparison(opened.ports);
  yield {
    type: 'following',
    sources: names,
    segments,
    waiting: follower.waitingRows,
    different: countDiffering(state),
  };
  const outcome = (reason?: StopReason): FollowOutcome => ({
    reason,
    segments,
    waiting: follower.waitingRows,
    failed: follower.failedRecords,
    different: countDiffering(state),
  });
  let before: number | undefined;
  while (!signal.aborted) {
    const begunAt = clock.monotonicMs();
    try {
      const events = catchUp(follower, signal, { finish: signal, now: stopNow });
      let next = await events.next();
      for (; next.done !== true; next = await events.next()) {
        const { value } = next;
        if (value.type === 'flushed' && value.segment !== undefined) segments = value.segment.no;
        if (value.type === 'settled')
          reportWritten(job, options.stepName, opened.ports.lock.holder);
        yield value;
      }
      const { reason, found } = next.value;
      if (reason === undefined) {
        const tookMs = clock.monotonicMs() - begunAt;
        const inMs = before === undefined ? Infinity : begunAt - before;
        before = begunAt;
        const behind = fallingBehind({ found, inMs, tookMs });
        state.setFact('fallingBehind', behind ?? null);
        if (behind !== undefined) yield { type: 'falling-behind', ...behind };
        yield* comparison.next(signal);
      }
      if (reason !== undefined) {
        if (signal.aborted || !isPassing(reason)) return outcome(reason);
        yield* failing({ lines: [reason.message], fix: reason.fix }, clock, signal);
      } else if (options.isOnce !== true) {
        const restMs = Math.max(begunAt + options.everyMs - clock.monotonicMs(), 0);
        await clock.sleep(restMs, signal).catch(() => {});
      } else if (found === 0) return outcome();
    } catch (error) {
      if (signal.aborted) break;
      const explained = explainError(error);
      if (!(error instanceof SourceError) || explained === undefined || options.isOnce === true)
        throw error;
      yield* failing(explained, clock, signal);
    }
  }
  return outcome();
}

interface OpenedState {
  readonly state: FollowState;
  /** Whether the first plan was made now. */
  readonly isNew: boolean;
  readonly warnings: readonly string[];
}

/** Opens the state of the job, or makes its first plan. Planning takes the lock of the job itself. */
async function openOrBegin(job: JobFolder, options: FollowOptions): Promise<OpenedState> {
  const { after, sources, signal, editMessages, clock = systemClock } = options;
  const begun = openBegun(job);
  if (begun !== undefined) return { state: begun, isNew: false, warnings: [] };
  if (after === undefined)
    throw new JobError(
      'no-plan',
      `${job.path} does not follow yet.`,
      'Name the job that it comes after: the one that has sent the bulk.',
    );
  const warnings: string[] = [];
  const state = await begin({
    job,
    after,
    sources,
    editMessages,
    now: clock.now(),
    sendsWith: options.stepName('follow'),
    signal,
    onProgress: options.onProgress,
    onWarning: (text) => warnings.push(text),
  });
  return { state, isNew: true, warnings };
}
