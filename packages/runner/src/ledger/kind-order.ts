import { type Kind, kindsInOrder } from '@chatferry/contract';
import type { Plan } from '@chatferry/planner';

/** Whether a plan removes its records from the app. */
export function isRemoval({ rules }: Pick<Plan, 'rules'>): boolean {
  return rules.action === 'remove';
}

/**
 * The kinds in the order in which a run takes them: what depends on a record is removed before it. Only reactions are removed after
 * the messages, with which they go: of the messages that stay the service refuses reactions of users who have no access to them any more.
 */
export function kindOrder(plan: Pick<Plan, 'rules'>): readonly Kind[] {
  if (!isRemoval(plan)) return kindsInOrder;
  const others = kindsInOrder.toReversed().filter((kind) => kind !== 'reactions');
  return others.flatMap((kind) => (kind === 'messages' ? [kind, 'reactions'] : [kind]));
}
