import type { DroppedField } from '@chatferry/planner';

/** One line of `dropped.jsonl`, its fields always in the same order. */
export function droppedLine(dropped: DroppedField): string {
  const { kind, id, file, line, field, at, value, code } = dropped;
  return JSON.stringify({ kind, id, file, line, field, at, value, code });
}
