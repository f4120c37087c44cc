import { z } from 'zod';
import { anything, done, listOf, one } from './answer-shapes.ts';
import { reaction } from './entities.ts';
import { message, thread } from './message-entities.ts';
import { messageToSend } from './messages.ts';
import type { Operation } from './operation.ts';
import { cursorQuery, flag } from './request-fields.ts';

const common = {
  area: 'Messages',
  api: 'chat',
  scope: 'fullAccess',
  repeatable: true,
  budget: 'standard',
  source: 'reference',
} as const;

/** By the acting user. */
const asUser = { ...common, onBehalfOf: 'required' } as const;

const asAnyone = { ...common, onBehalfOf: 'optional' } as const;

/** A thread contains the replies to one message. A reply has no thread of its own. */
export const threadOperations = {
  'messages.thread.send': {
    ...asUser,
    method: 'POST',
    path: '/messages/{id}/thread',
    repeatable: false,
    body: messageToSend,
    answer: one(message),
  },
  'messages.thread.list': {
    ...asAnyone,
    method: 'GET',
    path: '/messages/{id}/thread',
    paging: 'cursor',
    // Its query has no `fromTimestamp`.
    fromStart: { affix: 'append', sentAt: 1 },
    query: z.strictObject(cursorQuery),
    answer: listOf(message),
  },
  'messages.thread.subscribe': {
    ...asUser,
    method: 'POST',
    path: '/messages/{id}/thread/subscription',
    answer: done,
  },
  'messages.thread.unsubscribe': {
    ...asUser,
    method: 'DELETE',
    path: '/messages/{id}/thread/subscription',
    answer: done,
  },
  /** Across all conversations, the latest change first. A page repeats the last thread of the page before. */
  'threads.list': {
    ...asAnyone,
    method: 'GET',
    path: '/threads',
    paging: 'cursor',
    query: z.strictObject({
      ...cursorQuery,
      participatedByMe: flag,
    }),
    answer: listOf(thread),
  },
} as const satisfies Record<string, Operation>;

export const reactionOperations = {
  'messages.reactions.add': {
    ...asUser,
    method: 'POST',
    path: '/messages/{id}/reactions/{reaction}',
    answer: one(message),
  },
  'messages.reactions.remove': {
    ...asUser,
    method: 'DELETE',
    path: '/messages/{id}/reactions/{reaction}',
    answer: one(message),
  },
  'messages.reactions.list': {
    ...asAnyone,
    method: 'GET',
    path: '/messages/{id}/reactions',
    paging: 'cursor',
    fromStart: { affix: 'append' },
    query: z.strictObject(cursorQuery),
    answer: listOf(reaction),
  },
  'messages.reactions.listOne': {
    ...asAnyone,
    method: 'GET',
    path: '/messages/{id}/reactions/{reaction}',
    paging: 'cursor',
    fromStart: { affix: 'append' },
    query: z.strictObject(cursorQuery),
    answer: listOf(reaction),
  },
} as const satisfies Record<string, Operation>;

/** The marked or unmarked message, as the acting user sees it afterwards. */
const marked = one(message);

export const messageMarkOperations = {
  'messages.pin': {
    ...asAnyone,
    method: 'POST',
    path: '/messages/{id}/pin',
    answer: marked,
  },
  'messages.unpin': {
    ...asAnyone,
    method: 'DELETE',
    path: '/messages/{id}/pin',
    answer: marked,
  },
  'messages.save': {
    ...asUser,
    method: 'POST',
    path: '/messages/{id}/save',
    answer: marked,
  },
  'messages.unsave': {
    ...asUser,
    method: 'DELETE',
    path: '/messages/{id}/save',
    answer: marked,
  },
  /** For an interactive message: the elements that the acting user has used. */
  'messages.markInteracted': {
    ...asUser,
    method: 'PATCH',
    path: '/messages/{id}/interacted',
    body: z.looseObject({ interactions: z.array(z.string()).optional() }).optional(),
    answer: one(anything),
  },
} as const satisfies Record<string, Operation>;
