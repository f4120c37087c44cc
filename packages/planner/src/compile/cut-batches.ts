import type { Kind } from '@chatferry/contract';
import { BatchCutter, batchRoom } from './batch-cutter.ts';
import type { BatchSink } from './batch-sink.ts';
import type { CompileParts } from './compile-parts.ts';
import type { KindIntake } from './kind-intake.ts';
import { balanceLanes } from './lanes.ts';
import { packOrigin } from './origin.ts';
import { RecordMerge, windowBytes } from './record-merge.ts';
import type { PlanRules } from '../plan-rules.ts';
import type { RecordSpool } from './record-spool.ts';
import { PLACEHOLDER_INPUT } from '../plan-schema.ts';

/** Records between two signs of life. */
const STEP = 20_000;
/** More bytes than any placeholder has. */
const PLACEHOLDER_BYTES = 512;

/** How far the making of the batches has come. */
export interface PlanProgress {
  readonly kind: Kind;
  /** Records looked at so far. */
  readonly done: number;
  readonly total: number;
}

/** Cuts the records of one kind into batches: messages by time within the lane of their conversation, others in turn. */
export function* cutBatches(
  kind: Kind,
  intake: KindIntake,
  parts: CompileParts,
  sink: BatchSink,
): Generator<PlanProgress> {
  const { spool, dropped } = intake;
  const { rules, twoPersonGroups } = parts;
  const room = roomPerBatch(intake.spool, rules);
  const windows = rules.lanes * room;
  const arena = roomFor(windows + Math.max(spool.runs.length, 1) * windowBytes(spool), parts);
  const cutter = new BatchCutter(kind, arena, room, rules, sink);
  const merge = new RecordMerge(spool, arena, windows);
  const laneOf = kind === 'messages' ? balanceLanes(intake.counts, rules.lanes) : undefined;
  let done = 0;
  while (merge.next()) {
    if (++done % STEP === 0) yield { kind, done, total: spool.records };
    if (dropped.has(merge.ordinal)) continue;
    const { start, end, origin } = merge;
    if (twoPersonGroups.replaces(kind, arena.subarray(start, end))) {
      parts.tallies[kind].merged++;
      continue;
    }
    if (laneOf === undefined) cutter.addInTurn(start, end, origin);
    else cutter.add(laneOf[merge.bucket]!, start, end, origin);
  }
  if (kind === 'users')
    for (const wire of parts.placeholders.records()) {
      arena.set(wire, windows);
      cutter.addInTurn(windows, windows + wire.length, packOrigin(PLACEHOLDER_INPUT, 0));
    }
  cutter.finish();
  yield { kind, done, total: spool.records };
}

/** Bytes that a batch of these records can need, placeholders included. */
export function roomPerBatch({ kind, largest }: RecordSpool, rules: PlanRules): number {
  return batchRoom(kind, Math.max(largest, PLACEHOLDER_BYTES), rules);
}

/** No more blocks come in, so a buffer for them is free for this. */
function roomFor(bytes: number, { buffers }: CompileParts): Uint8Array {
  const [{ bytes: room }] = buffers;
  return bytes <= room.length ? room : new Uint8Array(bytes);
}
