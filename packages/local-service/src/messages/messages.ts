import type { MessageRow } from './message-entity.ts';
import { ServiceProblem } from '../terms/service-problem.ts';
import { noteMessages, partiesOf } from '../storage/conversations.ts';
import type { Store } from '../storage/store.ts';

/** @throws {ServiceProblem} `ERR_MESSAGE_ID_NOT_FOUND` */
export function existingMessage(store: Store, id: string): MessageRow {
  const row = /^\d{1,15}$/.test(id)
    ? store.get<MessageRow>('SELECT * FROM messages WHERE id = ?', Number(id))
    : undefined;
  if (row === undefined)
    throw new ServiceProblem('ERR_MESSAGE_ID_NOT_FOUND', `The message ${id} does not exist.`);
  return row;
}

/** A message to be stored with the current time. */
export interface NewMessage {
  readonly sender: string;
  readonly receiverType: 'user' | 'group';
  readonly receiver: string;
  readonly category: string;
  readonly type: string;
  /** JSON text. */
  readonly data: string;
  readonly muid?: string | undefined;
  /** JSON text of a list. */
  readonly tags?: string | undefined;
  readonly parentId?: number | undefined;
}

/** Stores a message with the current time, and updates its conversation. */
export function insertMessage(store: Store, message: NewMessage): MessageRow {
  const parties = partiesOf(message.sender, message.receiverType, message.receiver);
  const sentAt = store.seconds();
  const row = store.get<MessageRow>(
    `INSERT INTO messages (muid, conversation_id, sender, receiver_type, receiver, category, type, data, tags,
       parent_id, sent_at, updated_at)
     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?11) RETURNING *`,
    message.muid ?? null,
    parties.conversationId,
    message.sender,
    message.receiverType,
    message.receiver,
    message.category,
    message.type,
    message.data,
    message.tags ?? '[]',
    message.parentId ?? null,
    sentAt,
  )!;
  noteMessages(store, parties, { id: row.id, sentAt, firstSentAt: sentAt });
  return row;
}
