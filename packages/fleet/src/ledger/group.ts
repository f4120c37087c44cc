import type { Kind } from '@chatferry/contract';
import {
  type BatchEntry,
  combinedCounts,
  countMarks,
  noOutcomes,
  type OutcomeCounts,
  type RecordOutcome,
} from '@chatferry/runner';
import { storable } from './storable.ts';

/** What is to be written together: that batches of a lane may be sent from now on, or what has changed about batches. */
export type Change =
  | { readonly kind: Kind; readonly lane: number; readonly upTo: number; readonly at: number }
  | { readonly entries: readonly BatchEntry[] };

/** A lane, as one word. */
export type LaneKey = `${Kind} ${number}`;

export function laneKey(kind: Kind, lane: number): LaneKey {
  return `${kind} ${lane}`;
}

/** The lanes that a change writes about. */
export function lanesOf(change: Change): readonly LaneKey[] {
  return 'entries' in change
    ? change.entries.map(({ batch }) => laneKey(batch.kind, batch.lane))
    : [laneKey(change.kind, change.lane)];
}

/** The first changes that fit into one statement, which can write each batch only once. */
export function fitting<T extends { readonly change: Change }>(
  waiting: readonly T[],
): readonly T[] {
  const seqs = new Set<number>();
  const end = waiting.findIndex(({ change }) => {
    if (!('entries' in change)) return false;
    if (change.entries.some(({ batch }) => seqs.has(batch.seq))) return true;
    for (const { batch } of change.entries) seqs.add(batch.seq);
    return false;
  });
  return end < 0 ? waiting : waiting.slice(0, end);
}

interface LaneRow extends OutcomeCounts {
  readonly kind: Kind;
  readonly lane: number;
  /** How often the lane was written before. */
  readonly writes: number;
  readonly announced: number;
  readonly settled: number;
  readonly requests: number;
  readonly at: number;
}

/** The rows of one statement. */
export interface GroupRows {
  readonly lanes: readonly LaneRow[];
  readonly batches: readonly object[];
  readonly outcomes: readonly object[];
  /** Records that have landed now and keep why they had not at first. */
  readonly landed: readonly object[];
  readonly troubles: readonly object[];
}

/** @param writesOf how often a lane was written so far */
export function rowsOf(changes: readonly Change[], writesOf: (lane: LaneKey) => number): GroupRows {
  const lanes = new Map<LaneKey, LaneRow>();
  const change = (kind: Kind, lane: number, what: Partial<LaneRow>, counts = noOutcomes): void => {
    const key = laneKey(kind, lane);
    const { announced = 0, settled = 0, requests = 0, at = 0 } = lanes.get(key) ?? {};
    lanes.set(key, {
      ...combinedCounts(lanes.get(key) ?? noOutcomes, counts),
      kind,
      lane,
      writes: writesOf(key),
      announced: Math.max(announced, what.announced ?? 0),
      settled: Math.max(settled, what.settled ?? 0),
      requests: requests + (what.requests ?? 0),
      at: what.at ?? at,
    });
  };
  const batches: object[] = [];
  const outcomes: object[] = [];
  const landed: object[] = [];
  const troubles: object[] = [];
  for (const each of changes) {
    if (!('entries' in each)) {
      change(each.kind, each.lane, { announced: each.upTo, at: Math.round(each.at) });
      continue;
    }
    for (const entry of each.entries) {
      const { batch, before, after } = entry;
      const { seq, kind, lane } = batch;
      const at = Math.round(entry.at);
      const had = before === undefined ? noOutcomes : countMarks(before.marks, before.state);
      change(
        kind,
        lane,
        {
          settled: after.state === 'settled' ? seq : 0,
          requests: after.attempts - (before?.attempts ?? 0),
          at,
        },
        combinedCounts(countMarks(after.marks, after.state), had, -1),
      );
      const { state, marks, attempts } = after;
      batches.push({ seq, kind, lane, state, marks, attempts, at });
      for (const outcome of lastOfEach(entry.outcomes)) {
        if (outcome.code === '') {
          landed.push({ seq, kind, lane, position: outcome.position, outcome: outcome.outcome });
          continue;
        }
        const { file, line } = batch.origins[outcome.position]!;
        outcomes.push({ seq, kind, lane, ...outcomeRow(outcome), file: storable(file), line });
      }
      for (const { records, code, message } of entry.troubles)
        troubles.push({
          seq,
          kind,
          lane,
          at,
          records,
          code: storable(code),
          message: storable(message),
        });
    }
  }
  return { lanes: [...lanes.values()], batches, outcomes, landed, troubles };
}

/** One outcome for each record: a statement writes a row once. A record that has landed keeps the reason of the one before. */
function lastOfEach(outcomes: readonly RecordOutcome[]): Iterable<RecordOutcome> {
  const last = new Map<number, RecordOutcome>();
  for (const outcome of outcomes) {
    const before = last.get(outcome.position);
    const isLanding = outcome.code === '' && before !== undefined && before.code !== '';
    last.set(outcome.position, isLanding ? { ...before, outcome: outcome.outcome } : outcome);
  }
  return last.values();
}

function outcomeRow({ details, cause, ...outcome }: RecordOutcome): object {
  const { position, id, outcome: name, code, message, mayHaveLanded, attempts } = outcome;
  return {
    position,
    id: storable(id),
    outcome: name,
    code: storable(code),
    message: storable(message),
    details: details === undefined ? null : storable(JSON.stringify(details)),
    cause: cause === undefined ? null : storable(cause),
    may_have_landed: mayHaveLanded,
    attempts,
  };
}
