import type { MessageRow } from './message-entity.ts';
import { ServiceProblem } from '../terms/service-problem.ts';
import { findMembership } from '../storage/members.ts';
import { existingMessage } from './messages.ts';
import type { Store } from '../storage/store.ts';

/**
 * A message that the acting user sent or received.
 * @throws {ServiceProblem} `ERR_MESSAGE_ID_NOT_FOUND`, `ERR_MESSAGE_NO_ACCESS`
 */
export function accessibleMessage(store: Store, id: string, actor: string | undefined): MessageRow {
  const message = existingMessage(store, id);
  if (actor === undefined || isParty(store, message, actor)) return message;
  throw new ServiceProblem('ERR_MESSAGE_NO_ACCESS', `${actor} has no access to the message ${id}.`);
}

function isParty(store: Store, message: MessageRow, uid: string): boolean {
  const { sender, receiver, receiver_type: type } = message;
  if (sender === uid) return true;
  return type === 'user' ? receiver === uid : findMembership(store, receiver, uid) !== undefined;
}

/**
 * A message that the acting user may change: their own message that is not deleted.
 * @throws {ServiceProblem} also `ERR_MESSAGE_NOT_A_SENDER`, `ERR_MESSAGE_ACTION_NOT_ALLOWED`
 */
export function ownMessage(store: Store, id: string, actor: string | undefined): MessageRow {
  const message = accessibleMessage(store, id, actor);
  if (actor !== undefined && message.sender !== actor)
    throw new ServiceProblem(
      'ERR_MESSAGE_NOT_A_SENDER',
      `${actor} did not send the message ${id}.`,
    );
  if (message.deleted_at !== null || message.category === 'action')
    throw new ServiceProblem(
      'ERR_MESSAGE_ACTION_NOT_ALLOWED',
      `The message ${id} cannot be changed.`,
    );
  return message;
}
