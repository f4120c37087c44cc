import { z } from 'zod';
import { tags } from '../records/fields.ts';
import { anything, done, listOf, one, oneOrListOfOne, text } from './answer-shapes.ts';
import { conversation } from './entities.ts';
import { chatOperation } from './chat-operation.ts';
import type { Operation } from './operation.ts';
import { anyCaseId, flag, pageQuery, words } from './request-fields.ts';

const common = { ...chatOperation, area: 'Conversations', onBehalfOf: 'required' } as const;

const reset = {
  conversationWith: anyCaseId.optional(),
  deleteMessagesPermanently: z.boolean().optional(),
};

/** The first message creates a conversation. Answers show conversations from the acting user's side. */
export const conversationOperations = {
  'conversations.list': {
    ...common,
    method: 'GET',
    path: '/conversations',
    onBehalfOf: 'optional',
    paging: 'page',
    query: z.strictObject({
      ...pageQuery,
      searchKey: z.string().optional(),
      conversationType: z.enum(['user', 'group']).optional(),
      withTags: flag,
      tags: words,
      withUserAndGroupTags: flag,
      userTags: words,
      groupTags: words,
      unread: flag,
      pinnedBy: z.array(z.enum(['system', 'me'])).optional(),
    }),
    answer: listOf(conversation),
  },
  'conversations.get': {
    ...common,
    method: 'GET',
    path: '/conversations/{conversationId}',
    answer: oneOrListOfOne(conversation),
    deprecated: 'users.conversation.get or groups.conversation.get',
  },
  'conversations.delete': {
    ...common,
    method: 'DELETE',
    path: '/conversations/{conversationId}',
    answer: done,
    deprecated: 'users.conversation.reset or groups.conversation.reset',
  },
  /** The conversations that the app pins for all users; at most 5. */
  'conversations.pinned.list': {
    ...common,
    method: 'GET',
    path: '/conversations/pinned',
    onBehalfOf: 'none',
    paging: 'page',
    query: z.strictObject(pageQuery),
    answer: listOf(z.looseObject({ uid: text, guid: text })),
  },
  'conversations.pinned.replace': {
    ...common,
    method: 'PUT',
    path: '/conversations/pinned',
    onBehalfOf: 'none',
    body: z.strictObject({
      pinnedConversations: z
        .array(z.union([z.strictObject({ uid: anyCaseId }), z.strictObject({ guid: anyCaseId })]))
        .max(5),
    }),
    answer: one(anything),
  },

  'users.conversation.get': {
    ...common,
    method: 'GET',
    path: '/users/{uid}/conversation',
    answer: oneOrListOfOne(conversation),
  },
  'users.conversation.update': {
    ...common,
    method: 'PUT',
    path: '/users/{uid}/conversation',
    body: z.strictObject({ tags: tags.optional() }),
    answer: oneOrListOfOne(conversation),
  },
  'users.conversation.reset': {
    ...common,
    method: 'DELETE',
    path: '/users/{uid}/conversation',
    body: z.strictObject(reset).optional(),
    answer: done,
  },
  'users.conversation.markDelivered': {
    ...common,
    method: 'POST',
    path: '/users/{uid}/conversation/delivered',
    answer: done,
  },
  'users.conversation.markRead': {
    ...common,
    method: 'POST',
    path: '/users/{uid}/conversation/read',
    answer: done,
  },
  /** At most 5 times a minute for each user. */
  'users.conversation.markUnread': {
    ...common,
    method: 'DELETE',
    path: '/users/{uid}/conversation/read',
    answer: done,
  },
  /** For the acting user, who may pin 5. */
  'users.conversation.pin': {
    ...common,
    method: 'POST',
    path: '/users/{uid}/conversation/pin',
    answer: oneOrListOfOne(conversation),
  },
  'users.conversation.unpin': {
    ...common,
    method: 'DELETE',
    path: '/users/{uid}/conversation/pin',
    answer: oneOrListOfOne(conversation),
  },

  'groups.conversation.get': {
    ...common,
    method: 'GET',
    path: '/groups/{guid}/conversation',
    answer: oneOrListOfOne(conversation),
  },
  'groups.conversation.update': {
    ...common,
    method: 'PUT',
    path: '/groups/{guid}/conversation',
    body: z.strictObject({ tags: tags.optional() }),
    answer: oneOrListOfOne(conversation),
  },
  'groups.conversation.reset': {
    ...common,
    method: 'DELETE',
    path: '/groups/{guid}/conversation',
    answer: done,
  },
  'groups.conversation.markDelivered': {
    ...common,
    method: 'POST',
    path: '/groups/{guid}/conversation/delivered',
    answer: done,
  },
  'groups.conversation.markRead': {
    ...common,
    method: 'POST',
    path: '/groups/{guid}/conversation/read',
    answer: done,
  },
  /** At most 5 times a minute for each user. */
  'groups.conversation.markUnread': {
    ...common,
    method: 'DELETE',
    path: '/groups/{guid}/conversation/read',
    answer: done,
  },
  /** For the acting user, who may pin 5. */
  'groups.conversation.pin': {
    ...common,
    method: 'POST',
    path: '/groups/{guid}/conversation/pin',
    answer: oneOrListOfOne(conversation),
  },
  'groups.conversation.unpin': {
    ...common,
    method: 'DELETE',
    path: '/groups/{guid}/conversation/pin',
    answer: oneOrListOfOne(conversation),
  },
} as const satisfies Record<string, Operation>;
