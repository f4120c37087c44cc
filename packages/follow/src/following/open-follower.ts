import { type Clock, systemClock } from '@chatferry/client';
import { type JobFolder, jobFolder } from '@chatferry/job';
import {
  makeJobFolder,
  refuseDuringUndo,
  secureJobFolder,
  type Sending,
} from '@chatferry/job/following';
import { openPlan } from '@chatferry/planner';
import { lockJob, type RunOptions } from '@chatferry/runner';
import { nameOf } from '@chatferry/sources';
import { ringAllGone } from '../changes/gone-records.ts';
import { endAllWaiting } from '../changes/rung-keys.ts';
import { Follower } from './follower.ts';
import type { FollowerPorts } from './follower-ports.ts';
import { followedInputs, refuseUnfollowable } from '../planning/followed-inputs.ts';
import type { FollowedSources } from '../planning/follow-options.ts';
import { keepIdMap } from '../planning/keep-id-map.ts';
import type { FollowedChanges, FollowState } from '../state/follow-state.ts';
import { keepFolderBefore } from '../state/job-before.ts';

/** The options of every command that follows. */
export interface FollowerOptions {
  /** The job folder of the follower. */
  readonly job: string;
  /** The folder of the job before the follower. Needed by the first start, and when that folder alone was moved since. */
  readonly after?: string | undefined;
  readonly sources: FollowedSources;
  readonly target: Sending['target'];
  readonly run: RunOptions;
  readonly remember?: Sending['remember'];
  /** Called for each answer of the service. */
  readonly onAnswer?: Sending['onAnswer'];
  /** The most rows of a query that are removed at the same time. Default: 100, or 1 % of the rows if that is less. */
  readonly maxRemovals?: number | undefined;
  /** Milliseconds between two comparisons of the sources. */
  readonly everyMs: number;
  readonly stepName: (step: string) => string;
  /** Ends after the requests in flight. */
  readonly signal: AbortSignal;
  /** Drops the requests in flight. */
  readonly stopNow?: AbortSignal | undefined;
  readonly clock?: Clock | undefined;
}

/** The job folder of the follower, prepared for this process. @throws {JobError} for sources that cannot be followed */
export function followedJob({
  job: path,
  sources,
}: Pick<FollowerOptions, 'job' | 'sources'>): JobFolder {
  refuseUnfollowable(sources);
  const job = jobFolder(path);
  makeJobFolder(job);
  secureJobFolder(job);
  refuseDuringUndo(job);
  return job;
}

/** A follower at work, which holds the lock of its job. */
export interface OpenFollower extends Disposable {
  readonly follower: Follower;
  readonly ports: FollowerPorts;
  /** Requests of the first plan. */
  readonly requests: number;
  readonly segments: number;
  /** The names of the databases. */
  readonly names: readonly string[];
}

/**
 * Opens a follower whose first plan is complete.
 *
 * @throws {JobError} `follow-differs` @throws {JobLockedError}
 */
export async function openFollower(
  job: JobFolder,
  state: FollowState,
  options: FollowerOptions,
  changes: FollowedChanges,
  isUrgent: boolean,
): Promise<OpenFollower> {
  const { sources, target, run, remember, onAnswer, maxRemovals, clock = systemClock } = options;
  using opening = new DisposableStack();
  const lock = opening.use(lockJob(job.path, clock.now()));
  using first = openPlan(job.plan);
  const inputs = await followedInputs(job, first, sources, changes);
  keepIdMap(job); // An earlier process may have ended after it appended a segment and before this.
  const after = keepFolderBefore(job, first, state, options.after);
  const ports: FollowerPorts = {
    job,
    lock,
    state,
    inputs,
    target,
    options: run,
    remember,
    onAnswer,
    maxRemovals,
    isUrgent,
    after,
    clock,
  };
  const follower = new Follower(ports);
  follower.enterRetried();
  if (maxRemovals !== undefined) endAllWaiting(state, 'removals');
  state.transaction(() => {
    const removedBefore = state.fact('changes')?.removesGone === true;
    if (changes.removesGone && !removedBefore) ringAllGone(state, clock.now());
    state.setFact('changes', changes);
  });
  const opened = opening.move();
  return {
    follower,
    ports,
    requests: first.summary.requests,
    segments: first.segments.length,
    names: sources.databases.map(({ source }) => nameOf(source)),
    [Symbol.dispose]: () => opened.dispose(),
  };
}
