import { groupConversationId } from '../entities/group.ts';
import type { Store } from './store.ts';

/** The two users of a conversation, or the group. */
export interface Parties {
  readonly conversationId: string;
  readonly type: 'user' | 'group';
  /** The lower uid, or the guid. */
  readonly one: string;
  /** The higher uid, or the guid again. */
  readonly other: string;
}

export function partiesOf(
  sender: string,
  receiverType: 'user' | 'group',
  receiver: string,
): Parties {
  if (receiverType === 'group')
    return {
      conversationId: groupConversationId(receiver),
      type: 'group',
      one: receiver,
      other: receiver,
    };
  const [one, other] = sender < receiver ? [sender, receiver] : [receiver, sender];
  return { conversationId: `${one}_user_${other}`, type: 'user', one, other };
}

/** The id that stands for the last message of a conversation that was created without messages. */
export const NO_MESSAGE = 0;

/** Creates a conversation without messages. An existing conversation stays unchanged. */
export function createConversation(store: Store, parties: Parties): void {
  const now = store.seconds();
  store.run(
    `INSERT INTO conversations (conversation_id, type, one, other, last_message_id, created_at, updated_at)
     VALUES (?1, ?2, ?3, ?4, ${NO_MESSAGE}, ?5, ?5) ON CONFLICT DO NOTHING`,
    parties.conversationId,
    parties.type,
    parties.one,
    parties.other,
    now,
  );
}

/** A sequence of messages in one conversation. */
export interface MessageSpan {
  /** Id and time of the latest message. */
  readonly id: number;
  readonly sentAt: number;
  readonly firstSentAt: number;
}

/** Creates a conversation with its first message, and updates its latest message. */
export function noteMessages(
  store: Store,
  { conversationId, type, one, other }: Parties,
  { id, sentAt, firstSentAt }: MessageSpan,
): void {
  store.run(
    `INSERT INTO conversations (conversation_id, type, one, other, last_message_id, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (conversation_id) DO UPDATE SET
       last_message_id = iif(excluded.updated_at >= updated_at OR last_message_id = ${NO_MESSAGE},
         excluded.last_message_id, last_message_id),
       updated_at = iif(last_message_id = ${NO_MESSAGE}, excluded.updated_at, max(updated_at, excluded.updated_at)),
       created_at = min(created_at, excluded.created_at)`,
    conversationId,
    type,
    one,
    other,
    id,
    firstSentAt,
    sentAt,
  );
}
