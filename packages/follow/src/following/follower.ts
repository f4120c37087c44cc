import { rmSync } from 'node:fs';
import type { Kind } from '@chatferry/contract';
import { type ReasonToWait, sendPlan } from '@chatferry/job/following';
import { openPlan, type Plan, type PlanSegment } from '@chatferry/planner';
import type { RunEvent, RunOptions, RunResult, StopSignals } from '@chatferry/runner';
import { countGone } from '../changes/gone-records.ts';
import { indexLandedSince, indexSegment } from '../changes/known-index.ts';
import { countOpen } from '../changes/open-records.ts';
import { noteWriters, unlessAborted } from '../changes/open-writers.ts';
import { openIndex, type OpenIndex } from '../changes/open-index.ts';
import { reconcile, type Reconciled, type RestOfRanges } from '../changes/reconcile.ts';
import {
  countToRead,
  countWaiting,
  endAllWaiting,
  keysThatLack,
  keysToRead,
  ring,
  type RungKey,
} from '../changes/rung-keys.ts';
import { openSources } from '../planning/changed-rows.ts';
import { makeSegment } from '../planning/make-segment.ts';
import { keepIdMap } from '../planning/keep-id-map.ts';
import { sealSegment } from '../planning/seal-segment.ts';
import { segmentSummary } from '../planning/segment-summary.ts';
import { keysOfId } from '../state/planned-rows.ts';
import type { FollowerPorts } from './follower-ports.ts';
import { gapMs } from './timing.ts';

/** The most rows of one segment. */
const MOST_ROWS = 2000;

/** A segment that was appended. */
interface SealedSegment {
  readonly no: number;
  /** Records to send, by kind. */
  readonly records: Readonly<Partial<Record<Kind, number>>>;
  readonly requests: number;
}

/** The result for keys that rang. */
export interface Flushed {
  /** Keys that were read. */
  readonly keys: number;
  /** Absent when there is nothing to send or to keep. */
  readonly segment?: SealedSegment | undefined;
}

/** Finds changes in the sources, plans them in segments and sends them, step by step. Each step may be the last. */
export class Follower {
  readonly #ports: FollowerPorts;
  /** The earliest time of the next run, on the monotonic clock: the runs of two segments share the quota. */
  #nextRunAt = -Infinity;

  constructor(ports: FollowerPorts) {
    this.#ports = ports;
  }

