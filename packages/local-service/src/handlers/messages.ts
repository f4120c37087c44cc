import { MessageReader } from '../entities/message.ts';
import { isJsonObject } from '../entities/present.ts';
import type { Handlers } from '../http/call.ts';
import { ServiceProblem } from '../service-problem.ts';
import { SYSTEM_USER } from '../storage/users.ts';
import { asMessage, receiverOf, type Receiver, send } from './outgoing.ts';

export const messageHandlers = {
  'messages.send': (call) => {
    const sender = call.actor ?? SYSTEM_USER;
    return { data: sendToAll(call, sender, asMessage(call.body)) };
  },
} satisfies Handlers;

type Json = Record<string, unknown>;
type Ports = Parameters<typeof send>[0];

/** The message sent; with `multipleReceivers` one for each, or why not, by uid and guid. */
function sendToAll(ports: Ports, sender: string, body: Json): object {
  const reader = new MessageReader(ports.store);
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
