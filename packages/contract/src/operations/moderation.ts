import { z } from 'zod';
import { jsonObject } from '../records/fields.ts';
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
  source: 'reference',
} as const;

// Of the fields of bodies and answers, and of the paging, nothing is documented that could be held against them.
const thing = z.looseObject({ id: z.coerce.string().optional() });

const list = {
  ...common,
  method: 'GET',
  paging: 'page',
  query: z.strictObject(pageQuery),
  answer: listOf(thing),
} as const;

const create = {
  ...common,
  method: 'POST',
  repeatable: false,
  body: jsonObject,
  answer: one(thing),
} as const;

const get = { ...common, method: 'GET', answer: one(thing) } as const;

const update = { ...common, method: 'PUT', body: jsonObject, answer: one(thing) } as const;

const remove = { ...common, method: 'DELETE', answer: one(z.unknown()) } as const;

/** Rules act on messages as they are sent; whether they see imported ones is not documented. */
export const moderationOperations = {
  'moderation.rules.list': { ...list, path: '/moderation/rules' },
  'moderation.rules.create': { ...create, path: '/moderation/rules' },
  'moderation.rules.get': { ...get, path: '/moderation/rules/{ruleId}' },
  'moderation.rules.update': { ...update, path: '/moderation/rules/{ruleId}' },
  'moderation.rules.delete': { ...remove, path: '/moderation/rules/{ruleId}' },
  'moderation.rules.revisions.list': { ...list, path: '/moderation/rules/{ruleId}/revisions' },

  'moderation.keywords.list': { ...list, path: '/moderation/keywords' },
  'moderation.keywords.create': { ...create, path: '/moderation/keywords' },
  'moderation.keywords.get': { ...get, path: '/moderation/keywords/{keywordId}' },
  'moderation.keywords.update': { ...update, path: '/moderation/keywords/{keywordId}' },
  'moderation.keywords.delete': { ...remove, path: '/moderation/keywords/{keywordId}' },

  'moderation.blockedMessages.list': { ...list, path: '/moderation/blocked-messages' },
  'moderation.blockedMessages.approve': {
    ...common,
    method: 'PATCH',
    path: '/moderation/blocked-messages/{messageId}',
    body: jsonObject.optional(),
    answer: one(z.unknown()),
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
