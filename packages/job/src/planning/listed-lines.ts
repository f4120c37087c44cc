import { maskSecrets, updateOf } from '@chatferry/contract';
import type { ChangedRecord, DroppedField, Reject } from '@chatferry/planner';
import { jsonLine } from '../folder/json-line.ts';

// One line of each file in which a plan lists rows and records. The fields are always in the same order.

/** A line of `rejects.jsonl`. */
export function rejectLine(reject: Reject): string {
  const { kind, id, file, line, item, code, field, value, message, fix, cause } = reject;
  // The reader of rows masks them; records that the plan rejects are masked here.
  const row = maskSecrets(reject.row);
  return jsonLine({
    kind,
    id,
    file,
    line,
    item,
    code,
    field,
    value,
    message,
    fix,
    cause,
    row,
  });
}

/** A line of `dropped.jsonl`. */
export function droppedLine(dropped: DroppedField): string {
  const { kind, id, file, line, field, at, value, code } = dropped;
  return jsonLine({ kind, id, file, line, field, at, value, code });
}

/**
 * A line of `changed.jsonl`. `updated`: the fields that the plan changes; `fixed`: the fields that nothing changes; `operations`: the
 * operations that could change all of them.
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
