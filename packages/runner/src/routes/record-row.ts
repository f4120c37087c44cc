import { type Batch, entryOf } from '@chatferry/planner';

/** A record as an object with the service's field names. */
export type RecordRow = Readonly<Record<string, unknown>>;

const decoder = new TextDecoder();

/** @param position 0-based, in the batch */
export function recordRow(batch: Batch, position: number): RecordRow {
  const { id, wire } = entryOf(batch, position);
  return (JSON.parse(`{${decoder.decode(wire)}}`) as Record<string, RecordRow>)[id]!;
}
