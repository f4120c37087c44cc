import type { Kind } from '@chatferry/contract';
import { type Batch, entryOf, type Plan } from '@chatferry/planner';
import { batchOf } from '../indexing/index-schema.ts';
import type { JobIndex } from '../indexing/job-index.ts';

/** A record in the plan. */
export interface FoundRecord {
  readonly batch: Batch;
  /** The position of the record in its batch, from 0. */
  readonly index: number;
}

/** The record with this id. Takes milliseconds with an index, and seconds for a large plan without one. */
export function findRecord(
  plan: Plan,
  index: JobIndex | undefined,
  kind: Kind,
  id: string,
): FoundRecord | undefined {
  if (index === undefined) return plan.find(kind, id);
  for (const place of index.places(kind, id)) {
    const { seq, position } = batchOf(place);
    const batch = plan.batch(seq);
    if (entryOf(batch, position).id === id) return { batch, index: position };
  }
  return undefined;
}
