import { updateOf } from '@chatferry/contract';
import type { ChangedRecord } from '@chatferry/planner';

/** A line of `changed.jsonl`. */
export function changedLine({ kind, id, file, line, fields }: ChangedRecord): string {
  if (fields === undefined) return JSON.stringify({ kind, id, file, line });
  const update = updateOf(kind, fields);
  const how = update.can ? { operations: update.operations } : { fixed: update.fixed };
  return JSON.stringify({ kind, id, file, line, fields, ...how });
}
