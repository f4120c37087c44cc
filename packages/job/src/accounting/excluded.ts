import { byKind, type Kind, kindsInOrder, type ProblemCode } from '@chatferry/contract';
import type { Plan } from '@chatferry/planner';

/** Number of excluded rows by kind: rows that the configured cleaning leaves out. They count as rejected, but not as losses. */
export type Excluded = Readonly<Record<Kind, number>>;

const codes: ReadonlySet<ProblemCode> = new Set(['left-out-too-old', 'left-out-blank-text']);

export function excludedOf(plan: Plan): Excluded {
  const counts = byKind(() => 0);
  for (const { code, rows } of plan.problemsByCode())
    // An excluded row has no other problem, so no row is counted twice.
    if (codes.has(code)) for (const kind of kindsInOrder) counts[kind] += rows[kind];
  return counts;
}
