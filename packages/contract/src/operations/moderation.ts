import { z } from 'zod';
import { jsonObject } from '../records/fields.ts';
import { anything, listOf, number, one, outcome, text } from './answer-shapes.ts';
import { chatOperation } from './chat-operation.ts';
import type { Operation } from './operation.ts';
import { pageQuery } from './request-fields.ts';

const common = { ...chatOperation, area: 'Moderation' } as const;

/** The fields that all objects of moderation have; other fields are kept. */
const thing = z.looseObject({
  id: z.coerce.string().optional(),
  name: text,
  description: text,
  createdAt: number,
  updatedAt: number,
});

/** The condition of a rule. The comments list the documented values; others are passed on. */
const condition = z.looseObject({
  /** `text`, `image`, `video` or `custom`. */
  operand: z.string().optional(),
  /** `contains` or `equals`. */
  operator: z.string().optional(),
  /** `word` or `pattern`. */
  category: z.string().optional(),
});

const rule = z.looseObject({
  id: z.string().optional(),
  name: z.string().max(100).optional(),
  /** The users whose messages the rule applies to; at most 10. */
  filters: z.array(z.looseObject({})).max(10).optional(),
  /** At most 10. */
  conditions: z.array(condition).max(10).optional(),
});

/** A list of words, patterns or sentences that rules refer to. */
const keywords = z.looseObject({
  id: z.string().optional(),
  name: z.string().max(100).optional(),
  /** `word`, `pattern` or `sentence-similarity`. */
  category: z.string().optional(),
});

/** Why a user flags a message. */
const reason = z.looseObject({
  id: z.string().optional(),
  name: z.string().max(100).optional(),
  description: z.string().optional(),
});

const list = {
  ...common,
  method: 'GET',
  paging: 'page',
  query: z.strictObject(pageQuery),
  answer: listOf(thing),
} as const;

const create = { ...common, method: 'POST', repeatable: false, answer: one(thing) } as const;

const get = { ...common, method: 'GET', answer: one(thing) } as const;

const update = { ...common, method: 'PUT', answer: one(thing) } as const;

const remove = { ...common, method: 'DELETE', answer: one(anything) } as const;

/** Rules act on messages when they are sent. Whether rules also see imported messages is not documented. */
export const moderationOperations = {
  'moderation.rules.list': { ...list, path: '/moderation/rules' },
  'moderation.rules.create': { ...create, path: '/moderation/rules', body: rule },
  'moderation.rules.get': { ...get, path: '/moderation/rules/{ruleId}' },
  'moderation.rules.update': { ...update, path: '/moderation/rules/{ruleId}', body: rule },
  'moderation.rules.delete': { ...remove, path: '/moderation/rules/{ruleId}' },
  'moderation.rules.revisions.list': { ...list, path: '/moderation/rules/{ruleId}/revisions' },

  'moderation.keywords.list': { ...list, path: '/moderation/keywords' },
  'moderation.keywords.create': { ...create, path: '/moderation/keywords', body: keywords },
  'moderation.keywords.get': { ...get, path: '/moderation/keywords/{keywordId}' },
  'moderation.keywords.update': {
    ...update,
    path: '/moderation/keywords/{keywordId}',
    body: keywords,
  },
  'moderation.keywords.delete': { ...remove, path: '/moderation/keywords/{keywordId}' },

  'moderation.reasons.list': { ...list, path: '/moderation/reasons' },
  'moderation.reasons.create': { ...create, path: '/moderation/reasons', body: reason },
  'moderation.reasons.get': { ...get, path: '/moderation/reasons/{reasonId}' },
  'moderation.reasons.update': { ...update, path: '/moderation/reasons/{reasonId}', body: reason },
  'moderation.reasons.delete': { ...remove, path: '/moderation/reasons/{reasonId}' },

  'moderation.blockedMessages.list': { ...list, path: '/moderation/blocked-messages' },
  'moderation.blockedMessages.approve': {
    ...common,
    method: 'PATCH',
    path: '/moderation/blocked-messages/{messageId}',
    body: jsonObject.optional(),
    answer: one(anything),
  },
  /** By the acting user, for one of the reasons. */
  'messages.flag': {
    ...common,
    method: 'POST',
    path: '/messages/{id}/flagged',
    onBehalfOf: 'optional',
    body: z.looseObject({ reasonId: z.string(), remark: z.string().optional() }),
    answer: one(outcome),
  },
  'moderation.flaggedMessages.list': { ...list, path: '/moderation/flagged-messages' },
  /** Decides on the message, which is then on the list of reviewed messages. */
  'moderation.flaggedMessages.update': {
    ...common,
    method: 'PATCH',
    path: '/moderation/flagged-messages/{id}',
    body: z.looseObject({ status: z.string() }),
    answer: one(z.looseObject({ status: text })),
  },
  'moderation.reviewedMessages.list': { ...list, path: '/moderation/reviewed-messages' },
} as const satisfies Record<string, Operation>;
