import { z } from 'zod';
import { listOf, one, text } from './answer-shapes.ts';
import type { Operation } from './operation.ts';
import { pageQuery } from './request-fields.ts';

const common = {
  area: 'Moderation',
  api: 'chat',
  scope: 'fullAccess',
  onBehalfOf: 'none',
  repeatable: true,
  budget: 'standard',
} as const;

const list = {
  ...common,
  method: 'GET',
  paging: 'page',
  // Neither paging nor fields are documented beyond "with rule and message".
  query: z.strictObject(pageQuery),
  answer: listOf(z.looseObject({ id: z.coerce.string().optional() })),
} as const;

export const moderationOperations = {
  'moderation.blockedMessages.list': {
    ...list,
    path: '/moderation/blocked-messages',
    source: 'reference',
  },
  'moderation.flaggedMessages.list': {
    ...list,
    path: '/moderation/flagged-messages',
    source: 'third-party',
  },
  'moderation.flaggedMessages.update': {
    ...common,
    method: 'PUT',
    path: '/moderation/flagged-messages/{id}',
    body: z.strictObject({ status: z.string() }),
    answer: one(z.looseObject({ status: text })),
    source: 'third-party',
  },
} as const satisfies Record<string, Operation>;
