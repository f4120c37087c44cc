import { z } from 'zod';
import { anId, done, listOf, mapOf, one, outcome, text } from './answer-shapes.ts';
import { webhook } from './entities.ts';
import type { Operation } from './operation.ts';
import { pageQuery } from './request-fields.ts';

const common = {
  area: 'Management',
  api: 'management',
  scope: 'management',
  onBehalfOf: 'none',
  repeatable: true,
  budget: 'standard',
  source: 'reference',
} as const;

const webhookURL = z.url({ protocol: /^https$/ }).max(255);

const optionalFields = {
  useBasicAuth: z.boolean().optional(),
  username: z.string().max(50).optional(),
  password: z.string().max(100).optional(),
  enabled: z.boolean().optional(),
};

const triggers = z.strictObject({
  /** The names of triggers, such as `message_sent` or `group_member_joined`. */
  triggerIds: z.array(z.string().min(1)),
});

/** Calls that the service makes when something happens; switch them off while a migration runs. */
export const webhookOperations = {
  'management.webhooks.create': {
    ...common,
    method: 'POST',
    path: '/apps/{appId}/webhooks',
    body: z.strictObject({
      id: z.string().min(1).max(50),
      name: z.string().min(1),
      webhookURL,
      ...optionalFields,
    }),
    answer: one(webhook),
  },
  'management.webhooks.list': {
    ...common,
    method: 'GET',
    path: '/apps/{appId}/webhooks',
    paging: 'page',
    query: z.strictObject({ ...pageQuery, searchKey: z.string().optional() }),
    answer: listOf(webhook),
  },
  'management.webhooks.get': {
    ...common,
    method: 'GET',
    path: '/apps/{appId}/webhooks/{webhookId}',
    answer: one(webhook),
  },
  'management.webhooks.update': {
    ...common,
    method: 'PUT',
    path: '/apps/{appId}/webhooks/{webhookId}',
    body: z.strictObject({
      name: z.string().min(1).optional(),
      webhookURL: webhookURL.optional(),
      ...optionalFields,
    }),
    answer: one(webhook),
  },
  'management.webhooks.delete': {
    ...common,
    method: 'DELETE',
    path: '/apps/{appId}/webhooks/{webhookId}',
    answer: done,
  },
  'management.webhooks.triggers.add': {
    ...common,
    method: 'POST',
    path: '/apps/{appId}/webhooks/{webhookId}/triggers',
    body: triggers,
    answer: mapOf(outcome),
  },
  'management.webhooks.triggers.list': {
    ...common,
    method: 'GET',
    path: '/apps/{appId}/webhooks/{webhookId}/triggers',
    paging: 'page',
    query: z.strictObject(pageQuery),
    answer: listOf(z.looseObject({ id: anId, description: text })),
  },
  'management.webhooks.triggers.remove': {
    ...common,
    method: 'DELETE',
    path: '/apps/{appId}/webhooks/{webhookId}/triggers',
    body: triggers,
    answer: done,
  },
} as const satisfies Record<string, Operation>;
