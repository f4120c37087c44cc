import type { ImportedMessage } from './message-fields.ts';

/** The fields of the answer for a stored message that were not in the request. */
export interface Stored {
  readonly id: number;
  readonly conversationId: string;
  /** The user as JSON text. */
  readonly sender: string;
  /** The user or group as JSON text. */
  readonly receiver: string;
}

/**
 * Writes a stored message as JSON text. It concatenates existing texts, because it runs for every message of
 * an import; ids need no escaping, and `data` is never empty.
 */
export function storedMessage(message: ImportedMessage, stored: Stored): string {
  const { muid, category, type, sentAt, deliveredAt, readAt, tags } = message;
  const { conversationId, sender } = stored;
  // A group has its conversation in its entity.
  const receiver =
    message.receiverType === 'user'
      ? `${stored.receiver.slice(0, -1)},"conversationId":"${conversationId}"}`
      : stored.receiver;
  const entities =
    `"entities":{"sender":{"entity":${sender},"entityType":"user"},` +
    `"receiver":{"entity":${receiver},"entityType":"${message.receiverType}"}}`;
  return (
    `{"id":"${stored.id}","muid":${JSON.stringify(muid)},"conversationId":"${conversationId}",` +
    `"sender":"${message.sender}","receiverType":"${message.receiverType}","receiver":"${message.receiver}",` +
    `"category":"${category}","type":${JSON.stringify(type)},` +
    `"data":${message.data.slice(0, -1)},${entities}},"sentAt":${sentAt},` +
    optional('deliveredAt', deliveredAt) +
    optional('readAt', readAt) +
    `"updatedAt":${sentAt}${tags === '[]' ? '' : `,"tags":${tags}`}}`
  );
}

function optional(field: string, value: number | undefined): string {
  return value === undefined ? '' : `"${field}":${value},`;
}
