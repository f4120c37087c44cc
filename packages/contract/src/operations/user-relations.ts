import { z } from 'zod';
import { done, listOf, mapOf, one, outcome } from './answer-shapes.ts';
import { chatOperation } from './chat-operation.ts';
import { user } from './entities.ts';
import type { Operation } from './operation.ts';
import { pageQuery, uids } from './request-fields.ts';

const friends = { ...chatOperation, area: 'Friends', path: '/users/{uid}/friends' } as const;

export const friendOperations = {
  'users.friends.add': {
    ...friends,
    method: 'POST',
    body: z.strictObject({
      accepted: uids,
      /** Creates the conversations of the friends without a message. */
      addToConversations: z.boolean().optional(),
    }),
    answer: one(
      z.looseObject({ accepted: z.record(z.string(), outcome).optional().catch(undefined) }),
    ),
  },
  'users.friends.list': {
    ...friends,
    method: 'GET',
    paging: 'page',
    query: z.strictObject({ ...pageQuery, searchKey: z.string().optional() }),
    answer: listOf(user),
  },
  'users.friends.remove': {
    ...friends,
    method: 'DELETE',
    body: z.strictObject({ friends: uids }),
    answer: done,
  },
} as const satisfies Record<string, Operation>;

const blocks = {
  ...chatOperation,
  area: 'Blocked Users',
  path: '/users/{uid}/blockedusers',
} as const;

/** An unknown user to block is reported in the answer; an unknown acting user is an error. */
export const blockOperations = {
  'users.blockedUsers.block': {
    ...blocks,
    method: 'POST',
    body: z.strictObject({ blockedUids: uids }),
    answer: mapOf(outcome),
  },
  'users.blockedUsers.list': {
    ...blocks,
    method: 'GET',
    paging: 'page',
    query: z.strictObject(pageQuery),
    answer: listOf(user),
  },
  'users.blockedUsers.unblock': {
    ...blocks,
    method: 'DELETE',
    body: z.strictObject({ blockedUids: uids }),
    answer: mapOf(outcome),
  },
} as const satisfies Record<string, Operation>;
