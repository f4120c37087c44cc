import { maskSecrets } from '@chatferry/contract';
import type { Reject } from '@chatferry/planner';
import { jsonLine } from '../folder/json-line.ts';

/** One line of `rejects.jsonl`, its fields always in the same order. */
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
