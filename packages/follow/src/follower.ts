import { rmSync } from 'node:fs';
import type { Clock } from '@chatferry/client';
import type { Kind } from '@chatferry/contract';
import type { JobFolder } from '@chatferry/job';
import { type SegmentPositions, sendPlan, type Sending } from '@chatferry/job/following';
import { openPlan, type Plan, type PlanSegment } from '@chatferry/planner';
import { type JobLock, type RunEvent, type RunOptions, type RunResult } from '@chatferry/runner';
import { indexLandedSince, indexSegment } from './changes/known-index.ts';
import { openIndex, type OpenIndex } from './changes/open-index.ts';
import { reconcile, type Reconciled } from './changes/reconcile.ts';
import { countToRead, countWaiting, endAllWaiting, keysToRead, ring } from './changes/rung-keys.ts';
import { openSources } from './planning/changed-rows.ts';
import type { FollowedInputs } from './planning/followed-inputs.ts';
import { makeSegment } from './planning/make-segment.ts';
import { forgetRemoved, keepIdMap } from './planning/keep-ids.ts';
import { sealSegment } from './planning/seal-segment.ts';
import { segmentSummary } from './planning/segment-summary.ts';
import type { FollowState } from './state/follow-state.ts';
import { keysOfId } from './state/planned-rows.ts';

/** The most rows of one segment. */
const MOST_ROWS = 2000;

/** What a follower works with. It holds the lock of the job until it ends. */
export interface FollowerPorts {
  readonly job: JobFolder;
  readonly lock: JobLock;
  readonly state: FollowState;
  readonly inputs: FollowedInputs;
  readonly target: Sending['target'];
  readonly options: RunOptions;
  readonly remember: Sending['remember'];
  readonly onAnswer: Sending['onAnswer'];
  readonly maxRemovals: number | undefined;
  /** The folder of the job that is followed. */
  readonly after: string;
  readonly clock: Clock;
}

/** A segment that was appended. */
interface SealedSegment {
  readonly no: number;
  /** Records to send, by kind. */
  readonly records: Readonly<Partial<Record<Kind, number>>>;
  readonly requests: number;
}

/** What was done about keys that rang. */
export interface Flushed {
  /** Keys that were read. */
  readonly keys: number;
  /** Absent when nothing is to be sent or kept. */
  readonly segment?: SealedSegment | undefined;
}

/** Finds what changed in the sources, plans it in segments and sends them, step by step: each may be the last one. */
export class Follower {
  readonly #ports: FollowerPorts;

  constructor(ports: FollowerPorts) {
    this.#ports = ports;
  }

