import { existsSync, rmSync } from 'node:fs';
import type { Clock } from '@chatferry/client';
import { type Kind, kinds } from '@chatferry/contract';
import type { JobFolder } from '@chatferry/job';
import { afterConfigOf, sendPlan, type Sending } from '@chatferry/job/following';
import { openPlan, type Plan, type PlanSegment, subjectOf } from '@chatferry/planner';
import {
  type JobLock,
  openLandedMarks,
  type RunEvent,
  type RunOptions,
  type RunResult,
} from '@chatferry/runner';
import { indexLandedSince, indexSegment, KnownIndex } from './changes/known-index.ts';
import { reconcile, type Reconciled } from './changes/reconcile.ts';
import {
  countToRead,
  countWaiting,
  endAllWaiting,
  endWaiting,
  keysToRead,
  ring,
} from './changes/rung-keys.ts';
import { openSources } from './planning/changed-rows.ts';
import type { FollowedInputs } from './planning/followed-inputs.ts';
import { makeSegment } from './planning/make-segment.ts';
import { forgetRemoved, keepIdMap } from './planning/keep-ids.ts';
import { sealSegment, type SegmentPositions } from './planning/seal-segment.ts';
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
    const { job, lock, target, remember, clock } = this.#ports;
    let result: RunResult;
    {
      using plan = openPlan(job.plan);
      const options = this.#optionsFor(plan);
      const events = sendPlan({ job, lock, plan, target, options, remember, stop, clock });
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
    const onLanded = (kind: Kind, id: string): void => this.#endWaitingFor(kind, id);
    for (const segment of plan.segments) {
      if (settled.get(segment.no) !== undefined) continue;
      await forgetRemoved(job, plan, segment);
      state.transaction(() => {
        indexSegment({ state, index: known, job: earlier, onLanded }, segment);
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
    const onLanded = (kind: Kind, id: string): void => {
      this.#endWaitingFor(kind, id);
      for (const query of queries) ring(state, query, keysOfId(state, query, id), clock.now());
    };
    state.transaction(() => {
      const landed = indexLandedSince({ state, index: known, job: earlier, onLanded });
      if (landed > 0) endAllWaiting(state, 'unsent');
    });
  }

  #endWaitingFor(kind: Kind, id: string): void {
    if (kinds[kind].changes === undefined)
      endWaiting(this.#ports.state, 'missing', `${subjectOf(kind)}:${id}`);
  }

  #open(): OpenIndex {
    const { job, state, after } = this.#ports;
    const opened = new DisposableStack();
    try {
      const plan = opened.use(openPlan(job.plan));
      const marks = opened.use(openLandedMarks(job.ledger, plan));
      const earlier = { plan, marksOf: (seq: number) => marks.marksOf(seq) };
      const before = planBefore(plan, after);
      if (before !== undefined) opened.use(before);
      const known = new KnownIndex(state, earlier, before);
      return { plan, earlier, known, [Symbol.dispose]: () => opened.dispose() };
    } catch (error) {
      opened.dispose();
      throw error;
    }
  }
}

interface OpenIndex extends Disposable {
  readonly plan: Plan;
  readonly earlier: { readonly plan: Plan; readonly marksOf: (seq: number) => string | undefined };
  readonly known: KnownIndex;
}

/** The plan of the job that is followed: it has the contents of what landed there. It may be gone, or be another one by now. */
function planBefore(plan: Plan, folder: string): Plan | undefined {
  const file = `${folder}/plan.sqlite`;
  if (!existsSync(file)) return undefined;
  const before = openPlan(file);
  if (afterConfigOf(plan)?.plan === before.id) return before;
  before.close();
  return undefined;
}

/** How long the oldest change of a segment took, in milliseconds; undefined for the first segment. */
export function lagOf(segment: PlanSegment, settledAt: number): number | undefined {
  const positions = segment.positions as SegmentPositions | undefined;
  return positions === undefined ? undefined : settledAt - positions.rungAt;
}
