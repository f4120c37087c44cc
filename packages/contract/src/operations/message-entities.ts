import { z } from 'zod';
import { anId, boolean, number, object, optionalId, text, texts } from './answer-shapes.ts';

export const message = z.looseObject({
  id: anId,
  muid: text,
  conversationId: text,
  sender: text,
  receiverType: text,
  receiver: text,
  category: text,
  type: text,
  data: object,
  parentId: optionalId,
  tags: texts,
  sentAt: number,
  deliveredAt: number,
  readAt: number,
  editedAt: number,
  editedBy: text,
  deletedAt: number,
  deletedBy: text,
  updatedAt: number,
  /** By a user, or by the app as `app_system`. */
  pinnedAt: number,
  pinnedBy: text,
  /** Only for the acting user who saved the message. */
  savedAt: number,
  replyCount: number,
  unreadRepliesCount: number,
  threadSubscribed: boolean,
  quotedMessageId: optionalId,
  quotedMessage: object,
  /** Delivery and reading by the acting user. */
  myReceipt: object,
  /** Delivery and reading by each recipient, in `data`. */
  receipts: object,
});

/**
 * A message with its replies, as lists of threads show it. It has no id of its own: the message is identified by
 * `parentMessageId`, which some answers call `parentId` or `id`.
 */
export const thread = z.preprocess(
  withParentMessageId,
  z.looseObject({
    parentMessageId: anId,
    /** The message that is replied to. */
    message: message.optional().catch(undefined),
    replyCount: number,
    unreadReplyCount: number,
    lastReply: message.optional().catch(undefined),
    conversationId: text,
    receiverType: text,
    /** A user or a group, or its id. */
    receiver: z.unknown().optional(),
    threadSubscribed: boolean,
    /** Where the next page of threads starts, in UNIX seconds. */
    updatedAt: number,
  }),
);

function withParentMessageId(item: unknown): unknown {
  if (typeof item !== 'object' || item === null) return item;
  const { parentMessageId, parentId, id, message: root } = item as Record<string, unknown>;
  const rootId = (root as { id?: unknown } | null | undefined)?.id;
  const named = parentMessageId ?? parentId ?? id ?? rootId;
  return named === undefined ? item : { ...item, parentMessageId: named };
}
