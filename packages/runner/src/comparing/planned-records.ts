import type { Kind, Row } from '@chatferry/contract';
import { type Batch, entryOf, type Plan } from '@chatferry/planner';
import { recordRow } from '../routes/record-row.ts';

/** A record of the plan, and its position there. */
export interface PlannedRecord {
  readonly id: string;
  readonly file: string;
  readonly line: number;
  /** Number of its batch in the plan. */
  readonly seq: number;
  /** 0-based, in the batch. */
  readonly position: number;
  /** The record as it is sent; parsed only when asked for. */
  readonly record: () => Row;
}

/** Every record of a kind in the plan, lane by lane, with one batch in memory at a time. */
export function* plannedRecords(plan: Plan, kind: Kind): Generator<PlannedRecord> {
  for (let lane = 0; lane < plan.lanes; lane++)
    for (const batch of plan.batches(kind, lane)) yield* recordsOf(batch);
}

function* recordsOf(batch: Batch): Generator<PlannedRecord> {
  const { seq } = batch;
  for (const [position, { file, line }] of batch.origins.entries()) {
    const { id } = entryOf(batch, position);
    yield { id, file, line, seq, position, record: () => recordRow(batch, position) };
  }
}
