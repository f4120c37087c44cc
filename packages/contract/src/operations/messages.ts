import { z } from 'zod';
import { entity, listOf, one } from './answer-shapes.ts';
import type { Operation } from './operation.ts';

const message = entity('id');

const cursorQuery = {
  limit: z.int().min(1).max(1000).optional(),
  affix: z.enum(['append', 'prepend']).optional(),
  id: z.string().optional(),
  sentAt: z.int().optional(),
};

const list = {
  area: 'Messages',
  api: 'chat',
  method: 'GET',
  scope: 'fullAccess',
  onBehalfOf: 'optional',
  repeatable: true,
  budget: 'standard',
  paging: 'cursor',
  query: z.strictObject(cursorQuery),
  answer: listOf(message),
  source: 'reference',
} as const;

export const messageOperations = {
  'messages.send': {
    area: 'Messages',
    api: 'chat',
    method: 'POST',
    path: '/messages',
    scope: 'fullAccess',
    onBehalfOf: 'optional',
    // The service stores what it is sent again as a second message.
    repeatable: false,
    budget: 'standard',
    body: z.looseObject({
      receiver: z.string(),
      receiverType: z.enum(['user', 'group']),
      category: z.enum(['message', 'custom']).optional(),
      type: z.string(),
      data: z.record(z.string(), z.unknown()),
      muid: z.string().optional(),
      tags: z.array(z.string()).optional(),
    }),
    answer: one(message),
    source: 'specification',
  },
  'messages.list': { ...list, path: '/messages' },
  'users.messages.list': { ...list, path: '/users/{uid}/messages' },
  'groups.messages.list': { ...list, path: '/groups/{guid}/messages' },
} as const satisfies Record<string, Operation>;
