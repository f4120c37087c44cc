import { MessageReader, type MessageRow } from '../../messages/message-entity.ts';
import type { Handlers } from '../../calls/call.ts';
import { ServiceProblem } from '../../terms/service-problem.ts';
import { partiesOf } from '../../storage/conversations.ts';
import { accessibleMessage } from '../../messages/message-access.ts';
import { mark, unmark } from '../../storage/message-marks.ts';
import { applied } from '../done.ts';
import { messagePage } from './message-page.ts';
import { asMessage, receiverOf, type Receiver, send } from './outgoing.ts';
import { Conditions } from '../../lists/paging.ts';

export const threadHandlers = {
  'messages.thread.send': (call) => {
    const { path, body, store } = call;
    const actor = call.actor!;
    const parent = accessibleMessage(store, path.id, actor);
    const message = asMessage(body);
    const receiver = receiverOf(message);
    checkThread(parent, actor, receiver);
    const row = send(call, actor, receiver, message, parent.id);
    return { data: new MessageReader(store, actor).entity(row) };
  },

  'messages.thread.list': ({ path, query, actor, store, app, lists }) => {
    const parent = accessibleMessage(store, path.id, actor);
    const where = new Conditions().add('parent_id = ?', parent.id);
    return messagePage({ store, app, lists, actor }, where, query);
  },

  'messages.thread.subscribe': ({ path, actor, store }) => {
    const { id } = accessibleMessage(store, path.id, actor);
    mark(store, 'subscribed', id, actor!);
    return applied(`${actor} follows the thread of the message ${id}.`);
  },

  'messages.thread.unsubscribe': ({ path, actor, store }) => {
    const { id } = accessibleMessage(store, path.id, actor);
    unmark(store, 'subscribed', id, actor!);
    return applied(`${actor} no longer follows the thread of the message ${id}.`);
  },
} satisfies Handlers;

/** A reply goes to the conversation of its parent, and cannot reply to a reply or an action. */
function checkThread(parent: MessageRow, actor: string, { type, id }: Receiver): void {
  if (parent.parent_id !== null)
    throw new ServiceProblem('ERR_MESSAGE_THREAD_NESTING', 'A reply cannot be replied to.');
  if (parent.category === 'action')
    throw new ServiceProblem('ERR_WRONG_MESSAGE_THREAD_CATEGORY', 'An action has no replies.');
  if (partiesOf(actor, type, id).conversationId !== parent.conversation_id)
    throw new ServiceProblem(
      'ERR_WRONG_MESSAGE_THREAD',
      `The reply would not go to the conversation ${parent.conversation_id}.`,
    );
}
