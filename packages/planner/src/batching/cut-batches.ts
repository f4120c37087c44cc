import { type Kind, kinds } from '@chatferry/contract';
import type { MadeWires } from '../making/making.ts';
import { MADE_INPUT } from '../plan/plan-schema.ts';
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

/** Progress of cutting batches. */
export interface PlanProgress {
  readonly kind: Kind;
  /** Records read back so far. */
  readonly done: number;
  readonly total: number;
}

/** Whether a spooled record is not sent because it landed before. @param wire makes a view of the record with the number of its id; rarely needed */
export type IsSettled = (ordinal: number, wire: () => Uint8Array, origin: number) => boolean;

/** The records to cut, and the memory for them. */
export interface RecordSources {
  readonly spool: RecordSpool;
  /** Whether a record is not sent. Undefined when all are sent, which is nearly always: then no object is made for each record. */
  readonly isExcluded: ((wire: Uint8Array) => boolean) | undefined;
  /** Absent: no records landed before. */
  readonly isSettled?: IsSettled | undefined;
  /** How many lanes to use; default all. */
  readonly lanes?: number | undefined;
  /** Records without a row, sent after the others. */
  readonly made: MadeWires;
  /** Memory that is used instead of new memory, if it is large enough. */
  readonly memory: Uint8Array;
}

/** Cuts the records of one kind into batches: messages, and records that belong to them, by time within their lane, other records in rotation. */
export function* cutBatches(
  { spool, isExcluded, isSettled, lanes: most, made, memory }: RecordSources,
  rules: PlanRules,
  sink: BatchSink,
): Generator<PlanProgress> {
  const { kind } = spool;
  const bytes = largestBatch(spool, made.mostBytes, rules);
  const windows = rules.lanes * bytes;
  const numberedAt = windows + Math.max(spool.runs.length, 1) * windowBytes(spool);
  const needed = numberedAt + Math.max(spool.largest, made.mostBytes);
  const arena = needed <= memory.length ? memory : new Uint8Array(needed);
  const cutter = new BatchCutter(kind, arena, bytes, rules, sink);
  const merge = new RecordMerge(spool, arena, windows);
  const { lanes } = kinds[kind];
  const hasBuckets = lanes === 'conversation' || lanes === 'message';
  const laneOf = hasBuckets ? balanceLanes(spool.counts, most ?? rules.lanes) : undefined;
  const isByOwner = lanes === 'owner';
  let done = 0;
  /** Offset one past the record, if its id has a number; else 0. */
  let numberedEnd = 0;
  const record = (): Uint8Array => {
    if (numberedEnd > 0) return arena.subarray(numberedAt, numberedEnd);
    merge.load();
    return arena.subarray(merge.start, merge.end);
  };
  while (merge.next()) {
    if (++done % STEP === 0) yield { kind, done, total: spool.records };
    if (spool.dropped.has(merge.ordinal) || spool.moved.has(merge.ordinal)) continue;
    const { origin } = merge;
    numberedEnd = 0;
    if (isExcluded?.(record()) === true) continue;
    const number = spool.numberOf(merge.ordinal);
    if (number !== undefined) {
      const entry = numberEntry(kind, record(), number);
      arena.set(entry, numberedAt);
      numberedEnd = numberedAt + entry.length;
    }
    if (isSettled?.(merge.ordinal, record, origin) === true) continue;
    merge.load();
    const start = numberedEnd > 0 ? numberedAt : merge.start;
    const end = numberedEnd > 0 ? numberedEnd : merge.end;
    if (laneOf === undefined) cutter.addInTurn(start, end, origin, isByOwner ? merge.time : 0);
    else cutter.add(laneOf[merge.bucket]!, start, end, origin);
  }
  for (const wire of made.wires) {
    if (isExcluded?.(wire) === true) continue;
    arena.set(wire, numberedAt);
    cutter.addInTurn(numberedAt, numberedAt + wire.length, packOrigin(MADE_INPUT, 0));
  }
  cutter.finish();
  yield { kind, done, total: spool.records };
}

/** Maximum size in bytes of a batch of these records. @param most size that no made record exceeds */
export function largestBatch(spool: RecordSpool, most: number, rules: PlanRules): number {
  return batchBytes(spool.kind, Math.max(spool.largest, most), rules);
}
