import { type Kind, kinds } from '../kinds/kinds.ts';
import type { Row } from '../values/row.ts';
import { type Problem, problem } from '../problems/problem.ts';

/** Warns about receipts whose time is before the record's own time. Empty for nearly all records. */
export function receiptProblems(kind: Kind, row: Row): readonly Problem[] {
  const { receipts, time } = kinds[kind];
  if (receipts === undefined) return none;
  const sentAt = row[time!] as number;
  let found = none;
  for (const field of receipts) {
    const value = row[field] as number | undefined;
    if (value !== undefined && value < sentAt)
      found = [...found, problem('receipt-too-early', { field, value })];
  }
  return found;
}

const none: readonly Problem[] = [];
