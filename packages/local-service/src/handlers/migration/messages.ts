import { type Json, parseJson } from '@chatferry/contract';
import { readContent } from '../../entities/message-content.ts';
import { MessageReader, type MessageRow } from '../../messages/message-entity.ts';
import { isJsonObject } from '../../entities/present.ts';
import type { Handlers } from '../../calls/call.ts';
import { ServiceProblem } from '../../terms/service-problem.ts';
import { noteMessageAction } from '../../messages/actions.ts';
import { findDocument } from '../../storage/documents.ts';
import { deleteMessages, settleConversation } from '../../storage/deletions.ts';
import { accessibleMessage, ownMessage } from '../../messages/message-access.ts';
import { activeUser, SYSTEM_USER } from '../../storage/users.ts';
import { asMessage, receiverOf, type Receiver, send, tagsOf } from './outgoing.ts';

export const messageHandlers = {
  'messages.send': (call) => ({
    data: sendToAll(call, call.actor ?? SYSTEM_USER, asMessage(call.body)),
  }),

  'bots.messages.send': (call) => {
    const { store, path } = call;
    if (findDocument(store, 'bots', path.uid) === undefined)
      throw new ServiceProblem('ERR_BOT_NOT_FOUND', `There is no bot ${path.uid}.`);
    return { data: sendToAll(call, activeUser(store, path.uid).uid, asMessage(call.body)) };
  },

  'messages.get': ({ path, actor, store }) => ({
    data: new MessageReader(store, actor).entity(accessibleMessage(store, path.id, actor)),
  }),

  'messages.update': ({ path, body, actor, store }) => {
    const message = ownMessage(store, path.id, actor);
    const data = { ...(parseJson(message.data) as Json), ...body.data };
    const content = readContent({ category: message.category, type: message.type, data });
    const by = actor ?? SYSTEM_USER;
    store.run(
      `UPDATE messages SET data = ?1, tags = ?2, edited_at = ?3, edited_by = ?4, updated_at = ?3 WHERE id = ?5`,
      content.data,
      body.tags === undefined ? message.tags : tagsOf(body.tags),
      store.seconds(),
      by,
      message.id,
    );
    const action = noteMessageAction(store, message, 'edited', by);
    return { data: new MessageReader(store, actor).entity(action) };
  },

  'messages.delete': ({ path, body, actor, store }) => {
    const message = ownMessage(store, path.id, actor);
    const by = actor ?? SYSTEM_USER;
    if (body.permanent === true) {
      // In a recorded answer, the message is as it was before the deletion.
      const answer = new MessageReader(store, actor).entity(
        noteMessageAction(store, message, 'deleted', by),
      );
      removeForGood(store, message);
      return { data: answer };
    }
    store.run(
      'UPDATE messages SET deleted_at = ?1, deleted_by = ?2, updated_at = ?1 WHERE id = ?3',
      store.seconds(),
      by,
      message.id,
    );
    const action = noteMessageAction(store, message, 'deleted', by);
    return { data: new MessageReader(store, actor).entity(action) };
  },
} satisfies Handlers;

type Ports = Parameters<typeof send>[0];

function removeForGood(
  store: Ports['store'],
  { id, conversation_id: conversation }: MessageRow,
): void {
  deleteMessages(store, 'id = ?1', id);
  settleConversation(store, conversation);
}

/** The sent message. With `multipleReceivers`, by uid and guid, a message or the reason for the failure for each receiver. */
function sendToAll(ports: Ports, sender: string, body: Json): object {
  const reader = new MessageReader(ports.store, sender);
  const several = body['multipleReceivers'];
  if (!isJsonObject(several)) return reader.entity(send(ports, sender, receiverOf(body), body));
  const sendOne = (receiver: Receiver): object => {
    try {
      return reader.entity(send(ports, sender, receiver, body));
    } catch (error) {
      if (error instanceof ServiceProblem) return { error };
      throw error;
    }
  };
  return {
    uids: perId(several['uids'], (id) => sendOne({ type: 'user', id })),
    guids: perId(several['guids'], (id) => sendOne({ type: 'group', id })),
  };
}

function perId(ids: unknown, answerFor: (id: string) => object): Record<string, object> {
  const given = Array.isArray(ids) ? ids.map((id) => String(id).toLowerCase()) : [];
  return Object.fromEntries(given.map((id) => [id, answerFor(id)]));
}
