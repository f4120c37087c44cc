import { z } from 'zod';
import { jsonObject, tags } from '../records/fields.ts';
import { attachment } from '../records/message.ts';
import { listOf, number, one, text } from './answer-shapes.ts';
import { message } from './message-entities.ts';
import { chatOperation } from './chat-operation.ts';
import type { Operation } from './operation.ts';
import { anyCaseId, cursorQuery, flag, pageQuery, uids, words } from './request-fields.ts';

const common = { ...chatOperation, area: 'Messages', onBehalfOf: 'optional' } as const;

/** The service sets the time; a message sent this way cannot have a past date. */
export const messageToSend = z
  .strictObject({
    receiver: anyCaseId.optional(),
    receiverType: z.enum(['user', 'group']).optional(),
    category: z.enum(['message', 'custom']).optional(),
    /** `text`, `image`, `file`, `audio` or `video`; any word for a custom message. */
    type: z.string().optional(),
    data: z
      .looseObject({
        text: z.string().optional(),
        metadata: jsonObject.optional(),
        customData: jsonObject.optional(),
        attachments: z.array(attachment).optional(),
      })
      .optional(),
    muid: z.string().optional(),
    multipleReceivers: z
      .strictObject({ uids: uids.optional(), guids: z.array(anyCaseId).optional() })
      .optional(),
    tags: tags.optional(),
  })
  .refine(
    (body) =>
      body.multipleReceivers !== undefined ||
      (body.receiver !== undefined && body.receiverType !== undefined),
    'needs receiver and receiverType, or multipleReceivers',
  );

/** The beginning of a list: all messages are newer. */
const fromStart = { affix: 'append', fromTimestamp: 1 } as const;

/** The filters of lists of messages. */
const filters = {
  searchKey: z.string().optional(),
  category: z
    .enum(['message', 'custom', 'action', 'call', 'interactive', 'agentic', 'card'])
    .optional(),
  categories: words,
  type: z.string().optional(),
  types: words,
  hideDeleted: flag,
  onlyDeleted: flag,
  hideReplies: flag,
  /** With `unread`: answers with the number of messages for each user and group. Alone it has no effect. */
  count: flag,
  unread: flag,
  withTags: flag,
  tags: words,
  /** UNIX seconds. */
  fromTimestamp: z.int().optional(),
  toTimestamp: z.int().optional(),
  receiverType: z.enum(['user', 'group']).optional(),
  sender: z.string().optional(),
  conversationId: z.string().optional(),
  hasAttachments: flag,
  attachmentTypes: words,
  hasMentions: flag,
  hasLinks: flag,
  mentionedUids: words,
  hasReactions: flag,
  hideMessagesFromBlockedUsers: flag,
  /** At most 100 a page. */
  pinned: flag,
  /** At most 100 a page, the latest save first. */
  saved: flag,
  /** Messages that changed since `updatedAt`. */
  onlyUpdates: flag,
};

/**
 * An entry of a list of messages. With `count` and `unread` the list contains, instead of messages, an entry for each user or group with
 * the number of messages; the entry's id is the id of the user or group.
 */
const listedMessage = z.preprocess(
  entityIdAsId,
  message.extend({ entityType: text, entityId: text, count: number }),
);

export const messageOperations = {
  'messages.send': {
    ...common,
    method: 'POST',
    path: '/messages',
    // A repeated request stores a second message.
    repeatable: false,
    body: messageToSend,
    // With several receivers, the answer is an object of messages by receiver and has no id of its own.
    answer: one(message.partial({ id: true })),
    source: 'specification',
  },
  'messages.list': {
    ...common,
    method: 'GET',
    path: '/messages',
    paging: 'cursor',
    fromStart,
    query: z.strictObject({ ...cursorQuery, ...filters }),
    answer: listOf(listedMessage),
  },
  /** The messages between the user and the acting user; without an acting user, all messages of the user. */
  'users.messages.list': {
    ...common,
    method: 'GET',
    path: '/users/{uid}/messages',
    paging: 'cursor',
    fromStart,
    query: z.strictObject({
      ...cursorQuery,
      ...filters,
      undelivered: flag,
      perPage: pageQuery.perPage,
    }),
    answer: listOf(listedMessage),
  },
  'groups.messages.list': {
    ...common,
    method: 'GET',
    path: '/groups/{guid}/messages',
    paging: 'cursor',
    fromStart,
    query: z.strictObject({ ...cursorQuery, ...filters, undelivered: flag }),
    answer: listOf(listedMessage),
  },
  'messages.get': { ...common, method: 'GET', path: '/messages/{id}', answer: one(message) },
  /** Answers with an action message; the edited message is its `data.entities.on.entity`. */
  'messages.update': {
    ...common,
    method: 'PUT',
    path: '/messages/{id}',
    body: z.strictObject({
      data: z
        .looseObject({ text: z.string().optional(), metadata: jsonObject.optional() })
        .optional(),
      tags: tags.optional(),
    }),
    answer: one(message),
  },
  /** Answers with an action message. Without `permanent`, the message is kept and marked. */
  'messages.delete': {
    ...common,
    method: 'DELETE',
    path: '/messages/{id}',
    body: z.strictObject({ permanent: z.boolean().optional() }).optional(),
    answer: one(message.partial({ id: true })),
  },
  'bots.messages.send': {
    ...common,
    method: 'POST',
    path: '/bots/{uid}/messages',
    onBehalfOf: 'none',
    repeatable: false,
    body: messageToSend,
    answer: one(message.partial({ id: true })),
  },
} as const satisfies Record<string, Operation>;

function entityIdAsId(item: unknown): unknown {
  if (typeof item !== 'object' || item === null || 'id' in item || !('entityId' in item))
    return item;
  return { id: item.entityId, ...item };
}
