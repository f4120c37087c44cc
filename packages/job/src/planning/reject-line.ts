import type { Reject } from '@chatferry/planner';

/** One line of `rejects.jsonl`, its fields always in the same order. */
export function rejectLine(reject: Reject): string {
  const { kind, id, file, line, code, field, value, message, fix, row } = reject;
  return JSON.stringify({ kind, id, file, line, code, field, value, message, fix, row });
}
