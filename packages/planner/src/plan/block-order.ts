import { type Kind, kindsInOrder } from '@chatferry/contract';
import { PlanError } from './plan-error.ts';

/** Refuses a block of `kind` after one of a later kind. @throws {PlanError} `wrong-order` */
export function checkOrder(kind: Kind, previous: Kind): void {
  if (kindsInOrder.indexOf(kind) < kindsInOrder.indexOf(previous))
    throw wrongOrder(`A block of ${kind} came after one of ${previous}.`);
}

export function wrongOrder(message: string): PlanError {
  const order = kindsInOrder.join(', ');
  return new PlanError(
    'wrong-order',
    message,
    `Add blocks in the order ${order}, then finish once.`,
  );
}
