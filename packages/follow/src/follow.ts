import { type Clock, systemClock } from '@chatferry/client';
import {
  explainError,
  type ExplainedError,
  JobError,
  jobFolder,
  type PlanningProgress,
} from '@chatferry/job';
import {
  refuseDuringUndo,
  reportWritten,
  secureJobFolder,
  makeJobFolder,
  type Sending,
} from '@chatferry/job/following';
import { openPlan } from '@chatferry/planner';
import {
  lockJob,
  quotaGapMs,
  type RunEvent,
  type RunOptions,
  type StopReason,
} from '@chatferry/runner';
import { nameOf, SourceError } from '@chatferry/sources';
import type { Reconciled } from './changes/reconcile.ts';
import { type Flushed, Follower, type FollowerPorts, lagOf } from './follower.ts';
import { keepIdMap } from './planning/keep-ids.ts';
import { begin, openBegun } from './planning/begin.ts';
import { followedInputs, refuseUnfollowable } from './planning/followed-inputs.ts';
import type { FollowedSources } from './planning/follow-options.ts';
import { endAllWaiting } from './changes/rung-keys.ts';

export interface FollowOptions {
  /** The job folder of the follower; created when it does not exist. */
  readonly job: string;
  /** The job folder that it comes after. Needed by the first start; later ones know it. */
  readonly after?: string | undefined;
  readonly sources: FollowedSources;
  readonly target: Sending['target'];
  readonly run: RunOptions;
  readonly remember?: Sending['remember'];
  /** Called for each answer of the service. */
  readonly onAnswer?: Sending['onAnswer'];
  /** Whether changed texts, metadata and tags of messages are edited in the app. */
  readonly editMessages: boolean;
  /** Whether what is gone is removed from the app. */
  readonly removesGone: boolean;
  /** The most rows of a query that are removed at the same time. Default: 100, or 1 % of them if that is less. */
  readonly maxRemovals?: number | undefined;
  /** Milliseconds between two comparisons of the sources. */
  readonly everyMs: number;
  readonly onProgress?: ((progress: PlanningProgress) => void) | undefined;
  /** Whether to end when everything that has changed is sent. */
  readonly isOnce?: boolean | undefined;
  readonly stepName: (step: string) => string;
  /** Ends after the requests in flight. */
  readonly signal: AbortSignal;
  /** Drops the requests in flight. */
  readonly stopNow?: AbortSignal | undefined;
  readonly clock?: Clock | undefined;
}

/** What a follower reports while it works. */
export type FollowEvent =
  | { readonly type: 'warning'; readonly text: string }
  /** The first plan is complete: from now on changes are found. */
  | { readonly type: 'begun'; readonly requests: number; readonly waiting: number }
  /** The plan has this many segments, which a process that ended before may have made. */
  | { readonly type: 'following'; readonly sources: readonly string[]; readonly segments: number }
  | ({ readonly type: 'reconciled'; readonly ms: number } & Reconciled)
  | ({ readonly type: 'flushed'; readonly waiting: number } & Flushed)
  | { readonly type: 'sending'; readonly event: RunEvent }
  /** With the time since the first change of the segment was found; without it for the first segment. */
  | { readonly type: 'settled'; readonly segment: number; readonly lagMs?: number | undefined }
  /** A source or the service does not answer. Nothing is lost: it is tried again. */
  | {
      readonly type: 'failing';
      readonly lines: readonly string[];
      readonly fix: string | undefined;
      /** When it is tried again, milliseconds since 1970. */
      readonly nextAt: number;
    };

export interface FollowOutcome {
  /** Why it ended; absent when the caller stopped it, or everything was sent. */
  readonly reason?: StopReason | undefined;
  readonly segments: number;
  readonly waiting: number;
}

/** Reasons to stop a run after which another attempt may succeed without the operator. */
const passing: ReadonlySet<string> = new Set(['gave-up']);

/** Milliseconds between two attempts. */
const RETRY_MS = 10_000;

/**
 * Follows databases: finds the rows that change, and sends what they become. It can be killed at any moment, and started again with the same
 * options. Ends when it is stopped, or for a reason that the operator has to deal with.
 *
 * @throws {JobError} for what cannot be followed
 * @throws {JobLockedError} when another process works on the job
 * @throws {SourceError} for a source that cannot be read at the start
 */
