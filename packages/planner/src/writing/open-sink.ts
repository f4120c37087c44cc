import { kindsInOrder } from '@chatferry/contract';
import type { BatchSink } from '../batching/batch-sink.ts';
import { largestBatch } from '../batching/cut-batches.ts';
import type { PlanRules } from '../plan/plan-rules.ts';
import type { RecordSpool } from '../spool/record-spool.ts';
import { type MemoryUse, usesThread } from '../storage/memory-use.ts';
import { BatchWriter } from './batch-writer.ts';
import { planFileIn } from './build-folder.ts';
import { ThreadedBatchWriter } from './threaded-batch-writer.ts';

interface SinkTask {
  readonly rules: PlanRules;
  readonly memory?: MemoryUse | undefined;
}

/**
 * Opens the writer for the records of these spools, in a second thread when there is much to write, unless memory is small.
 *
 * @param mostMadeBytes maximum bytes of a made record
 */
export function openSink(
  folder: string,
  { rules, memory = 'usual' }: SinkTask,
  spools: readonly RecordSpool[],
  mostMadeBytes: number,
): BatchSink {
  const bytes = spools.reduce((sum, { bodies }) => sum + bodies.bytes, 0);
  if (!usesThread(bytes, memory)) return new BatchWriter(planFileIn(folder));
  const largest = spools.map((spool) => largestBatch(spool, mostMadeBytes, rules));
  return openThread(folder, rules, Math.max(...largest));
}

/** Opens a writer in a second thread. @param bytes maximum size of a batch */
export function openThread(folder: string, rules: PlanRules, bytes: number): BatchSink {
  const records = rules.recordsPerRequest;
  return new ThreadedBatchWriter(planFileIn(folder), { kinds: kindsInOrder, records, bytes });
}
