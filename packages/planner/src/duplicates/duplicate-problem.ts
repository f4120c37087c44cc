import { type Problem, problem } from '@chatferry/contract';
import type { PlanRules } from '../plan/plan-rules.ts';

/** Two rows with the same id and different content. */
interface Difference {
  readonly field: string;
  readonly id: string;
  /** `users.csv:12`: file and line of the other row. */
  readonly place: string;
  /** Fields in which the two differ. */
  readonly differing: readonly string[];
}

const sentences = {
  last: 'is used by a later row with other content, which is planned',
  reject: 'is used by another row with other content, and neither is planned',
} as const;

/** Describes the problem of a row that is not planned because another row has its id. */
export function duplicateProblem(
  rule: PlanRules['duplicates'],
  { field, id, place, differing }: Difference,
): Problem {
  const detail = `${place}, differs in ${differing.join(', ')}`;
  const duplicate = problem('duplicate-id', { field, value: id, detail });
  if (rule === 'first') return duplicate;
  return { ...duplicate, message: `${field} ${sentences[rule]} (${detail}).` };
}