export async function* follow(options: FollowOptions): AsyncGenerator<FollowEvent, FollowOutcome> {
  const { sources, signal, clock = systemClock } = options;
  refuseUnfollowable(sources);
  const job = jobFolder(options.job);
  makeJobFolder(job);
  secureJobFolder(job);
  refuseDuringUndo(job);
  const begun = openBegun(job);
  const after = options.after ?? begun?.fact('after');
  if (after === undefined)
    throw new JobError(
      'no-plan',
      `${job.path} does not follow yet.`,
      'Name the job that it comes after: the one that has sent the bulk.',
    );
  const warnings: string[] = [];
  // Planning takes the lock of the job itself.
  using state =
    begun ??
    (await begin({
      job,
      after,
      sources,
      editMessages: options.editMessages,
      removesGone: options.removesGone,
      now: clock.now(),
      sendsWith: options.stepName('follow'),
      signal,
      onProgress: options.onProgress,
      onWarning: (text) => warnings.push(text),
    }));
  for (const text of warnings) yield { type: 'warning', text };
  using lock = lockJob(job.path, clock.now());
  using first = openPlan(job.plan);
  const inputs = await followedInputs(job, first, sources, options);
  keepIdMap(job); // A process may have ended after it appended a segment and before this.
  const follower = new Follower({
    job,
    lock,
    state,
    inputs,
    after,
    clock,
    target: options.target,
    options: options.run,
    remember: options.remember,
    onAnswer: options.onAnswer,
    maxRemovals: options.maxRemovals,
  } satisfies FollowerPorts);
  follower.enterRetried();
  if (options.maxRemovals !== undefined) endAllWaiting(state, 'removals');
  const waiting = (): number =>
    Object.values(follower.waiting).reduce((sum, each) => sum + each, 0);
  if (begun === undefined)
    yield { type: 'begun', requests: first.summary.requests, waiting: waiting() };
  let segments = first.segments.length;
  const names = sources.databases.map(({ source }) => nameOf(source));
  yield { type: 'following', sources: names, segments };
  const outcome = (reason?: StopReason): FollowOutcome => ({
    reason,
    segments,
    waiting: waiting(),
  });
  let reconciledAt = -Infinity;
  let nextRunAt = -Infinity;
  let isDrained = false;
  const stop = { finish: signal, now: options.stopNow };
  while (!signal.aborted) {
    try {
      const unsettled = follower.unsettled();
      if (unsettled !== undefined && unsettled.last < unsettled.first) {
        await follower.settle();
        continue;
      }
      if (unsettled !== undefined) {
        await clock.sleep(nextRunAt - clock.now(), signal);
        const sentAt = clock.now();
        const sending = follower.send(stop);
        let next = await sending.next();
        for (; next.done !== true; next = await sending.next())
          yield { type: 'sending', event: next.value };
        const { reason, requests } = next.value;
        nextRunAt = sentAt + requests * gapMs(options.run);
        reportWritten(job, options.stepName, lock.holder);
        if (reason !== undefined) {
          if (signal.aborted || !passing.has(reason.code)) return outcome(reason);
          yield* failing({ lines: [reason.message], fix: reason.fix }, clock, signal);
          continue;
        }
        const { no } = unsettled;
        yield { type: 'settled', segment: no, lagMs: lagOf(unsettled, clock.now()) };
        continue;
      }
      if (follower.toRead > 0) {
        const flushed = await follower.flush(signal);
        if (flushed.segment !== undefined) segments = flushed.segment.no;
        isDrained = false;
        yield { type: 'flushed', ...flushed, waiting: waiting() };
        continue;
      }
      if (isDrained && options.isOnce === true) return outcome();
      const dueAt = reconciledAt + options.everyMs;
      if (!isDrained || clock.now() >= dueAt || options.isOnce === true) {
        const begunAt = clock.now();
        const found = await follower.reconcile(signal);
        reconciledAt = clock.now();
        isDrained = found.isWhole;
        yield { type: 'reconciled', ...found, ms: reconciledAt - begunAt };
        continue;
      }
      await clock.sleep(dueAt - clock.now(), signal).catch(() => {});
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

/** Milliseconds between two requests: the runs of two segments share the quota. */
function gapMs({ requestsPerMinute }: RunOptions): number {
  return typeof requestsPerMinute === 'number' ? quotaGapMs(requestsPerMinute) : 0;
}

async function* failing(
  { lines, fix }: Pick<ExplainedError, 'lines' | 'fix'>,
  clock: Clock,
  signal: AbortSignal,
): AsyncGenerator<FollowEvent, void> {
  yield { type: 'failing', lines, fix, nextAt: clock.now() + RETRY_MS };
  await clock.sleep(RETRY_MS, signal).catch(() => {});
}
