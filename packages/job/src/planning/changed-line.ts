import { updateOf } from '@chatferry/contract';
import type { ChangedRecord } from '@chatferry/planner';
import { jsonLine } from '../folder/json-line.ts';

/**
 * A line of `changed.jsonl`. `updated`: the fields that the plan changes; `fixed`: those that nothing changes; `operations`: what could
 * change all of them.
 */
export function changedLine({
  kind,
  id,
  file,
  line,
  fields,
  record,
  updated,
}: ChangedRecord): string {
  const place = { kind, id, file, line };
  const done = updated.length === 0 ? {} : { updated };
  if (fields === undefined) return jsonLine({ ...place, ...done });
  const { operations, fixed } = updateOf(kind, record, fields);
  const how = fixed.length === 0 ? { operations } : { fixed };
  return jsonLine({ ...place, fields, ...done, ...how });
}