  /** Keys that are to be read. */
  get toRead(): number {
    return countToRead(this.#ports.state);
  }

  get waiting(): ReturnType<typeof countWaiting> {
    return countWaiting(this.#ports.state);
  }

  /** Compares the sources with what was planned. @throws {SourceError} @throws the signal's reason */
  async reconcile(signal: AbortSignal): Promise<Reconciled> {
    const { state, inputs, clock } = this.#ports;
    await using sources = await openSources(inputs, signal);
    const now = clock.now();
    const found = await reconcile(state, sources.queries, now, signal);
    state.transaction(() => {
      if (!found.isWhole) return;
      state.setFact('reconciledAt', now);
      state.setFact('reconciledKeys', found.keys);
    });
    return found;
  }

  /**
   * Reads the rows of keys that rang and appends what changed as a segment. Call it when the segments before are settled.
   *
   * @throws {SourceError} @throws {PlanError} @throws the signal's reason
   */
  async flush(signal: AbortSignal): Promise<Flushed> {
    const { job, state, inputs, maxRemovals, clock } = this.#ports;
    const keys = keysToRead(state, MOST_ROWS);
    if (keys.length === 0) return { keys: 0 };
    await using sources = await openSources(inputs, signal);
    const now = clock.now();
    using opened = this.#open();
    const { plan, earlier, known } = opened;
    const made = await makeSegment({
      job,
      state,
      earlier,
      known,
      inputs,
      sources,
      keys,
      maxRemovals,
      now,
      signal,
    });
    const added = sealSegment(job, state, plan, made, now);
    const { kinds, requests, hasIds } = segmentSummary(made.folder);
    rmSync(made.folder.path, { recursive: true }); // It holds people's texts.
    if (added === undefined) return { keys: keys.length };
    if (hasIds) keepIdMap(job);
    const filled = Object.entries(kinds).filter(([, { planned }]) => planned > 0);
    const records = Object.fromEntries(filled.map(([kind, { planned }]) => [kind, planned]));
    return { keys: keys.length, segment: { no: added.no, records, requests } };
  }

  /** The first segment that is not settled; undefined when all are. */
  unsettled(): PlanSegment | undefined {
    const { job, state } = this.#ports;
    using plan = openPlan(job.plan);
    const settled = state.sql('SELECT 1 FROM settled WHERE no = ?');
    return plan.segments.find(({ no }) => settled.get(no) === undefined);
  }

  /** Settles segments that have nothing to send. */
  async settle(): Promise<void> {
    await this.#settle();
  }

  /** Sends what is left of the plan. Segments that are sent whole are settled then. */
  async *send(stop: Sending['stop']): AsyncGenerator<RunEvent, RunResult> {
    const { job, lock, target, remember, onAnswer, clock } = this.#ports;
    let result: RunResult;
    {
      using plan = openPlan(job.plan);
      const options = this.#optionsFor(plan);
      const events = sendPlan({
        job,
        lock,
        plan,
        target,
        options,
        remember,
        stop,
        onAnswer,
        clock,
      });
      try {
        let next = await events.next();
        for (; next.done !== true; next = await events.next()) yield next.value;
        result = next.value;
      } finally {
        await events.return(undefined as never);
      }
    }
    if (result.end === 'finished') await this.#settle();
    return result;
  }

  /** Half of the quota is kept for the time when all has to land as soon as possible, unless there is much to send. */
  #optionsFor({ segments }: Plan): RunOptions {
    const { options } = this.#ports;
    const { requestsPerMinute: rate } = options;
    if (typeof rate !== 'number' || segments.length === 1 || this.toRead > 0) return options;
    return { ...options, requestsPerMinute: Math.ceil(rate / 2) };
  }

  /** Enters the records of segments that are sent. */
  async #settle(): Promise<void> {
    const { job, state, clock } = this.#ports;
    using opened = this.#open();
    const { plan, earlier, known } = opened;
    const settled = state.sql('SELECT 1 FROM settled WHERE no = ?');
    for (const segment of plan.segments) {
      if (settled.get(segment.no) !== undefined) continue;
      await forgetRemoved(job, plan, segment);
      state.transaction(() => {
        indexSegment({ state, index: known, job: earlier }, segment);
        state.sql('INSERT INTO settled VALUES (?, ?)').run(segment.no, clock.now());
      });
    }
  }

  /**
   * Enters the records that a retry has sent since their segments were settled. Their rows are read again: they may have changed meanwhile, or
   * be gone.
   */
  enterRetried(): void {
    const { state, clock } = this.#ports;
    const queries = Object.keys(state.fact('isNumbered')!);
    using opened = this.#open();
    const { earlier, known } = opened;
    state.transaction(() => {
      const landed = indexLandedSince({ state, index: known, job: earlier });
      for (const id of landed)
        for (const query of queries) ring(state, query, keysOfId(state, query, id), clock.now());
      if (landed.length > 0) endAllWaiting(state, 'unsent');
    });
  }

  #open(): OpenIndex {
    const { job, state, after } = this.#ports;
    return openIndex(job, state, after);
  }
}

/** How long the oldest change of a segment took, in milliseconds; undefined for the first segment. */
export function lagOf(segment: PlanSegment, settledAt: number): number | undefined {
  const positions = segment.positions as SegmentPositions | undefined;
  return positions === undefined ? undefined : settledAt - positions.rungAt;
}
