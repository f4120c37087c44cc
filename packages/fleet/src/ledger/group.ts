import type { Kind } from '@chatferry/contract';
import {
  type BatchEntry,
  combinedCounts,
  countMarks,
  type Durability,
  noOutcomes,
  type OutcomeCounts,
} from '@chatferry/runner';
import { type HeldLanes, laneKey, type LaneKey } from './held-lanes.ts';
import { lastOfEach, outcomeRow } from './outcome-row.ts';
import { storable } from './storable.ts';

/** A change to write: batches of a lane may be sent from now on, or batches have changed. */
export type Change =
  | { readonly kind: Kind; readonly lane: number; readonly upTo: number; readonly at: number }
  | { readonly entries: readonly BatchEntry[] };

/** A change, and the holder of its lanes. */
export interface HeldChange {
  readonly held: HeldLanes;
  readonly change: Change;
  readonly outlives: Durability;
}

/** The first changes that fit into one statement, which can write each batch only once. */
export function fitting<T extends HeldChange>(waiting: readonly T[]): readonly T[] {
  const seen = new Map<HeldLanes, Set<number>>();
  const end = waiting.findIndex(({ held, change }) => {
    if (!('entries' in change)) return false;
    const seqs = seen.get(held) ?? new Set<number>();
    if (change.entries.some(({ batch }) => seqs.has(batch.seq))) return true;
    for (const { batch } of change.entries) seqs.add(batch.seq);
    seen.set(held, seqs);
    return false;
  });
  return end < 0 ? waiting : waiting.slice(0, end);
}

interface LaneRow extends OutcomeCounts {
  /** The position of the lane in the list. */
  readonly n: number;
  readonly job: number;
  readonly token: string;
  readonly kind: Kind;
  readonly lane: number;
  /** How often the lane was written before. */
  readonly writes: number;
  readonly announced: number;
  /** When the first of these batches was announced; 0 without one. */
  readonly announcedAt: number;
  readonly settled: number;
  readonly requests: number;
  readonly at: number;
}

/** The rows of one statement, and what its commit has to survive. */
export interface GroupRows {
  readonly outlives: Durability;
  readonly lanes: readonly LaneRow[];
  readonly batches: readonly object[];
  readonly outcomes: readonly object[];
  /** Records that have landed in a retry and keep their first reason. */
  readonly landed: readonly object[];
  readonly troubles: readonly object[];
}

export function rowsOf(changes: readonly HeldChange[]): GroupRows {
  const lanes: LaneRow[] = [];
  const batches: object[] = [];
  const outcomes: object[] = [];
  const landed: object[] = [];
  const troubles: object[] = [];
  const positions = new Map<HeldLanes, Map<LaneKey, number>>();
  /** @returns `n` of the lane */
  const add = (
    held: HeldLanes,
    { kind, lane }: { readonly kind: Kind; readonly lane: number },
    what: Partial<LaneRow>,
    counts = noOutcomes,
  ): number => {
    const key = laneKey(kind, lane);
    const ofHolder = positions.get(held) ?? new Map<LaneKey, number>();
    positions.set(held, ofHolder);
    const n = ofHolder.get(key) ?? lanes.length;
    ofHolder.set(key, n);
    const { announced = 0, announcedAt = 0, settled = 0, requests = 0, at = 0 } = lanes[n] ?? {};
    lanes[n] = {
      ...combinedCounts(lanes[n] ?? noOutcomes, counts),
      n,
      job: held.job,
      token: held.token,
      kind,
      lane,
      writes: held.writes.get(key) ?? -1,
      announced: Math.max(announced, what.announced ?? 0),
      announcedAt: announcedAt === 0 ? (what.announcedAt ?? 0) : announcedAt,
      settled: Math.max(settled, what.settled ?? 0),
      requests: requests + (what.requests ?? 0),
      at: what.at ?? at,
    };
    return n;
  };
  for (const { held, change } of changes) {
    if (!('entries' in change)) {
      const announcedAt = Math.floor(change.at);
      add(held, change, { announced: change.upTo, announcedAt, at: Math.round(change.at) });
      continue;
    }
    for (const entry of change.entries) {
      const { batch, before, after } = entry;
      const { seq } = batch;
      const { state, marks, attempts } = after;
      const at = Math.round(entry.at);
      const had = before === undefined ? noOutcomes : countMarks(before.marks, before.state);
      const settled = state === 'settled' ? seq : 0;
      const requests = attempts - (before?.attempts ?? 0);
      const counts = combinedCounts(countMarks(marks, state), had, -1);
      const n = add(held, batch, { settled, requests, at }, counts);
      const begunAt = Math.floor(entry.begunAt ?? at);
      batches.push({ n, seq, state, marks, attempts, begunAt, at });
      for (const outcome of lastOfEach(entry.outcomes)) {
        const { position } = outcome;
        if (outcome.code === '') landed.push({ n, seq, position, outcome: outcome.outcome });
        else outcomes.push({ n, seq, ...outcomeRow(outcome, batch.origins[position]!) });
      }
      for (const { records, code, message } of entry.troubles)
        troubles.push({ n, seq, at, records, code: storable(code), message: storable(message) });
    }
  }
  const outlives = changes.some((each) => each.outlives === 'power-cut')
    ? 'power-cut'
    : 'process-end';
  return { outlives, lanes, batches, outcomes, landed, troubles };
}
