import type { PlannedChanges } from './planned-changes.ts';
import type { PlanRules } from '../plan/plan-rules.ts';
import { batchBytes, BatchCutter } from '../batching/batch-cutter.ts';
import type { BatchSink } from '../batching/batch-sink.ts';

/** Cuts the changes of landed records into batches, each kind in one lane. */
export function cutChanges(changes: PlannedChanges, rules: PlanRules, sink: BatchSink): void {
  for (const kind of changes.counts.keys()) {
    const bytes = batchBytes(kind, changes.largest, rules);
    const arena = new Uint8Array(bytes + changes.largest);
    const cutter = new BatchCutter(kind, arena, bytes, { ...rules, lanes: 1 }, sink);
    for (const { wire, origin } of changes.of(kind)) {
      arena.set(wire, bytes);
      cutter.addInTurn(bytes, bytes + wire.length, origin);
    }
    cutter.finish();
  }
}
