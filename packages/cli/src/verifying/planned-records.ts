import type { Kind, Row } from '@chatferry/contract';
import { entryOf, type Plan } from '@chatferry/planner';

export interface PlannedRecord {
  readonly id: string;
  readonly file: string;
  readonly line: number;
  /** The record as it is sent; parsed only when asked for. */
  readonly record: () => Row;
}

const decoder = new TextDecoder();

/** Every record of a kind in the plan, one batch in memory at a time. */
export function* plannedRecords(plan: Plan, kind: Kind): Generator<PlannedRecord> {
  for (let lane = 0; lane < plan.lanes; lane++)
    for (const batch of plan.batches(kind, lane))
      for (const [index, { file, line }] of batch.origins.entries()) {
        const { id, wire } = entryOf(batch, index);
        const record = (): Row =>
          (JSON.parse(`{${decoder.decode(wire)}}`) as Record<string, Row>)[id]!;
        yield { id, file, line, record };
      }
}
