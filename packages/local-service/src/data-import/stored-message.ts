import type { ImportedMessage } from './message-fields.ts';

/** The fields of the answer for a stored message that were not in the request. */
export interface Stored {
  readonly id: number;
  readonly conversationId: string;
  /** `{"entity":…,"entityType":…}` as JSON text. */
  readonly sender: string;
  readonly receiver: string;
}

/**
 * Writes a stored message as JSON text. It concatenates existing texts, because it runs for every message of
 * an import; ids need no escaping, and `data` is never empty.
 */
export function storedMessage(message: ImportedMessage, stored: Stored): string {
  const { muid, category, type, sentAt, deliveredAt, readAt, tags } = message;
  const entities = `"entities":{"sender":${stored.sender},"receiver":${stored.receiver}}`;
  return (
    `{"id":"${stored.id}","muid":${JSON.stringify(muid)},"conversationId":"${stored.conversationId}",` +
    `"sender":"${message.sender}","receiverType":"${message.receiverType}","receiver":"${message.receiver}",` +
    `"category":"${category}","type":${JSON.stringify(type)},` +
    `"data":${message.data.slice(0, -1)},${entities}},"sentAt":${sentAt},` +
    optional('deliveredAt', deliveredAt) +
    optional('readAt', readAt) +
    `"updatedAt":${sentAt},"tags":${tags}}`
  );
}

function optional(field: string, value: number | undefined): string {
  return value === undefined ? '' : `"${field}":${value},`;
}
