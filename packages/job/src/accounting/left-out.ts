import { byKind, type Kind, kindsInOrder, type ProblemCode } from '@chatferry/contract';
import type { Plan } from '@chatferry/planner';

/** Rows that the cleaning left out because it was asked to: counted as rejected, and nothing that went wrong. */
export type LeftOut = Readonly<Record<Kind, number>>;

const codes: ReadonlySet<ProblemCode> = new Set(['left-out-too-old', 'left-out-blank-text']);

export function leftOutOf(plan: Plan): LeftOut {
  const counts = byKind(() => 0);
  for (const { code, rows } of plan.problemsByCode())
    // Such a row has no other problem, so none is counted twice.
    if (codes.has(code)) for (const kind of kindsInOrder) counts[kind] += rows[kind];
  return counts;
}
