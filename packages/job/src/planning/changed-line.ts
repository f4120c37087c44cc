import { updateOf } from '@chatferry/contract';
import type { ChangedRecord } from '@chatferry/planner';

/** A line of `changed.jsonl`. */
export function changedLine({ kind, id, file, line, fields, record }: ChangedRecord): string {
  if (fields === undefined) return JSON.stringify({ kind, id, file, line });
  const { operations, fixed } = updateOf(kind, record, fields);
  const how = fixed.length === 0 ? { operations } : { fixed };
  return JSON.stringify({ kind, id, file, line, fields, ...how });
}
