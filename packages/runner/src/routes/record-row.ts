import { type Batch, entryOf, recordOfEntry } from '@chatferry/planner';

/** A record as an object with the service's field names. */
export type RecordRow = Readonly<Record<string, unknown>>;

/** @param position 0-based, in the batch */
export function recordRow(batch: Batch, position: number): RecordRow {
  return recordOfEntry(entryOf(batch, position).wire);
}
