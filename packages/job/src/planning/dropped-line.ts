import type { DroppedField } from '@chatferry/planner';
import { jsonLine } from '../folder/json-line.ts';

/** One line of `dropped.jsonl`, its fields always in the same order. */
export function droppedLine(dropped: DroppedField): string {
  const { kind, id, file, line, field, at, value, code } = dropped;
  return jsonLine({ kind, id, file, line, field, at, value, code });
}