  /** Keys that are to be read. */
  get toRead(): number {
    return countToRead(this.#ports.state);
  }

  /** Failed records that no later segment contains: a retry sends them. */
  get failedRecords(): number {
    return countOpen(this.#ports.state);
  }

  /** Records in the app whose rows are gone. */
  get goneRecords(): number {
    return countGone(this.#ports.state);
  }

  /** Rows that wait, by reason. */
  get waiting(): Readonly<Record<ReasonToWait, number>> {
    return countWaiting(this.#ports.state);
  }

  /** Rows that wait, for any reason. */
  get waitingRows(): number {
    return Object.values(this.waiting).reduce((sum, each) => sum + each, 0);
  }

  /** Milliseconds since 1970. */
  now(): number {
    return this.#ports.clock.now();
  }

  /** Milliseconds since a fixed moment. */
  monotonicMs(): number {
    return this.#ports.clock.monotonicMs();
  }

  /**
   * Compares the sources with the planned rows.
   *
   * @param rest the ranges that the previous call has left @throws {SourceError} @throws the signal's reason
   */
  async reconcile(
    signal: AbortSignal,
    rest?: RestOfRanges,
  ): Promise<Reconciled & { readonly rest?: RestOfRanges }> {
    const { state, inputs, clock } = this.#ports;
    await using sources = await openSources(inputs, signal);
    const found = await reconcile(state, sources.queries, clock.now(), signal, rest);
    // Do this last, because an error of the server ends the transaction.
    noteWriters(state, await sources.openWriters().catch(unlessAborted(signal)), clock.now());
    return found;
  }

  /** The tables of the sources that open transactions have written. @throws {SourceError} @throws the signal's reason */
  async writtenTables(signal: AbortSignal): Promise<readonly string[]> {
    await using sources = await openSources(this.#ports.inputs, signal);
    const writers = await sources.openWriters();
    return [...new Set(writers.flatMap(({ tables }) => tables))].toSorted();
  }

  /** Rejects rows that wait for a record that will never land. @returns their number */
  async rejectWaiting(signal: AbortSignal): Promise<number> {
    const keys = keysThatLack(this.#ports.state, MOST_ROWS);
    if (keys.length > 0) await this.#flush(keys, false, signal);
    return keys.length;
  }

  /**
   * Reads the rows of keys that rang, and appends the changes as a segment. Call it when all earlier segments are settled.
   *
   * @throws {SourceError} @throws {PlanError} @throws the signal's reason
   */
  async flush(signal: AbortSignal): Promise<Flushed> {
    const keys = keysToRead(this.#ports.state, MOST_ROWS);
    return keys.length === 0 ? { keys: 0 } : await this.#flush(keys, true, signal);
  }

  async #flush(
    keys: readonly RungKey[],
    letsMissingWait: boolean,
    signal: AbortSignal,
  ): Promise<Flushed> {
    const { job, state, inputs, maxRemovals, clock } = this.#ports;
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
      letsMissingWait,
      now,
      signal,
    });
    const added = sealSegment(job, state, plan, made, now);
    const { kinds, requests, hasIds } = segmentSummary(made.folder);
    rmSync(made.folder.path, { recursive: true }); // The folder holds people's texts.
    if (added === undefined) return { keys: keys.length };
    if (hasIds) keepIdMap(job);
    const filled = Object.entries(kinds).filter(([, { planned }]) => planned > 0);
    const records = Object.fromEntries(filled.map(([kind, { planned }]) => [kind, planned]));
    return { keys: keys.length, segment: { no: added.no, records, requests } };
  }

  /** The first segment that is not settled; undefined when all segments are. */
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

  /** Sends the rest of the plan. Completely sent segments are then settled. @throws the reason of `stop.finish` before it begins */
  async *send(stop: StopSignals): AsyncGenerator<RunEvent, RunResult> {
    const { job, lock, target, remember, onAnswer, clock, options: given } = this.#ports;
    await clock.sleep(Math.max(this.#nextRunAt - clock.monotonicMs(), 0), stop.finish);
    const sentAt = clock.monotonicMs();
    let result: RunResult;
    {
      using plan = openPlan(job.plan);
      const options = this.#optionsFor(plan);
      const sending = { job, lock, plan, target, options, remember, stop, onAnswer, clock };
      const events = sendPlan(sending);
      try {
        let next = await events.next();
        for (; next.done !== true; next = await events.next()) yield next.value;
        result = next.value;
      } finally {
        await events.return(undefined as never);
      }
    }
    this.#nextRunAt = sentAt + result.requests * gapMs(given);
    if (result.end === 'finished') await this.#settle();
    return result;
  }

  /** Keeps half of the quota for the time when everything has to land as soon as possible, unless there is much to send. */
  #optionsFor({ segments }: Plan): RunOptions {
    const { options, isUrgent } = this.#ports;
    const { requestsPerMinute: rate } = options;
    if (isUrgent || typeof rate !== 'number' || segments.length === 1 || this.toRead > 0)
      return options;
    return { ...options, requestsPerMinute: Math.ceil(rate / 2) };
  }

  /** Enters the records of completely sent segments. */
  async #settle(): Promise<void> {
    const { state, clock } = this.#ports;
    using opened = this.#open();
    const { plan, earlier, known } = opened;
    const settled = state.sql('SELECT 1 FROM settled WHERE no = ?');
    for (const segment of plan.segments) {
      if (settled.get(segment.no) !== undefined) continue;
      state.transaction(() => {
        indexSegment({ state, index: known, job: earlier }, segment);
        state.sql('INSERT INTO settled VALUES (?, ?)').run(segment.no, clock.now());
      });
    }
  }

  /**
   * Enters the records that a retry has sent since their segments were settled. Their rows are read again, because they may have changed or
   * gone meanwhile.
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
