import type { ActionData, MessageRow } from './message-entity.ts';
import { insertMessage } from './messages.ts';
import type { Store } from '../storage/store.ts';

/** The action messages that the service writes into a group when its members change. */
export type MemberAction =
  | 'added'
  | 'joined'
  | 'left'
  | 'kicked'
  | 'banned'
  | 'unbanned'
  | 'scopeChanged';

/** Adds an action message to the group: `by` changed the membership of `on`. */
export function noteMemberAction(
  store: Store,
  guid: string,
  action: MemberAction,
  { by, on, ...more }: { readonly by: string; readonly on: string; readonly scope?: object },
): MessageRow {
  const data: ActionData = { action, by, on, ...more };
  return insertMessage(store, {
    sender: by,
    receiverType: 'group',
    receiver: guid,
    category: 'action',
    type: 'groupMember',
    data: JSON.stringify(data),
  });
}

/** Adds an action message to a conversation: `by` edited or deleted one of its messages. */
export function noteMessageAction(
  store: Store,
  message: MessageRow,
  action: 'edited' | 'deleted',
  by: string,
): MessageRow {
  const data: ActionData = { action, by, on: String(message.id) };
  return insertMessage(store, {
    sender: message.sender,
    receiverType: message.receiver_type,
    receiver: message.receiver,
    category: 'action',
    type: 'message',
    data: JSON.stringify(data),
  });
}
