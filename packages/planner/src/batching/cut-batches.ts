import { type Kind, kinds } from '@chatferry/contract';
import { PLACEHOLDER_INPUT } from '../plan/plan-schema.ts';
import type { PlanRules } from '../plan/plan-rules.ts';
import { numberEntry } from '../spool/number-entry.ts';
import { packOrigin } from '../spool/origin.ts';
import { RecordMerge, windowBytes } from '../spool/record-merge.ts';
import type { RecordSpool } from '../spool/record-spool.ts';
import { batchBytes, BatchCutter } from './batch-cutter.ts';
import type { BatchSink } from './batch-sink.ts';
import { balanceLanes } from './lanes.ts';

/** Records between two progress reports. */
const STEP = 20_000;
/** More bytes than any placeholder has. */
const PLACEHOLDER_BYTES = 2048;

/** Progress of cutting batches. */
export interface PlanProgress {
  readonly kind: Kind;
  /** Records read back so far. */
  readonly done: number;
  readonly total: number;
}

/** Where records and their memory come from. */
export interface RecordSources {
  readonly spool: RecordSpool;
  /** Whether a spooled record is not sent. */
  readonly isExcluded: (wire: Uint8Array) => boolean;
  /** Records without a row, sent after the others. */
  readonly placeholders: Iterable<Uint8Array>;
  /** Memory that is used instead of new memory, if it is large enough. */
  readonly memory: Uint8Array;
}

/** Cuts the records of one kind into batches: messages by time within the lane of their conversation, others in rotation. */
export function* cutBatches(
  { spool, isExcluded, placeholders, memory }: RecordSources,
  rules: PlanRules,
  sink: BatchSink,
): Generator<PlanProgress> {
  const { kind } = spool;
  const bytes = largestBatch(spool, rules);
  const windows = rules.lanes * bytes;
  const numberedAt = windows + Math.max(spool.runs.length, 1) * windowBytes(spool);
  const needed = numberedAt + spool.largest;
  const arena = needed <= memory.length ? memory : new Uint8Array(needed);
  const cutter = new BatchCutter(kind, arena, bytes, rules, sink);
  const merge = new RecordMerge(spool, arena, windows);
  const laneOf =
    kinds[kind].lanes === 'conversation' ? balanceLanes(spool.counts, rules.lanes) : undefined;
  let done = 0;
  while (merge.next()) {
    if (++done % STEP === 0) yield { kind, done, total: spool.records };
    if (spool.dropped.has(merge.ordinal)) continue;
    const { origin } = merge;
    let { start, end } = merge;
    if (isExcluded(arena.subarray(start, end))) continue;
    const number = spool.numberOf(merge.ordinal);
    if (number !== undefined) {
      const entry = numberEntry(kind, arena.subarray(start, end), number);
      arena.set(entry, numberedAt);
      start = numberedAt;
      end = start + entry.length;
    }
    if (laneOf === undefined) cutter.addInTurn(start, end, origin);
    else cutter.add(laneOf[merge.bucket]!, start, end, origin);
  }
  for (const wire of placeholders) {
    arena.set(wire, windows);
    cutter.addInTurn(windows, windows + wire.length, packOrigin(PLACEHOLDER_INPUT, 0));
  }
  cutter.finish();
  yield { kind, done, total: spool.records };
}

/** Maximum size in bytes of a batch of these records, placeholders included. */
export function largestBatch({ kind, largest }: RecordSpool, rules: PlanRules): number {
  return batchBytes(kind, Math.max(largest, PLACEHOLDER_BYTES), rules);
}
