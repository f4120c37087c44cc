import { type Kind, kindsInOrder } from '@chatferry/contract';
import type { Plan } from '@chatferry/planner';

/** Whether a plan removes its records from the app. */
export function isRemoval({ rules }: Pick<Plan, 'rules'>): boolean {
  return rules.action === 'remove';
}

/** The kinds in the order in which a run takes them: what depends on a record is removed before it. */
export function kindOrder(plan: Pick<Plan, 'rules'>): readonly Kind[] {
  return isRemoval(plan) ? kindsInOrder.toReversed() : kindsInOrder;
}
