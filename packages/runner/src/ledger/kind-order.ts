import { type Kind, kindsInOrder } from '@chatferry/contract';
import type { Plan } from '@chatferry/planner';

/** Whether a plan removes its records from the app. */
export function isRemoval({ rules }: Pick<Plan, 'rules'>): boolean {
  return rules.action === 'remove';
}

/**
 * The kinds in the order in which a run takes them. A removal takes dependent records first, but reactions after messages: removing a
 * message also removes its reactions. On messages that stay, the service refuses to remove reactions of users who have lost access.
 */
export function kindOrder(plan: Pick<Plan, 'rules'>): readonly Kind[] {
  if (!isRemoval(plan)) return kindsInOrder;
  const others = kindsInOrder.toReversed().filter((kind) => kind !== 'reactions');
  return others.flatMap((kind) => (kind === 'messages' ? [kind, 'reactions'] : [kind]));
}
